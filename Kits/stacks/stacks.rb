# The driver of the contracts in Kits/tests, without abilities, on one HTTP stack of Ruby:
#   ruby Kits/stacks/stacks.rb net-http
# STACKS below has the names. Packages of Debian 12: ruby ruby-net-http-persistent ruby-faraday ruby-faraday-middleware
# ruby-faraday-cookie-jar ruby-httparty ruby-rest-client ruby-httpclient ruby-http ruby-excon ruby-typhoeus ruby-curb
# ruby-async-http
require "json"
require "openssl"
require "uri"

# contract-run sets this variable if calls come through its proxy.
DIRECT = !ENV.key?("NODE_USE_ENV_PROXY")

def direct(name, value = nil) = DIRECT ? { name => value } : {}

# Each function returns the status and the body. Its keywords tell what its stack can do: `operations` is made of them.

# It follows no redirects by itself.
def net_http(url, timeout:, method: "GET", headers: {}, body: nil, user: nil, password: nil, verify: true)
  uri = URI(url)
  options = { use_ssl: uri.scheme == "https", verify_mode: verify_mode(verify), open_timeout: timeout }
  options.update(read_timeout: timeout, write_timeout: timeout)
  request = net_http_request(uri, method, headers, body, user, password)
  response = Net::HTTP.start(uri.hostname, uri.port, DIRECT ? nil : :ENV, options) { |http| http.request(request) }
  [response.code.to_i, response.body]
end

def net_http_request(uri, method, headers, body, user, password)
  request = Net::HTTP.const_get(method.capitalize).new(uri, headers)
  request.basic_auth(user, password) if user
  request.body = body
  request
end

def net_http_persistent(url, timeout:, method: "GET", headers: {}, body: nil, user: nil, password: nil, verify: true)
  http = Net::HTTP::Persistent.new
  http.open_timeout = http.read_timeout = http.write_timeout = timeout
  http.verify_mode = verify_mode(verify)
  response = http.request(url, net_http_request(URI(url), method, headers, body, user, password))
  [response.code.to_i, response.body]
ensure
  http&.shutdown
end

def open_uri(url, timeout:, headers: {}, user: nil, password: nil, verify: true)
  options = { open_timeout: timeout, read_timeout: timeout, ssl_verify_mode: verify_mode(verify), **direct(:proxy), **headers }
  options[:http_basic_authentication] = [user, password] if user
  URI.open(url, options) { |answer| [answer.status[0].to_i, answer.read] }
rescue OpenURI::HTTPError => e
  [e.io.status[0].to_i, e.io.read]
end

def faraday(url, timeout:, method: "GET", headers: {}, body: nil, user: nil, password: nil, verify: true, cookies: nil, jar: false)
  stored = HTTP::CookieJar.new
  cookies&.each { |name, value| stored.add(HTTP::Cookie.new(name, value, origin: url, path: "/")) }
  connection = Faraday.new(request: { timeout: timeout }, ssl: { verify: verify }) do |builder|
    builder.use FaradayMiddleware::FollowRedirects
    builder.use :cookie_jar, jar: stored if jar || cookies
    # Faraday's own `proxy = nil` is not enough: its adapter lets Net::HTTP read the environment.
    builder.adapter(Faraday.default_adapter) { |http| http.proxy_from_env = false if DIRECT }
  end
  connection.proxy = nil if DIRECT
  connection.basic_auth(user, password) if user
  response = connection.run_request(method.downcase.to_sym, url, body, headers)
  [response.status, response.body]
end

def httparty(url, method: "GET", user: nil, password: nil, cookies: nil, **options)
  options[:basic_auth] = { username: user, password: password } if user
  options[:cookies] = cookies if cookies
  options.update(direct(:http_proxyaddr))
  response = HTTParty.public_send(method.downcase, url, options) # the others are timeout, headers, body and verify
  [response.code, response.body]
end

def rest_client(url, method: "GET", body: nil, user: nil, verify: true, cookies: nil, jar: false, **options)
  cookies ||= HTTP::CookieJar.new if jar
  options.update(method: method, payload: body, user: user, verify_ssl: verify, cookies: cookies, **direct(:proxy))
  response = RestClient::Request.execute(url: url, **options) # the others are timeout, headers and password
  [response.code, response.body]
rescue RestClient::ExceptionWithResponse => e
  raise unless e.response

  [e.response.code, e.response.body]
end

def httpclient(url, timeout:, method: "GET", headers: {}, body: nil, user: nil, password: nil, verify: true, cookies: {}, jar: true)
  client = HTTPClient.new # its cookie jar is always on
  client.connect_timeout = client.send_timeout = client.receive_timeout = timeout
  client.proxy = nil if DIRECT
  client.ssl_config.verify_mode = verify_mode(verify)
  client.force_basic_auth = true # otherwise it waits for a 401
  client.set_auth(url, user, password) if user
  cookies.each { |name, value| client.cookie_manager.add(HTTP::Cookie.new(name, value, origin: url, path: "/")) }
  response = client.request(method, url, header: headers, body: body, follow_redirect: true)
  [response.status, response.body]
end

def http_rb(url, timeout:, method: "GET", headers: {}, body: nil, user: nil, password: nil, verify: true, cookies: {})
  client = HTTP.timeout(timeout).follow.headers(headers).cookies(cookies)
  client = client.basic_auth(user: user, pass: password) if user
  context = OpenSSL::SSL::SSLContext.new.tap { |made| made.verify_mode = OpenSSL::SSL::VERIFY_NONE } unless verify
  response = client.request(method.downcase.to_sym, url, body: body, **(context ? { ssl_context: context } : {}))
  [response.code, response.to_s]
end

def excon(url, timeout:, method: "GET", headers: {}, body: nil, user: nil, password: nil, verify: true, jar: false)
  cookies = jar ? [Excon::Middleware::CaptureCookies] : [] # after RedirectFollower, it would do nothing
  middlewares = Excon.defaults[:middlewares] + cookies + [Excon::Middleware::RedirectFollower]
  options = { connect_timeout: timeout, read_timeout: timeout, write_timeout: timeout, disable_proxy: DIRECT }
  options.update(user: user, password: password) if user
  connection = Excon.new(url, middlewares: middlewares, ssl_verify_peer: verify, **options)
  response = connection.request(method: method, headers: headers, body: body)
  [response.status, response.body]
end

def typhoeus(url, timeout:, method: "GET", headers: {}, body: nil, user: nil, password: nil, verify: true, cookies: nil, jar: false)
  options = { followlocation: true, timeout: timeout, connecttimeout: timeout, **direct(:proxy, ""), ssl_verifypeer: verify }
  options[:ssl_verifyhost] = verify ? 2 : 0
  options[:userpwd] = "#{user}:#{password}" if user
  options[:cookie] = cookies.map { |name, value| "#{name}=#{value}" }.join("; ") if cookies
  options[:cookiefile] = "" if jar
  response = Typhoeus::Request.new(url, method: method.downcase.to_sym, headers: headers, body: body, **options).run
  failed = response.return_code
  raise CurlError.new(Ethon::Curl.easy_codes.index(failed), failed) unless failed == :ok

  [response.code, response.body]
end

def curb(url, timeout:, method: "GET", headers: {}, body: nil, user: nil, password: nil, verify: true, cookies: nil, jar: false)
  curl = Curl::Easy.new(url) do |easy|
    easy.timeout = easy.connect_timeout = timeout
    easy.follow_location = true
    easy.headers = headers
    easy.proxy_url = "" if DIRECT
    easy.ssl_verify_peer, easy.ssl_verify_host = verify, (verify ? 2 : 0)
    easy.http_auth_types, easy.username, easy.password = :basic, user, password if user
    easy.cookies = cookies.map { |name, value| "#{name}=#{value}" }.join("; ") if cookies
    easy.enable_cookies = jar
  end
  body ? curl.http_post(body) : curl.http_get
  [curl.response_code, curl.body_str]
rescue Curl::Err::CurlError => e
  raise CurlError.new(curl.last_result, e.class.name.split("::").last)
end

# It follows no redirects to other hosts by itself, and has no option for a user.
def async_http(url, timeout:, method: "GET", headers: {}, body: nil, verify: true)
  context = OpenSSL::SSL::SSLContext.new.tap { |made| made.verify_mode = OpenSSL::SSL::VERIFY_NONE } unless verify
  endpoint = Async::HTTP::Endpoint.parse(url, **(context ? { ssl_context: context } : {}))
  Sync do |task|
    client = Async::HTTP::Client.new(endpoint)
    follower = Async::HTTP::RelativeLocation.new(client)
    task.with_timeout(timeout) do
      response = follower.public_send(method.downcase, endpoint.path, headers, body && [body])
      [response.status, response.read]
    end
  ensure
    client.close
  end
end

def verify_mode(verify) = verify ? OpenSSL::SSL::VERIFY_PEER : OpenSSL::SSL::VERIFY_NONE

STACKS = { # the function, what it requires, and its version
  "net-http" => [:net_http, %w[net/http], -> { "Ruby #{RUBY_VERSION}" }],
  "net-http-persistent" => [:net_http_persistent, %w[net/http/persistent], -> { Net::HTTP::Persistent::VERSION }],
  "open-uri" => [:open_uri, %w[open-uri], -> { "Ruby #{RUBY_VERSION}" }],
  "faraday" => [:faraday, %w[faraday faraday_middleware faraday-cookie_jar], -> { Faraday::VERSION }],
  "httparty" => [:httparty, %w[httparty], -> { HTTParty::VERSION }],
  "rest-client" => [:rest_client, %w[rest-client], -> { RestClient::VERSION }],
  "httpclient" => [:httpclient, %w[httpclient], -> { HTTPClient::VERSION }],
  "http.rb" => [:http_rb, %w[http], -> { HTTP::VERSION }],
  "excon" => [:excon, %w[excon], -> { Excon::VERSION }],
  "typhoeus" => [:typhoeus, %w[typhoeus], -> { Typhoeus::VERSION }],
  "curb" => [:curb, %w[curb], -> { Curl::CURB_VERSION }],
  "async-http" => [:async_http, %w[async/http async/http/relative_location], -> { Async::HTTP::VERSION }],
}.freeze

# The categories and codes of exceptions, by the names of their classes.
FAILURES = {
  ["network", -1001] => %w[Timeout::Error Errno::ETIMEDOUT Faraday::TimeoutError RestClient::Exceptions::Timeout
                           HTTPClient::TimeoutError HTTP::TimeoutError Excon::Error::Timeout Async::TimeoutError],
  ["network", -1003] => %w[SocketError Resolv::ResolvError],
  ["network", -1004] => %w[Errno::ECONNREFUSED],
  ["network", -1005] => %w[Errno::ECONNRESET Errno::ECONNABORTED Errno::EPIPE],
  ["network", -1007] => %w[FaradayMiddleware::RedirectLimitReached HTTParty::RedirectionTooDeep Async::HTTP::TooManyRedirects
                           HTTP::Redirector::TooManyRedirectsError Excon::Error::TooManyRedirects],
  ["network", -1017] => %w[Net::HTTPBadResponse Net::HTTPHeaderSyntaxError Excon::Error::ResponseParse Protocol::HTTP1::Error],
  ["network", -1202] => %w[Excon::Error::Certificate RestClient::SSLCertificateNotVerified],
  ["network", nil] => %w[SystemCallError IOError Net::ProtocolError Faraday::ConnectionFailed Faraday::SSLError
                         RestClient::ServerBrokeConnection HTTPClient::BadResponseError HTTPClient::KeepAliveDisconnected
                         HTTP::ConnectionError Excon::Error::Socket],
  ["decoding", nil] => %w[JSON::ParserError EncodingError Zlib::Error],
  ["invalidRequest", -1000] => %w[URI::Error Addressable::URI::InvalidURIError HTTParty::UnsupportedURIScheme
                                  HTTP::Request::UnsupportedSchemeError],
}.flat_map { |known, names| names.map { |name| [name, known] } }.to_h.freeze

# Where one class stands for more than one of them.
TEXTS = {
  "couldn't read response headers" => -1011, # http.rb
  "unexpected EOF" => -1011, "retry count exceeded" => -1007, # httpclient
  "bytes remaining" => -1 # async-http
}.freeze

CURL_FAILURES = {
  1 => ["network", -1017], 3 => ["invalidRequest", -1000], 6 => ["network", -1003], 7 => ["network", -1004],
  8 => ["network", -1017], 18 => ["network", -1], 28 => ["network", -1001], 35 => ["network", -1200],
  47 => ["network", -1007], 51 => ["network", -1202], 52 => ["network", -1011], 55 => ["network", -1005],
  56 => ["network", -1005], 60 => ["network", -1202], 61 => ["decoding", nil]
}.freeze

# libcurl's number of an error, and the name that the stack gives to it.
class CurlError < StandardError
  attr_reader :number, :name

  def initialize(number, name)
    super("#{name} (#{number})")
    @number, @name = number, name
  end
end

def known(error)
  return CURL_FAILURES.fetch(error.number, ["network", nil]) if error.is_a?(CurlError)
  # OpenSSL has one class for all, and only a text.
  return ["network", error.message.include?("certificate") ? -1202 : -1200] if error.is_a?(OpenSSL::SSL::SSLError)

  category, code = error.class.ancestors.lazy.filter_map { |kind| FAILURES[kind.name] }.first
  category && [category, code || TEXTS.find { |text, _| category == "network" && error.message.include?(text) }&.last]
end

def failure(error)
  causes = [error]
  causes << causes.last.cause while causes.last.cause
  found = causes.filter_map { |cause| known(cause) }
  category, code = found.find(&:last) || found.first || ["other", nil]
  type = error.is_a?(CurlError) ? error.name : error.class.name.split("::").last
  { category: category, type: type, **(code ? { domain: "NSURLErrorDomain", code: code } : {}) }
end

OPERATIONS = { # the keywords of each
  "get" => ->(_) { { timeout: 0.5 } },
  "getWith" => ->(input) { { headers: input["headers"] } },
  "getWithAuth" => ->(input) { { user: input["username"], password: input["password"] } },
  "getWithCookie" => ->(input) { { cookies: { "sid" => input["sid"] } } },
  "getUnverified" => ->(_) { { verify: false } },
  "post" => ->(input) { { method: "POST", body: input["body"] } },
  "getWithJar" => ->(_) { { jar: true } },
}.freeze

def perform(function, call)
  input = call["input"]
  status, body = method(function).call(call["baseURL"] + input["path"], timeout: 10, **OPERATIONS[call["operation"]].call(input))
  return { failure: { category: "status", type: "StatusError", case: "status", payload: status } } unless (200..299).cover?(status)

  { success: JSON.parse(body.to_s) }
rescue StandardError => e
  { failure: failure(e) }
end

# A message must be UTF-8, and a stack may have read something else.
def scrubbed(value)
  case value
  when String then value.scrub
  when Array then value.map { |element| scrubbed(element) }
  when Hash then value.to_h { |name, element| [name.to_s.scrub, scrubbed(element)] }
  else value
  end
end

wire = $stdout.dup
wire.sync = true
$stdout.reopen($stderr) # what libraries print
function, libraries, version = STACKS.fetch(ARGV.fetch(0))
libraries.each { |library| require library }
keywords = method(function).parameters.map(&:last)
needed = { "getWithAuth" => :user, "getWithCookie" => :cookies, "post" => :method, "getWithJar" => :jar }
operations = OPERATIONS.keys.select { |name| !needed[name] || keywords.include?(needed[name]) }

while (line = $stdin.gets)
  message = JSON.parse(line.force_encoding("UTF-8"), max_nesting: false)
  if message["hello"]
    hello = { protocol: 1, driver: version.call.start_with?("Ruby") ? version.call : "#{ARGV[0]} #{version.call}", operations: operations, transports: %w[loopback] }
    wire.puts JSON.generate(hello: hello)
  elsif (call = message["call"])
    outcome = operations.include?(call["operation"]) ? perform(function, call) : { unsupported: true }
    wire.puts JSON.generate(result: { id: call["id"], outcome: scrubbed(outcome) })
  elsif message["bye"]
    break
  end
end
