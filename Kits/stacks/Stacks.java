// The driver of the contracts in Kits/tests, without abilities, on one of Java's HTTP stacks:
//
//   javac -cp "$JARS" -d OUT Kits/stacks/Stacks.java
//   java -cp "OUT:$JARS" Stacks java-net-http|httpurlconnection|okhttp|apache4|apache5
//
// JARS are files of /usr/share/java, where Debian installs them: jackson-core, jackson-annotations and jackson-databind
// for all; okhttp, okhttp-urlconnection and okio; httpclient, httpcore and commons-logging; httpclient5, httpcore5,
// httpcore5-h2 and slf4j-api. docs/driver-protocol.md describes the messages.

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.*;
import java.net.*;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.*;
import javax.net.ssl.*;

public class Stacks {
    static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** contract-run sets this variable if calls come through its proxy. */
    static final boolean DIRECT = System.getenv("NODE_USE_ENV_PROXY") == null;

    /** What a stack sends. A member that is null is not used. */
    static class Ask {
        URI url;
        int timeout = 10_000;
        String body, username, password, sid;
        Map<String, String> headers = new LinkedHashMap<>();
        boolean verifies = true, jar;
    }

    static class StatusError extends RuntimeException {
        final int status;

        StatusError(int status) {
            this.status = status;
        }
    }

    static void check(int status) {
        if (status < 200 || status > 299) throw new StatusError(status);
    }

    interface Stack {
        String version();

        /** Returns the body of an answer with a status of success. */
        String send(Ask ask) throws Exception;

        /** The operations that the stack cannot do. */
        default List<String> lacks() {
            return List.of();
        }
    }

    // --- The stacks

    static class JavaNetHttp implements Stack {
        public String version() {
            return "Java " + System.getProperty("java.version");
        }

        public List<String> lacks() {
            return List.of("getWithAuth"); // its Authenticator only answers a status 401
        }

        public String send(Ask ask) throws Exception {
            var timeout = Duration.ofMillis(ask.timeout);
            var builder = java.net.http.HttpClient.newBuilder().connectTimeout(timeout);
            builder.followRedirects(java.net.http.HttpClient.Redirect.NORMAL);
            if (ask.jar || ask.sid != null) builder.cookieHandler(cookies(ask));
            if (!ask.verifies) builder.sslContext(trusting());
            var request = java.net.http.HttpRequest.newBuilder(ask.url).timeout(timeout);
            ask.headers.forEach(request::header);
            if (ask.body != null) request.POST(java.net.http.HttpRequest.BodyPublishers.ofString(ask.body));
            var response = builder.build().send(request.build(), java.net.http.HttpResponse.BodyHandlers.ofString());
            check(response.statusCode());
            return response.body();
        }
    }

    static class UrlConnection implements Stack {
        public String version() {
            return "Java " + System.getProperty("java.version");
        }

        public List<String> lacks() {
            return List.of("getWithAuth"); // as above
        }

        public String send(Ask ask) throws Exception {
            CookieHandler.setDefault(ask.jar || ask.sid != null ? cookies(ask) : null);
            var connection = (HttpURLConnection) (DIRECT ? ask.url.toURL().openConnection(Proxy.NO_PROXY) : ask.url.toURL().openConnection());
            connection.setConnectTimeout(ask.timeout);
            connection.setReadTimeout(ask.timeout);
            ask.headers.forEach(connection::setRequestProperty);
            if (!ask.verifies && connection instanceof HttpsURLConnection) {
                ((HttpsURLConnection) connection).setSSLSocketFactory(trusting().getSocketFactory());
                ((HttpsURLConnection) connection).setHostnameVerifier((host, session) -> true);
            }
            if (ask.body != null) {
                connection.setDoOutput(true);
                try (var output = connection.getOutputStream()) {
                    output.write(ask.body.getBytes(UTF_8));
                }
            }
            check(connection.getResponseCode());
            try (var input = connection.getInputStream()) {
                return new String(input.readAllBytes(), UTF_8);
            }
        }
    }

    static class OkHttp implements Stack {
        final okhttp3.OkHttpClient shared = new okhttp3.OkHttpClient();

        public String version() {
            return okhttp3.internal.Version.userAgent().replace("okhttp/", "OkHttp ");
        }

        public List<String> lacks() {
            return List.of("getWithAuth"); // its authenticator only answers a status 401
        }

        public String send(Ask ask) throws Exception {
            var builder = shared.newBuilder().callTimeout(Duration.ofMillis(ask.timeout));
            if (DIRECT) builder.proxy(Proxy.NO_PROXY);
            if (ask.jar || ask.sid != null) builder.cookieJar(new okhttp3.JavaNetCookieJar(cookies(ask)));
            if (!ask.verifies) builder.sslSocketFactory(trusting().getSocketFactory(), TRUSTING).hostnameVerifier((host, session) -> true);
            var request = new okhttp3.Request.Builder().url(ask.url.toURL());
            ask.headers.forEach(request::header);
            if (ask.body != null) request.post(okhttp3.RequestBody.create(okhttp3.MediaType.get("application/json"), ask.body));
            try (var response = builder.build().newCall(request.build()).execute()) {
                check(response.code());
                return response.body().string();
            }
        }
    }

    static class Apache4 implements Stack {
        public String version() {
            var info = org.apache.http.util.VersionInfo.loadVersionInfo("org.apache.http.client", null);
            return "Apache HttpClient " + info.getRelease();
        }

        public String send(Ask ask) throws Exception {
            var limits = org.apache.http.client.config.RequestConfig.custom().setConnectionRequestTimeout(ask.timeout);
            limits.setConnectTimeout(ask.timeout).setSocketTimeout(ask.timeout);
            var builder = org.apache.http.impl.client.HttpClients.custom().setDefaultRequestConfig(limits.build());
            // The default follows no redirect after a POST.
            builder.setRedirectStrategy(org.apache.http.impl.client.LaxRedirectStrategy.INSTANCE);
            if (!ask.verifies) {
                builder.setSSLContext(trusting());
                builder.setSSLHostnameVerifier(org.apache.http.conn.ssl.NoopHostnameVerifier.INSTANCE);
            }
            var context = org.apache.http.client.protocol.HttpClientContext.create();
            if (ask.username != null) {
                var host = org.apache.http.client.utils.URIUtils.extractHost(ask.url);
                var users = new org.apache.http.impl.client.BasicCredentialsProvider();
                users.setCredentials(new org.apache.http.auth.AuthScope(host), new org.apache.http.auth.UsernamePasswordCredentials(ask.username, ask.password));
                var cache = new org.apache.http.impl.client.BasicAuthCache(); // sends them without a status 401
                cache.put(host, new org.apache.http.impl.auth.BasicScheme());
                context.setCredentialsProvider(users);
                context.setAuthCache(cache);
            }
            if (ask.sid != null) {
                var cookie = new org.apache.http.impl.cookie.BasicClientCookie("sid", ask.sid);
                cookie.setDomain(ask.url.getHost());
                cookie.setPath("/");
                context.setCookieStore(new org.apache.http.impl.client.BasicCookieStore());
                context.getCookieStore().addCookie(cookie);
            }
            var method = ask.body == null ? "GET" : "POST";
            var request = org.apache.http.client.methods.RequestBuilder.create(method).setUri(ask.url);
            ask.headers.forEach(request::setHeader);
            if (ask.body != null) request.setEntity(new org.apache.http.entity.StringEntity(ask.body, UTF_8));
            try (var client = builder.build(); var response = client.execute(request.build(), context)) {
                check(response.getStatusLine().getStatusCode());
                var entity = response.getEntity();
                return entity == null ? "" : org.apache.http.util.EntityUtils.toString(entity, UTF_8);
            }
        }
    }

    static class Apache5 implements Stack {
        public String version() {
            var info = org.apache.hc.core5.util.VersionInfo.loadVersionInfo("org.apache.hc.client5", null);
            return "Apache HttpClient " + info.getRelease();
        }

        public String send(Ask ask) throws Exception {
            var timeout = org.apache.hc.core5.util.Timeout.ofMilliseconds(ask.timeout);
            var limits = org.apache.hc.client5.http.config.ConnectionConfig.custom();
            limits.setConnectTimeout(timeout).setSocketTimeout(timeout);
            var connections = org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder.create();
            connections.setDefaultConnectionConfig(limits.build());
            if (!ask.verifies) connections.setSSLSocketFactory(new org.apache.hc.client5.http.ssl.SSLConnectionSocketFactory(
                trusting(), org.apache.hc.client5.http.ssl.NoopHostnameVerifier.INSTANCE));
            var config = org.apache.hc.client5.http.config.RequestConfig.custom();
            config.setResponseTimeout(timeout).setConnectionRequestTimeout(timeout);
            var builder = org.apache.hc.client5.http.impl.classic.HttpClients.custom();
            builder.setConnectionManager(connections.build()).setDefaultRequestConfig(config.build());
            var context = org.apache.hc.client5.http.protocol.HttpClientContext.create();
            if (ask.username != null) {
                var host = new org.apache.hc.core5.http.HttpHost(ask.url.getScheme(), ask.url.getHost(), ask.url.getPort());
                var user = new org.apache.hc.client5.http.auth.UsernamePasswordCredentials(ask.username, ask.password.toCharArray());
                var users = new org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider();
                users.setCredentials(new org.apache.hc.client5.http.auth.AuthScope(host), user);
                var scheme = new org.apache.hc.client5.http.impl.auth.BasicScheme();
                scheme.initPreemptive(user); // sends them without a status 401
                context.setCredentialsProvider(users);
                context.resetAuthExchange(host, scheme);
            }
            if (ask.sid != null) {
                var cookie = new org.apache.hc.client5.http.impl.cookie.BasicClientCookie("sid", ask.sid);
                cookie.setDomain(ask.url.getHost());
                cookie.setPath("/");
                context.setCookieStore(new org.apache.hc.client5.http.cookie.BasicCookieStore());
                context.getCookieStore().addCookie(cookie);
            }
            var method = ask.body == null ? "GET" : "POST";
            var request = org.apache.hc.core5.http.io.support.ClassicRequestBuilder.create(method).setUri(ask.url);
            ask.headers.forEach(request::setHeader);
            if (ask.body != null) request.setEntity(new org.apache.hc.core5.http.io.entity.StringEntity(ask.body, UTF_8));
            try (var client = builder.build()) {
                return client.execute(request.build(), context, response -> {
                    check(response.getCode());
                    var entity = response.getEntity();
                    return entity == null ? "" : org.apache.hc.core5.http.io.entity.EntityUtils.toString(entity, UTF_8);
                });
            }
        }
    }

    static CookieManager cookies(Ask ask) {
        var manager = new CookieManager();
        if (ask.sid != null) {
            var cookie = new HttpCookie("sid", ask.sid);
            cookie.setPath("/");
            cookie.setVersion(0);
            manager.getCookieStore().add(ask.url, cookie);
        }
        return manager;
    }

    /** Trusts every certificate, and every name in it. */
    static final X509ExtendedTrustManager TRUSTING = new X509ExtendedTrustManager() {
        public void checkClientTrusted(X509Certificate[] chain, String type) {}
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
        public void checkServerTrusted(X509Certificate[] chain, String type) {}
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
        public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
    };

    static SSLContext trusting() throws Exception {
        var context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {TRUSTING}, null);
        return context;
    }

    // --- Errors

    static Map<String, Object> failure(Exception error) {
        var type = error.getClass().getSimpleName();
        if (error instanceof StatusError)
            return Map.of("category", "status", "type", type, "case", "status", "payload", ((StatusError) error).status);
        if (error instanceof JsonProcessingException) return Map.of("category", "decoding", "type", type, "message", error.toString());
        if (!(error instanceof IOException)) return Map.of("category", "other", "type", type, "message", error.toString());
        var failure = new HashMap<String, Object>(Map.of("category", "network", "type", type, "message", error.toString()));
        int code = code(error);
        if (code != 0) failure.putAll(Map.of("domain", "NSURLErrorDomain", "code", code));
        return failure;
    }

    /** Returns the code of an error by the classes of it and its causes, and by texts where a stack has no class. */
    static int code(Throwable error) {
        if (has(error, UnknownHostException.class, UnresolvedAddressException.class)) return -1003;
        if (has(error, java.net.http.HttpTimeoutException.class, InterruptedIOException.class)) return -1001;
        if (has(error, ConnectException.class)) return -1004;
        if (has(error, CertificateException.class, SSLPeerUnverifiedException.class)) return -1202;
        if (has(error, SSLException.class)) return -1200;
        // Apache's classes are named, because the other stacks run without Apache's files.
        if (named(error, "NoHttpResponseException")) return -1011;
        if (named(error, "ConnectionClosedException", "MalformedChunkCodingException")) return -1;
        if (named(error, "ClientProtocolException", "UnsupportedHttpVersionException")) return -1017;
        if (says(error, "Connection reset", "Broken pipe")) return -1005;
        if (says(error, "header parser received no bytes", "Unexpected end of file from server", "unexpected end of stream on "))
            return -1011;
        if (says(error, "fixed content-length", "chunked transfer encoding", "Premature EOF", "unexpected end of stream")) return -1;
        if (has(error, EOFException.class)) return error instanceof EOFException ? -1 : -1011; // within a body, OkHttp does not wrap it
        if (says(error, "Invalid status line", "Invalid Http response", "Unexpected status line")) return -1017;
        return 0;
    }

    static boolean has(Throwable error, Class<?>... kinds) {
        for (; error != null; error = error.getCause()) for (var kind : kinds) if (kind.isInstance(error)) return true;
        return false;
    }

    static boolean named(Throwable error, String... names) {
        for (; error != null; error = error.getCause())
            for (Class<?> kind = error.getClass(); kind != null; kind = kind.getSuperclass())
                if (List.of(names).contains(kind.getSimpleName())) return true;
        return false;
    }

    static boolean says(Throwable error, String... texts) {
        for (; error != null; error = error.getCause())
            for (var text : texts) if (error.getMessage() != null && error.getMessage().contains(text)) return true;
        return false;
    }

    // --- The driver

    static final List<String> OPERATIONS = List.of(
        "get", "getWith", "getWithAuth", "getWithCookie", "getUnverified", "post", "getWithJar");

    static int calls;

    static Object perform(Stack stack, JsonNode call) {
        try {
            var operation = call.get("operation").textValue();
            var input = call.get("input");
            if (!OPERATIONS.contains(operation) || stack.lacks().contains(operation)) return Map.of("unsupported", true);
            if (!input.path("path").isTextual()) return Map.of("unsupported", "input has no path");
            var ask = new Ask();
            ask.url = URI.create(call.get("baseURL").textValue() + input.get("path").textValue());
            // The first calls have more time, because in them, Java loads and compiles its classes.
            ask.timeout = !operation.equals("get") ? 10_000 : ++calls > 3 ? 500 : 5_000;
            input.path("headers").fields().forEachRemaining(header -> ask.headers.put(header.getKey(), header.getValue().textValue()));
            ask.body = input.path("body").textValue();
            ask.username = input.path("username").textValue();
            ask.password = input.path("password").textValue();
            ask.sid = input.path("sid").textValue();
            ask.verifies = !operation.equals("getUnverified");
            ask.jar = operation.equals("getWithJar");
            return Collections.singletonMap("success", JSON.readValue(stack.send(ask), Object.class));
        } catch (Exception error) {
            return Map.of("failure", failure(error));
        }
    }

    public static void main(String[] arguments) throws Exception {
        var wire = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
        System.setOut(System.err); // what a library prints is output, never protocol
        Stack stack;
        switch (arguments[0]) {
            case "java-net-http": stack = new JavaNetHttp(); break;
            case "httpurlconnection": stack = new UrlConnection(); break;
            case "okhttp": stack = new OkHttp(); break;
            case "apache4": stack = new Apache4(); break;
            case "apache5": stack = new Apache5(); break;
            default: throw new IllegalArgumentException("unknown stack " + arguments[0]);
        }
        var lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line; (line = lines.readLine()) != null; ) {
            var message = JSON.readTree(line);
            if (message.has("bye")) break;
            if (message.has("hello")) {
                var operations = new ArrayList<>(OPERATIONS);
                operations.removeAll(stack.lacks());
                var hello = Map.of("protocol", 1, "driver", stack.version(), "operations", operations, "transports", List.of("loopback"));
                wire.println(JSON.writeValueAsString(Map.of("hello", hello)));
            }
            if (message.has("call")) {
                var outcome = perform(stack, message.get("call"));
                wire.println(JSON.writeValueAsString(Map.of("result", Map.of("id", message.get("call").get("id"), "outcome", outcome))));
            }
        }
        System.exit(0);
    }
}
