// The driver of the contracts in Kits/tests, without abilities, on one of the HTTP stacks of .NET. With Mono:
//
//   mcs -r:System.Net.Http -r:System.Json -out:OUT/Stacks.exe Kits/stacks/Stacks.cs
//   mono OUT/Stacks.exe webrequest|httpclient
//
// Debian's packages: mono-runtime, mono-mcs, libmono-system-net-http4.0-cil and libmono-system-json4.0-cil. With the
// runtime .NET Core 3.1 of the package dotnetcore2 of PyPI, whose folder `bin` is BIN, and a file
// OUT/Stacks.runtimeconfig.json with {"runtimeOptions": {"framework": {"name": "Microsoft.NETCore.App", "version":
// "3.1.0"}, "configProperties": {"System.Globalization.Invariant": true}}}:
//
//   mcs -d:NETCOREAPP -nostdlib -noconfig $(printf ' -r:%s' BIN/shared/Microsoft.NETCore.App/*/{System,mscorlib,netstandard,Microsoft.Win32.Primitives}*.dll) -out:OUT/Stacks.dll Kits/stacks/Stacks.cs
//   BIN/dotnet OUT/Stacks.dll httpclient
//
// docs/driver-protocol.md describes the messages.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Text;
#if NETCOREAPP
using System.Runtime.InteropServices;
using System.Text.Json;
#else
using System.Json;
#endif

class StatusError : Exception {
  public readonly int Status;
  public StatusError(int status) { Status = status; }
}

class DecodingError : Exception {
  public DecodingError(Exception error) : base(error.Message, error) {}
}

// What a stack sends. A member that is null is not used.
class Ask {
  public string Url, Body, Sid;
  public int Timeout = 10000; // in milliseconds
  public Dictionary<string, string> Headers = new Dictionary<string, string>();
  public bool Verifies = true, Jar;

  public CookieContainer Cookies() {
    var cookies = new CookieContainer();
    if (Sid != null) cookies.Add(new Uri(Url), new Cookie("sid", Sid, "/"));
    return cookies;
  }
}

// JSON, read by the usual parser and written in one line.
class Json {
#if NETCOREAPP
  readonly JsonElement value;
  Json(JsonElement value) { this.value = value; }

  public static Json Parse(string text) {
    try {
      return new Json(JsonDocument.Parse(text, new JsonDocumentOptions { MaxDepth = 600 }).RootElement);
    } catch (JsonException error) {
      throw new DecodingError(error);
    }
  }

  bool IsObject { get { return value.ValueKind == JsonValueKind.Object; } }
  public bool Has(string name) { JsonElement member; return IsObject && value.TryGetProperty(name, out member); }
  public Json this[string name] { get { return new Json(value.GetProperty(name)); } }
  public IEnumerable<string> Names { get { return value.EnumerateObject().Select(member => member.Name); } }
  public string Text { get { return value.ValueKind == JsonValueKind.String ? value.GetString() : null; } }
  public string Written { get { return JsonSerializer.Serialize(value); } }
  public static string Write(string text) { return JsonSerializer.Serialize(text); }
#else
  readonly JsonValue value;
  Json(JsonValue value) { this.value = value; }

  public static Json Parse(string text) {
    try {
      return new Json(JsonValue.Parse(text));
    } catch (ArgumentException error) { // it has no exception of its own
      throw new DecodingError(error);
    }
  }

  public bool Has(string name) { return value is JsonObject && value.ContainsKey(name); }
  public Json this[string name] { get { return new Json(value[name]); } }
  public IEnumerable<string> Names { get { return ((JsonObject)value).Keys; } }
  public string Text { get { return value != null && value.JsonType == JsonType.String ? (string)value : null; } }
  public string Written { get { return value == null ? "null" : value.ToString(); } }
  public static string Write(string text) { return new JsonPrimitive(text).ToString(); }
#endif
  public string TextOf(string name) { return Has(name) ? this[name].Text : null; }
}

class Stacks {
  static void Check(HttpStatusCode status) {
    if ((int)status < 200 || (int)status > 299) throw new StatusError((int)status);
  }

  // contract-run sets this variable if calls come through its proxy.
  static readonly bool Direct = Environment.GetEnvironmentVariable("NODE_USE_ENV_PROXY") == null;

  // --- The stacks. Their credentials only answer a status 401, so they have no getWithAuth.

  static string WebRequest(Ask ask) {
    var request = (HttpWebRequest)System.Net.WebRequest.Create(ask.Url);
    request.Timeout = request.ReadWriteTimeout = ask.Timeout;
    if (Direct) request.Proxy = null;
    if (ask.Jar || ask.Sid != null) request.CookieContainer = ask.Cookies();
    if (!ask.Verifies) request.ServerCertificateValidationCallback = (sender, certificate, chain, errors) => true;
    foreach (var header in ask.Headers) request.Headers[header.Key] = header.Value;
    try {
      if (ask.Body != null) {
        request.Method = "POST";
        request.ContentType = "application/json";
        var bytes = Encoding.UTF8.GetBytes(ask.Body);
        request.ContentLength = bytes.Length;
        using (var stream = request.GetRequestStream()) stream.Write(bytes, 0, bytes.Length);
      }
      using (var response = (HttpWebResponse)request.GetResponse()) {
        Check(response.StatusCode);
        using (var reader = new StreamReader(response.GetResponseStream())) return reader.ReadToEnd();
      }
    } catch (WebException error) when (error.Response is HttpWebResponse) {
      using (var response = (HttpWebResponse)error.Response) {
        Check(response.StatusCode);
        throw;
      }
    }
  }

  static string HttpClient(Ask ask) {
    using (var handler = new HttpClientHandler { UseProxy = !Direct })
    using (var client = new HttpClient(handler) { Timeout = TimeSpan.FromMilliseconds(ask.Timeout) })
    using (var request = new HttpRequestMessage(ask.Body == null ? HttpMethod.Get : HttpMethod.Post, ask.Url)) {
      // By default, it has an empty jar, with which it does not send the header Cookie.
      handler.UseCookies = !ask.Headers.ContainsKey("Cookie");
      if (ask.Sid != null) handler.CookieContainer = ask.Cookies();
      if (!ask.Verifies) handler.ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => true;
      foreach (var header in ask.Headers) request.Headers.Add(header.Key, header.Value);
      if (ask.Body != null) request.Content = new StringContent(ask.Body, Encoding.UTF8, "application/json");
      using (var response = client.SendAsync(request).GetAwaiter().GetResult()) {
        Check(response.StatusCode);
        return response.Content.ReadAsStringAsync().GetAwaiter().GetResult();
      }
    }
  }

  // --- Errors

  static string Failure(Exception error) {
    var failure = "\"type\":" + Json.Write(error.GetType().Name) + ",\"message\":" + Json.Write(error.ToString().Split('\n')[0]);
    if (error is StatusError)
      return "{\"category\":\"status\",\"type\":\"StatusError\",\"case\":\"status\",\"payload\":" + ((StatusError)error).Status + "}";
    if (error is DecodingError) return "{\"category\":\"decoding\"," + failure + "}";
    var isNetwork = error is WebException || error is HttpRequestException || error is IOException || error is OperationCanceledException;
    if (!isNetwork) return "{\"category\":\"other\"," + failure + "}";
    var code = 0;
    for (var cause = error; cause != null && code == 0; cause = cause.InnerException) code = Code(cause);
    if (code != 0) failure += ",\"domain\":\"NSURLErrorDomain\",\"code\":" + code;
    return "{\"category\":\"network\"," + failure + "}";
  }

  static int Code(Exception error) {
    if (error is OperationCanceledException) return -1001; // the timeout of HttpClient
    if (error is AuthenticationException) return error.ToString().Contains("CERTIFICATE_VERIFY_FAILED") || error.Message.Contains("remote certificate") ? -1202 : -1200;
    if (error is SocketException) {
      switch (((SocketException)error).SocketErrorCode) {
        case SocketError.ConnectionRefused: return -1004;
        case SocketError.HostNotFound: case SocketError.NoData: case SocketError.TryAgain: return -1003;
        case SocketError.TimedOut: return -1001;
        case SocketError.ConnectionReset: return -1005;
      }
    }
    if (error is WebException) {
      switch (((WebException)error).Status) {
        case WebExceptionStatus.NameResolutionFailure: return -1003;
        case WebExceptionStatus.ConnectFailure: return -1004;
        case WebExceptionStatus.Timeout: return -1001;
        case WebExceptionStatus.TrustFailure: return -1202;
        case WebExceptionStatus.ConnectionClosed: return -1011;
        case WebExceptionStatus.ServerProtocolViolation: return -1017;
      }
    }
    // HttpClient has only texts. So has what HttpWebRequest of .NET Core reads.
    if (error is HttpRequestException && error.InnerException is IOException && error.InnerException.InnerException == null)
      return error.Message.Contains("copying content") ? -1 : -1011;
    if (error is HttpRequestException && error.Message.Contains("invalid")) return -1017;
    if (error is IOException && error.Message.Contains("ended prematurely")) return -1;
    return 0;
  }

  // --- The driver

  static readonly string[] Operations = { "get", "getWith", "getWithCookie", "getUnverified", "post", "getWithJar" };

  static int calls;

  static string Perform(Func<Ask, string> send, Json call) {
    var operation = call["operation"].Text;
    if (!Operations.Contains(operation)) return "{\"unsupported\":true}";
    var input = call["input"];
    if (input.TextOf("path") == null) return "{\"unsupported\":\"the input has no path\"}";
    try {
      var ask = new Ask { Url = call["baseURL"].Text + input["path"].Text, Body = input.TextOf("body"), Sid = input.TextOf("sid") };
#if NETCOREAPP
      IntPtr library;
      if (ask.Url.StartsWith("https:") && !NativeLibrary.TryLoad("libssl.so.1.1", out library))
        return "{\"unsupported\":\"this version of .NET needs OpenSSL 1.1\"}";
#endif
      // The first calls have more time, because in them, the runtime compiles the stack.
      if (operation == "get") ask.Timeout = ++calls > 3 ? 500 : 5000;
      if (input.Has("headers")) foreach (var name in input["headers"].Names) ask.Headers[name] = input["headers"][name].Text;
      ask.Verifies = operation != "getUnverified";
      ask.Jar = operation == "getWithJar";
      return "{\"success\":" + Json.Parse(send(ask)).Written + "}";
    } catch (Exception error) {
      return "{\"failure\":" + Failure(error) + "}";
    }
  }

  static string Version() {
#if NETCOREAPP
    return RuntimeInformation.FrameworkDescription;
#else
    var name = Type.GetType("Mono.Runtime").GetMethod("GetDisplayName", System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static);
    return "Mono " + ((string)name.Invoke(null, null)).Split(' ')[0];
#endif
  }

  static int Main(string[] arguments) {
    var wire = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { AutoFlush = true };
    Console.SetOut(Console.Error); // what a library prints is output, never protocol
    var send = arguments[0] == "webrequest" ? (Func<Ask, string>)WebRequest : HttpClient;
    var lines = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
    for (string line; (line = lines.ReadLine()) != null;) {
      var message = Json.Parse(line);
      if (message.Has("bye")) break;
      if (message.Has("hello")) {
        var operations = string.Join(",", Operations.Select(Json.Write));
        wire.Write("{\"hello\":{\"protocol\":1,\"driver\":" + Json.Write(Version()) + ",\"operations\":[" + operations + "],\"transports\":[\"loopback\"]}}\n");
      }
      if (message.Has("call"))
        wire.Write("{\"result\":{\"id\":" + message["call"]["id"].Written + ",\"outcome\":" + Perform(send, message["call"]) + "}}\n");
    }
    Environment.Exit(0); // without waiting for the threads of the stacks
    return 0;
  }
}
