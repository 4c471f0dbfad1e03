// The driver of the contracts in Kits/tests, without abilities, on one of the HTTP stacks of C++ and C:
//
//   c++ -std=c++17 -O1 Kits/stacks/stacks.cpp -o OUT/stacks-cpp -lcpprest -lboost_system -lPocoNetSSL -lPocoNet \
//     -lPocoFoundation -lpthread $(pkg-config --cflags --libs libcurl cpp-httplib libsoup-3.0 openssl)
//   OUT/stacks-cpp curl|httplib|cpprest|poco|soup
//
// Debian's packages: libcurl4-openssl-dev, libcpp-httplib-dev, libcpprest-dev, libpoco-dev, libsoup-3.0-dev with
// glib-networking, and nlohmann-json3-dev. docs/driver-protocol.md describes the messages.

#include <curl/curl.h>
#include <boost/asio/error.hpp>
#include <boost/core/demangle.hpp>
#include <cpprest/http_client.h>
#include <cpprest/version.h>
#include <httplib.h>
#include <libsoup/soup.h>
#include <nlohmann/json.hpp>
#include <Poco/Environment.h>
#include <Poco/Net/HTTPBasicCredentials.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/HTTPSClientSession.h>
#include <Poco/Net/NameValueCollection.h>
#include <Poco/Net/NetException.h>
#include <Poco/Net/RejectCertificateHandler.h>
#include <Poco/Net/SSLException.h>
#include <Poco/Net/SSLManager.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <Poco/StreamCopier.h>
#include <Poco/URI.h>

#include <csignal>
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

using nlohmann::json;
using std::string;
using std::to_string;

struct Ask {  // what a stack sends
  string base, path;  // the base URL, and what comes after it
  int timeout = 10000;  // in milliseconds
  std::map<string, string> headers;
  std::optional<string> body, username, password, sid;
  bool verifies = true, jar = false;
};

struct StatusError { int status; };

struct NetworkError {
  string type, message;
  int code;  // of NSURLErrorDomain, or 0
};

void check(int status) {
  if (status < 200 || status > 299) throw StatusError{status};
}

struct Stack {
  string version;
  string (*send)(const Ask &);  // returns the body of an answer with a status of success
  std::vector<string> lacks;  // the operations that the stack cannot do
};

// --- libcurl, with its easy interface

size_t append(char *bytes, size_t size, size_t count, void *body) {
  static_cast<string *>(body)->append(bytes, size * count);
  return size * count;
}

// contract-run sets this variable if calls come through its proxy.
const bool direct = getenv("NODE_USE_ENV_PROXY") == nullptr;

string send_curl(const Ask &ask) {
  string answer;
  curl_slist *headers = nullptr;
  CURL *curl = curl_easy_init();
  curl_easy_setopt(curl, CURLOPT_URL, (ask.base + ask.path).c_str());
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  if (direct) curl_easy_setopt(curl, CURLOPT_PROXY, "");
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, long(ask.timeout));
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, append);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &answer);
  for (auto &[name, value] : ask.headers) headers = curl_slist_append(headers, (name + ": " + value).c_str());
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  if (ask.body) curl_easy_setopt(curl, CURLOPT_POSTFIELDS, ask.body->c_str());
  if (ask.username) curl_easy_setopt(curl, CURLOPT_USERNAME, ask.username->c_str());
  if (ask.password) curl_easy_setopt(curl, CURLOPT_PASSWORD, ask.password->c_str());
  if (ask.sid) curl_easy_setopt(curl, CURLOPT_COOKIE, ("sid=" + *ask.sid).c_str());
  if (ask.jar) curl_easy_setopt(curl, CURLOPT_COOKIEFILE, "");
  if (!ask.verifies) {
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
  }
  CURLcode result = curl_easy_perform(curl);
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_cleanup(curl);
  curl_slist_free_all(headers);
  if (result != CURLE_OK) {
    static const std::map<CURLcode, int> codes = {
      {CURLE_COULDNT_CONNECT, -1004}, {CURLE_COULDNT_RESOLVE_HOST, -1003}, {CURLE_OPERATION_TIMEDOUT, -1001},
      {CURLE_SSL_CONNECT_ERROR, -1200}, {CURLE_PEER_FAILED_VERIFICATION, -1202}, {CURLE_RECV_ERROR, -1005},
      {CURLE_SEND_ERROR, -1005}, {CURLE_GOT_NOTHING, -1011}, {CURLE_PARTIAL_FILE, -1},
      {CURLE_WEIRD_SERVER_REPLY, -1017}, {CURLE_UNSUPPORTED_PROTOCOL, -1017}};
    auto code = codes.find(result);
    throw NetworkError{"CURLcode", curl_easy_strerror(result), code == codes.end() ? 0 : code->second};
  }
  check(status);
  return answer;
}

// --- cpp-httplib

string send_httplib(const Ask &ask) {
  httplib::Client client(ask.base);
  auto timeout = std::chrono::milliseconds(ask.timeout);
  client.set_connection_timeout(timeout);
  client.set_read_timeout(timeout);
  client.set_write_timeout(timeout);
  client.set_follow_location(true);
  if (ask.username) client.set_basic_auth(*ask.username, *ask.password);
  if (!ask.verifies) client.enable_server_certificate_verification(false);
  httplib::Headers headers(ask.headers.begin(), ask.headers.end());
  auto result = ask.body ? client.Post(ask.path, headers, *ask.body, "application/json") : client.Get(ask.path, headers);
  if (!result) {
    static const std::map<httplib::Error, int> codes = {
      {httplib::Error::Connection, -1004}, {httplib::Error::ConnectionTimeout, -1001},
      {httplib::Error::SSLConnection, -1200}, {httplib::Error::SSLServerVerification, -1202}};
    auto code = codes.find(result.error());
    throw NetworkError{"Error", httplib::to_string(result.error()), code == codes.end() ? 0 : code->second};
  }
  check(result->status);
  return result->body;
}

// --- cpprestsdk

string send_cpprest(const Ask &ask) {
  web::http::client::http_client_config config;
  config.set_timeout(std::chrono::milliseconds(ask.timeout));
  config.set_validate_certificates(ask.verifies);
  if (ask.username) config.set_credentials({*ask.username, *ask.password});
  web::http::http_request request(ask.body ? web::http::methods::POST : web::http::methods::GET);
  request.set_request_uri(ask.path);
  for (auto &[name, value] : ask.headers) request.headers().add(name, value);
  if (ask.body) request.set_body(*ask.body, "application/json");
  try {
    web::http::client::http_client client(ask.base, config);
    auto response = client.request(request).get();
    check(response.status_code());
    auto bytes = response.extract_vector().get();
    return string(bytes.begin(), bytes.end());
  } catch (web::http::http_exception &error) {
    // Its codes are those of the system, of Boost and of OpenSSL, all in one category, so the text tells what failed.
    string text = error.what();
    int number = error.error_code().value(), code = 0;
    auto is = [&](const char *start) { return text.rfind(start, 0) == 0; };
    if (number == ETIMEDOUT) code = -1001;
    else if (number == ECONNRESET) code = -1005;
    else if (number == ECONNABORTED) code = -1011;
    else if (is("Error resolving address")) code = -1003;
    else if (is("Failed to connect")) code = -1004;
    else if (is("Error in SSL handshake")) code = ERR_GET_REASON(number) == SSL_R_CERTIFICATE_VERIFY_FAILED ? -1202 : -1200;
    else if (is("Invalid HTTP status line")) code = -1017;
    else if (number == boost::asio::error::eof) code = -1;
    throw NetworkError{"http_exception", text, code};
  }
}

// --- Poco: its sessions do not follow redirects, and have no cookie jar

string send_poco(const Ask &ask) {
  using namespace Poco::Net;
  try {
    Poco::URI url(ask.base + ask.path);
    auto verification = ask.verifies ? Context::VERIFY_RELAXED : Context::VERIFY_NONE;
    Context::Ptr context = new Context(Context::TLS_CLIENT_USE, "", verification, 9, true);
    SSLManager::instance().initializeClient(nullptr, new RejectCertificateHandler(false), context);
    std::unique_ptr<HTTPClientSession> session;
    if (url.getScheme() == "https") session = std::make_unique<HTTPSClientSession>(url.getHost(), url.getPort());
    else session = std::make_unique<HTTPClientSession>(url.getHost(), url.getPort());
    session->setTimeout(Poco::Timespan(ask.timeout * Poco::Timespan::MILLISECONDS));
    HTTPRequest request(ask.body ? "POST" : "GET", url.getPathEtc(), HTTPMessage::HTTP_1_1);
    for (auto &[name, value] : ask.headers) request.set(name, value);
    if (ask.username) HTTPBasicCredentials(*ask.username, *ask.password).authenticate(request);
    if (ask.sid) {
      NameValueCollection cookies;
      cookies.set("sid", *ask.sid);
      request.setCookies(cookies);
    }
    if (ask.body) request.setContentLength(ask.body->size());
    auto &output = session->sendRequest(request);
    if (ask.body) output << *ask.body;
    HTTPResponse response;
    auto &input = session->receiveResponse(response);
    check(response.getStatus());
    string answer;
    Poco::StreamCopier::copyToString(input, answer);
    return answer;
  } catch (Poco::Exception &error) {
    static const std::map<string, int> codes = {
      {"ConnectionRefusedException", -1004}, {"HostNotFoundException", -1003}, {"NoAddressFoundException", -1003},
      {"TimeoutException", -1001}, {"SSLException", -1200}, {"SSLConnectionUnexpectedlyClosedException", -1200},
      {"InvalidCertificateException", -1202}, {"CertificateValidationException", -1202},
      {"ConnectionResetException", -1005}, {"NoMessageException", -1011}, {"MessageException", -1017}};
    string type = boost::core::demangle(typeid(error).name());  // such as Poco::Net::NoMessageException
    type = type.substr(type.rfind(':') + 1);
    auto code = codes.find(type);
    if (error.displayText().find("certificate verify failed") != string::npos) code = codes.find("InvalidCertificateException");
    throw NetworkError{type, error.displayText(), code == codes.end() ? 0 : code->second};
  }
}

// --- libsoup

int code_of(GError *error) {
  if (error->domain == G_RESOLVER_ERROR) return -1003;
  if (g_error_matches(error, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE)) return -1202;
  if (error->domain == G_TLS_ERROR) return -1200;
  if (g_error_matches(error, SOUP_SESSION_ERROR, SOUP_SESSION_ERROR_PARSING)) return -1017;
  if (error->domain != G_IO_ERROR) return 0;
  static const std::map<int, int> codes = {
    {G_IO_ERROR_CONNECTION_REFUSED, -1004}, {G_IO_ERROR_HOST_NOT_FOUND, -1003}, {G_IO_ERROR_TIMED_OUT, -1001},
    {G_IO_ERROR_CONNECTION_CLOSED, -1005}, {G_IO_ERROR_PARTIAL_INPUT, -1}};
  auto code = codes.find(error->code);
  return code == codes.end() ? 0 : code->second;
}

string send_soup(const Ask &ask) {
  // Its timeouts are whole seconds, so this one is longer than those of the other stacks.
  guint timeout = std::max(1, ask.timeout / 1000);
  auto session = soup_session_new_with_options("timeout", timeout, nullptr);
  if (direct) g_object_set(session, "proxy-resolver", nullptr, nullptr);
  auto message = soup_message_new(ask.body ? "POST" : "GET", (ask.base + ask.path).c_str());
  for (auto &[name, value] : ask.headers) soup_message_headers_append(soup_message_get_request_headers(message), name.c_str(), value.c_str());
  if (ask.body) {
    auto bytes = g_bytes_new(ask.body->data(), ask.body->size());
    soup_message_set_request_body_from_bytes(message, "application/json", bytes);
    g_bytes_unref(bytes);
  }
  if (ask.username) {  // as if an answer with status 401 had come before
    auto manager = soup_session_get_feature(session, SOUP_TYPE_AUTH_MANAGER);
    auto auth = soup_auth_new(SOUP_TYPE_AUTH_BASIC, message, "Basic realm=\"\"");
    soup_auth_authenticate(auth, ask.username->c_str(), ask.password->c_str());
    soup_auth_manager_use_auth(SOUP_AUTH_MANAGER(manager), soup_message_get_uri(message), auth);
    g_object_unref(auth);
  }
  if (ask.sid || ask.jar) {
    auto jar = soup_cookie_jar_new();
    auto host = g_uri_get_host(soup_message_get_uri(message));
    if (ask.sid) soup_cookie_jar_add_cookie(jar, soup_cookie_new("sid", ask.sid->c_str(), host, "/", -1));
    soup_session_add_feature(session, SOUP_SESSION_FEATURE(jar));
    g_object_unref(jar);
  }
  if (!ask.verifies) g_signal_connect(message, "accept-certificate", G_CALLBACK(+[]() -> gboolean { return TRUE; }), nullptr);
  GError *error = nullptr;
  auto bytes = soup_session_send_and_read(session, message, nullptr, &error);
  int status = soup_message_get_status(message);
  string answer;
  if (bytes) answer.assign(static_cast<const char *>(g_bytes_get_data(bytes, nullptr)), g_bytes_get_size(bytes));
  if (bytes) g_bytes_unref(bytes);
  g_object_unref(message);
  g_object_unref(session);
  if (error) {
    NetworkError failure{g_quark_to_string(error->domain), error->message, code_of(error)};
    g_error_free(error);
    throw failure;
  }
  check(status);
  return answer;
}

// --- The driver

const std::vector<string> operations = {"get", "getWith", "getWithAuth", "getWithCookie", "getUnverified", "post", "getWithJar"};

bool is_in(const std::vector<string> &list, const string &text) { return std::find(list.begin(), list.end(), text) != list.end(); }

json perform(const Stack &stack, const json &call) {
  string operation = call.at("operation");
  auto input = call.value("input", json());
  if (!is_in(operations, operation) || is_in(stack.lacks, operation)) return {{"unsupported", true}};
  if (!input.is_object() || !input.contains("path")) return {{"unsupported", "the input has no path"}};
  try {
    Ask ask;
    ask.base = call.at("baseURL");
    ask.path = input.at("path");
    if (operation == "get") ask.timeout = 500;
    ask.headers = input.value("headers", ask.headers);
    for (auto [name, member] : {std::pair{"body", &ask.body}, {"username", &ask.username}, {"password", &ask.password}, {"sid", &ask.sid}})
      if (input.contains(name)) *member = input.at(name).get<string>();
    ask.verifies = operation != "getUnverified";
    ask.jar = operation == "getWithJar";
    return {{"success", json::parse(stack.send(ask))}};
  } catch (StatusError &error) {
    return {{"failure", {{"category", "status"}, {"type", "StatusError"}, {"case", "status"}, {"payload", error.status}}}};
  } catch (json::parse_error &error) {
    return {{"failure", {{"category", "decoding"}, {"type", "parse_error"}, {"message", error.what()}}}};
  } catch (NetworkError &error) {
    json failure = {{"category", "network"}, {"type", error.type}, {"message", error.message}};
    if (error.code) failure.update({{"domain", "NSURLErrorDomain"}, {"code", error.code}});
    return {{"failure", failure}};
  } catch (std::exception &error) {
    return {{"failure", {{"category", "other"}, {"type", boost::core::demangle(typeid(error).name())}, {"message", error.what()}}}};
  }
}

int main(int, char **arguments) {
  FILE *wire = fdopen(dup(1), "w");
  dup2(2, 1);  // what a library prints is output, never protocol
  signal(SIGPIPE, SIG_IGN);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  auto soup = to_string(soup_get_major_version()) + "." + to_string(soup_get_minor_version()) + "." + to_string(soup_get_micro_version());
  auto cpprest = to_string(CPPREST_VERSION_MAJOR) + "." + to_string(CPPREST_VERSION_MINOR) + "." + to_string(CPPREST_VERSION_REVISION);
  auto poco = Poco::Environment::libraryVersion();
  auto poco_text = to_string(poco >> 24) + "." + to_string(poco >> 16 & 255) + "." + to_string(poco >> 8 & 255);
  // cpp-httplib and cpprestsdk have their versions only in their headers.
  const std::map<string, Stack> stacks = {
    {"curl", {string("libcurl ") + curl_version_info(CURLVERSION_NOW)->version, send_curl, {}}},
    {"httplib", {"cpp-httplib " CPPHTTPLIB_VERSION, send_httplib, {"getWithCookie", "getWithJar"}}},
    {"cpprest", {"cpprestsdk " + cpprest, send_cpprest, {"getWithCookie", "getWithJar"}}},
    {"poco", {"Poco " + poco_text, send_poco, {"getWithJar"}}},
    {"soup", {"libsoup " + soup, send_soup, {}}}};
  const Stack &stack = stacks.at(arguments[1]);
  for (string line; std::getline(std::cin, line);) {
    auto message = json::parse(line);
    json answer;
    if (message.contains("bye")) break;
    if (message.contains("hello")) {
      json able = json::array();
      for (auto &operation : operations)
        if (!is_in(stack.lacks, operation)) able.push_back(operation);
      answer["hello"] = {{"protocol", 1}, {"driver", stack.version}, {"operations", able}, {"transports", {"loopback"}}};
    } else if (message.contains("call")) {
      answer["result"] = {{"id", message["call"]["id"]}, {"outcome", perform(stack, message["call"])}};
    }
    if (answer.is_null()) continue;
    fputs((answer.dump(-1, ' ', false, json::error_handler_t::replace) + "\n").c_str(), wire);
    fflush(wire);
  }
  fflush(wire);
  _exit(0);  // without waiting for the threads of the stacks
}
