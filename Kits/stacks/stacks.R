#!/usr/bin/Rscript
# The driver of the contracts in Kits/tests, without abilities, on one HTTP stack: Rscript Kits/stacks/stacks.R httr|httr2|curl|RCurl
# All of them use libcurl. A stack returns the status and the body (raw or text), or stops as it does.
wire <- file("/dev/stdout", "wb")
sink(stderr())
# contract-run sets this variable if calls come through its proxy.
proxy <- if (!nzchar(Sys.getenv("NODE_USE_ENV_PROXY"))) list(proxy = "")

send <- list(
  httr = function(method, url, o) {
    options <- list(httr::timeout(o$timeout), do.call(httr::config, as.list(proxy)), do.call(httr::add_headers, as.list(o$headers)))
    if (!is.null(o$username)) options <- c(options, list(httr::authenticate(o$username, o$password)))
    if (!is.null(o$sid)) options <- c(options, list(httr::set_cookies(sid = o$sid)))
    if (!is.null(o$insecure)) options <- c(options, list(httr::config(ssl_verifypeer = 0, ssl_verifyhost = 0)))
    response <- do.call(httr::VERB, c(list(method, url, body = o$body, encode = "raw"), options))
    list(status = httr::status_code(response), body = httr::content(response, "raw"))
  },
  httr2 = function(method, url, o) {
    request <- httr2::req_timeout(httr2::req_method(httr2::request(url), method), o$timeout)
    request <- do.call(httr2::req_options, c(list(request), proxy))
    request <- do.call(httr2::req_headers, c(list(request), o$headers))
    if (!is.null(o$body)) request <- httr2::req_body_raw(request, o$body, type = "application/json")
    if (!is.null(o$username)) request <- httr2::req_auth_basic(request, o$username, o$password)
    if (!is.null(o$sid)) request <- httr2::req_options(request, cookie = paste0("sid=", o$sid))
    if (!is.null(o$insecure)) request <- httr2::req_options(request, ssl_verifypeer = 0, ssl_verifyhost = 0)
    response <- httr2::req_perform(request)
    list(status = httr2::resp_status(response), body = response$body)
  },
  curl = function(method, url, o) {
    handle <- do.call(curl::new_handle, c(list(timeout_ms = o$timeout * 1000), proxy))
    curl::handle_setheaders(handle, .list = o$headers)
    if (!is.null(o$body)) curl::handle_setopt(handle, copypostfields = o$body)
    if (!is.null(o$username)) curl::handle_setopt(handle, httpauth = 1, userpwd = paste0(o$username, ":", o$password))
    if (!is.null(o$jar)) curl::handle_setopt(handle, cookiefile = "")
    if (!is.null(o$sid)) curl::handle_setopt(handle, cookie = paste0("sid=", o$sid))
    if (!is.null(o$insecure)) curl::handle_setopt(handle, ssl_verifypeer = 0, ssl_verifyhost = 0)
    response <- curl::curl_fetch_memory(url, handle)
    list(status = response$status_code, body = response$content)
  },
  RCurl = function(method, url, o) {
    head <- RCurl::basicHeaderGatherer()
    options <- c(list(timeout.ms = o$timeout * 1000, followlocation = TRUE, httpheader = unlist(o$headers)), proxy)
    if (!is.null(o$body)) options$postfields <- o$body
    if (!is.null(o$username)) options <- c(options, httpauth = 1L, userpwd = paste0(o$username, ":", o$password))
    if (!is.null(o$jar)) options$cookiefile <- ""
    if (!is.null(o$sid)) options$cookie <- paste0("sid=", o$sid)
    if (!is.null(o$insecure)) options <- c(options, ssl.verifypeer = FALSE, ssl.verifyhost = 0)
    options$headerfunction <- head$update
    body <- RCurl::getURL(url, .opts = options, .encoding = "UTF-8")
    list(status = as.integer(head$value()[["status"]]), body = body)
  }
)
stack <- commandArgs(TRUE)[1]
send <- send[[stack]]
library <- if (stack == "RCurl") RCurl::curlVersion()$version else curl::curl_version()$version
version <- paste0(stack, " ", packageVersion(stack), " (libcurl ", library, ")")

fails <- function(category, ..., message = "") {
  failure <- c(list(category = category), list(...), list(message = message))
  stop(structure(class = c("failed", "error", "condition"), list(message = message, call = NULL, failure = failure)))
}

# httr, httr2 0.2 and curl 5 have only libcurl's texts; RCurl has classes.
classes <- c(COULDNT_CONNECT = -1004, COULDNT_RESOLVE_HOST = -1003, OPERATION_TIMEDOUT = -1001, OPERATION_TIMEOUTED = -1001,
  SSL_CONNECT_ERROR = -1200, PEER_FAILED_VERIFICATION = -1202, SSL_CACERT = -1202, RECV_ERROR = -1005, GOT_NOTHING = -1011,
  PARTIAL_FILE = -1, UNSUPPORTED_PROTOCOL = -1017, WEIRD_SERVER_REPLY = -1017, FTP_WEIRD_SERVER_REPLY = -1017)
texts <- c("certificate (problem|verification failed)" = -1202, "timed out|Timeout was reached" = -1001, "Failed to connect" = -1004,
  "Could not resolve" = -1003, "Empty reply" = -1011, "transfer closed" = -1, "[Cc]onnection reset" = -1005,
  "HTTP/0.9|HTTP version" = -1017, "SSL|TLS" = -1200)

perform <- function(call, method, ...) {
  o <- list(...)
  if (is.null(o$timeout)) o$timeout <- 10
  if (is.null(o$headers)) o$headers <- if (is.null(o$body)) list() else list("Content-Type" = "application/json")
  response <- tryCatch(send(method, paste0(call$baseURL, call$input$path), o), error = function(error) {
    if (inherits(error, "httr2_http")) return(list(status = error$status, body = NULL))
    text <- conditionMessage(error)
    code <- c(classes[class(error)], texts[vapply(names(texts), grepl, TRUE, text)])
    code <- code[!is.na(code)]
    if (length(code)) fails("network", domain = "NSURLErrorDomain", code = code[[1]], type = class(error)[1], message = text)
    fails("network", type = class(error)[1], message = text)
  })
  if (response$status < 200 || response$status > 299)
    fails("status", type = "StatusError", case = "status", payload = response$status)
  text <- tryCatch(if (is.raw(response$body)) rawToChar(response$body) else response$body, error = function(error)
    fails("decoding", type = "rawToChar", message = conditionMessage(error)))
  Encoding(text) <- "UTF-8"
  text
}

parsed <- function(text) {
  force(text) # not within tryCatch
  tryCatch(jsonlite::parse_json(text), error = function(error)
    fails("decoding", type = "jsonlite", message = conditionMessage(error)))
}

operations <- list(
  get = function(call) parsed(perform(call, "GET", timeout = 0.5)),
  getWith = function(call) parsed(perform(call, "GET", headers = call$input$headers)),
  getWithAuth = function(call) parsed(perform(call, "GET", username = call$input$username, password = call$input$password)),
  getWithCookie = function(call) parsed(perform(call, "GET", sid = call$input$sid)),
  getWithJar = function(call) parsed(perform(call, "GET", jar = TRUE)),
  getUnverified = function(call) parsed(perform(call, "GET", insecure = TRUE)),
  post = function(call) parsed(perform(call, "POST", body = call$input$body))
)
if (stack == "httr2") operations$getWithJar <- NULL # req_cookie_preserve came in 1.0

input <- file("stdin", "r")
while (length(line <- readLines(input, 1, encoding = "UTF-8"))) {
  message <- jsonlite::parse_json(line)
  answer <- NULL
  if (!is.null(message$hello)) {
    answer <- list(hello = list(protocol = 1, driver = version, operations = names(operations), transports = list("loopback")))
  } else if (!is.null(message$call)) {
    call <- message$call
    outcome <- if (is.null(operations[[call$operation]])) list(unsupported = TRUE) else tryCatch(
      list(success = operations[[call$operation]](call)),
      failed = function(error) list(failure = error$failure),
      error = function(error) list(failure = list(category = "other", type = class(error)[1], message = conditionMessage(error))))
    answer <- list(result = list(id = call$id, outcome = outcome))
  } else if (!is.null(message$bye)) {
    break
  }
  if (!is.null(answer)) {
    text <- jsonlite::toJSON(answer, auto_unbox = TRUE, null = "null", digits = NA)
    writeBin(charToRaw(paste0(enc2utf8(text), "\n")), wire)
    flush(wire)
  }
}
