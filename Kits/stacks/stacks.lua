#!/usr/bin/lua5.2
-- The driver of the contracts in Kits/tests, without abilities, on one HTTP stack: lua5.2 Kits/stacks/stacks.lua socket|http|curl
-- (Debian has lua-http and lua-curl for Lua 5.1 and 5.2 only.) A stack returns the status and the body.
local json = require "cjson"
local wire = io.stdout
io.output(io.stderr)
function print(...) io.write(table.concat({...}, "\t"), "\n") end

local function failed(type, text, code)
  local failure = { category = "network", type = type, message = tostring(text) }
  if code then failure.domain, failure.code = "NSURLErrorDomain", code end
  error(failure, 0)
end

-- LuaSocket has only texts; `http` has numbers of the system, and texts for TLS and DNS.
local texts = {
  { "certificate verify failed", -1202 }, { "timeout", -1001 }, { "refused", -1004 }, { "not known", -1003 },
  { "does not resolve", -1003 }, { "wrong version", -1200 }, { "SSL", -1200 }, { "closed", -1005 }, { "HTTP/", -1017 },
}
local function coded(text)
  for _, pair in ipairs(texts) do
    if tostring(text):find(pair[1], 1, true) then return pair[2] end
  end
end

local stacks = {}

function stacks.socket()
  local http, https, ltn12 = require "socket.http", require "ssl.https", require "ltn12"
  local function send(method, url, o)
    local body = {}
    http.TIMEOUT, https.TIMEOUT = o.timeout, o.timeout
    local request = { url = url, method = method, headers = o.headers, sink = ltn12.sink.table(body) }
    if o.body then
      request.source, o.headers["Content-Length"] = ltn12.source.string(o.body), #o.body
    end
    request.user, request.password = o.username, o.password
    local done, status = http.request(request)
    if not done then failed("socket.http", status, coded(status)) end
    return status, table.concat(body)
  end
  return send, require "socket"._VERSION, { "getWithCookie", "getWithJar" }
end

function stacks.http()
  local request, cookies, proxies = require "http.request", require "http.cookie", require "http.proxies"
  local tls, context = require "http.tls", require "openssl.ssl.context"
  local monotime, errno, version = require "cqueues".monotime, require "cqueues.errno", require "http.version"
  local codes = { [errno.ETIMEDOUT] = -1001, [errno.ECONNREFUSED] = -1004, [errno.ECONNRESET] = -1005, [errno.EILSEQ] = -1017 }
  local function checked(ended, value, text, number) -- EPIPE is the end of the connection
    if not value then failed("lua-http " .. tostring(number), text, number == errno.EPIPE and ended or codes[number] or coded(text)) end
    return value, text
  end
  local function send(method, url, o)
    if o.username then
      local encode = require "http.util".encodeURIComponent
      url = url:gsub("://", "://" .. encode(o.username):gsub("%%", "%%%%") .. ":" .. encode(o.password):gsub("%%", "%%%%") .. "@", 1)
    end
    local deadline = monotime() + o.timeout
    local message = request.new_from_uri(url)
    message.cookie_store = cookies.new_store()
    if not os.getenv "NODE_USE_ENV_PROXY" then message.proxies = proxies.new() end -- set if calls come through the proxy
    message.headers:upsert(":method", method)
    for name, value in pairs(o.headers) do message.headers:upsert(name:lower(), value) end
    if o.body then message:set_body(o.body) end
    if o.sid then message.cookie_store:store(message.host, "/", true, message.tls, nil, "sid", o.sid, { path = "/" }) end
    if o.insecure then
      message.ctx = tls.new_client_context()
      message.ctx:setVerify(context.VERIFY_NONE)
    end
    local headers, stream = checked(-1011, message:go(o.timeout))
    local body = checked(-1, stream:get_body_as_string(math.max(0, deadline - monotime())))
    return tonumber(headers:get ":status"), body
  end
  return send, version.name .. " " .. version.version
end

function stacks.curl()
  local curl = require "curl"
  local codes = { [1] = -1017, [6] = -1003, [7] = -1004, [8] = -1017, [18] = -1, [28] = -1001, [35] = -1200, [52] = -1011,
    [55] = -1005, [56] = -1005, [60] = -1202 }
  local function send(method, url, o)
    local handle, status, body, headers = curl.easy_init(), nil, {}, {}
    local function set(name, value) handle:setopt(curl["OPT_" .. name], value) end
    for name, value in pairs(o.headers) do headers[#headers + 1] = name .. ": " .. value end
    set("URL", url)
    set("TIMEOUT_MS", o.timeout * 1000)
    set("FOLLOWLOCATION", 1)
    if not os.getenv "NODE_USE_ENV_PROXY" then set("PROXY", "") end -- set if calls come through the proxy
    set("HTTPHEADER", headers)
    set("WRITEFUNCTION", function(text) body[#body + 1] = text; return #text end)
    set("HEADERFUNCTION", function(line) -- it has no getinfo
      status = tonumber(line:match "^HTTP/%S+ (%d+)") or status
      return #line
    end)
    if o.body then set("POSTFIELDS", o.body) end
    if o.username then set("USERPWD", o.username .. ":" .. o.password) end
    if o.jar then set("COOKIEFILE", "") end
    if o.sid then set("COOKIE", "sid=" .. o.sid) end
    if o.insecure then set("SSL_VERIFYPEER", 0); set("SSL_VERIFYHOST", 0) end
    local number, text = handle:perform()
    if number and number ~= 0 then failed("CURLE_" .. number, text, codes[number]) end
    return status, table.concat(body)
  end
  return send, "lua-curl " .. curl._VERSION .. " (libcurl " .. curl.version():match "libcurl/(%S+)" .. ")"
end

local send, version, without = (stacks[arg[1]] or error "usage: stacks.lua socket|http|curl")()

local function perform(call, method, o)
  o.headers = o.headers or (o.body and { ["Content-Type"] = "application/json" }) or {}
  o.timeout = o.timeout or 10
  local status, body = send(method, call.baseURL .. call.input.path, o)
  if status < 200 or status > 299 then
    error({ category = "status", type = "StatusError", case = "status", payload = status }, 0)
  end
  return body
end

local function parsed(text)
  local read, value = pcall(json.decode, text)
  if not read then error({ category = "decoding", type = "cjson", message = tostring(value) }, 0) end
  return value
end

local operations = {
  get = function(call) return parsed(perform(call, "GET", { timeout = 0.5 })) end,
  getWith = function(call) return parsed(perform(call, "GET", { headers = call.input.headers })) end,
  getWithAuth = function(call)
    return parsed(perform(call, "GET", { username = call.input.username, password = call.input.password }))
  end,
  getWithCookie = function(call) return parsed(perform(call, "GET", { sid = call.input.sid, jar = true })) end,
  getWithJar = function(call) return parsed(perform(call, "GET", { jar = true })) end,
  getUnverified = function(call) return parsed(perform(call, "GET", { insecure = true })) end,
  post = function(call) return parsed(perform(call, "POST", { body = call.input.body })) end,
}
for _, name in ipairs(without or {}) do operations[name] = nil end

-- cjson copies bytes that are not UTF-8. A line of the protocol must not have them.
local function written(message)
  local text = json.encode(message)
  local rest = text:gsub("[\194-\223][\128-\191]", ""):gsub("[\224-\239][\128-\191][\128-\191]", "")
  if rest:gsub("[\240-\244][\128-\191][\128-\191][\128-\191]", ""):find "[\128-\255]" then
    text = text:gsub("[\128-\255]+", "\239\191\189")
  end
  return text:gsub('"success":{}', '"success":[]') -- in Lua, an empty array and an empty object are the same
end

for line in io.stdin:lines() do
  local message, answer = json.decode(line), nil
  if message.hello then
    local names = {}
    for name in pairs(operations) do names[#names + 1] = name end
    answer = { hello = { protocol = 1, driver = version, operations = names, transports = { "loopback" } } }
  elseif message.call then
    local operation, outcome = operations[message.call.operation], { unsupported = true }
    if operation then
      local done, value = pcall(operation, message.call)
      if done then
        outcome = { success = value }
      else
        outcome = { failure = type(value) == "table" and value or { category = "other", type = "error", message = tostring(value) } }
      end
    end
    answer = { result = { id = message.call.id, outcome = outcome } }
  elseif message.bye then
    break
  end
  if answer then
    wire:write(written(answer), "\n")
    wire:flush()
  end
end
