<?php
// The driver of the contracts in Kits/tests, without abilities, on one HTTP stack of PHP:
//   php Kits/stacks/stacks.php curl|streams|guzzle-curl|guzzle-streams|symfony-curl|symfony-native
// Packages of Debian 12: php-cli php-curl php-guzzlehttp-guzzle php-symfony-http-client

use GuzzleHttp\Cookie\CookieJar;
use GuzzleHttp\Exception\BadResponseException;
use Symfony\Component\HttpClient\CurlHttpClient;
use Symfony\Component\HttpClient\NativeHttpClient;
use Symfony\Contracts\HttpClient\Exception\HttpExceptionInterface;

// Each function returns the status and the body. Its parameters tell what its stack can do: the operations are made of them.

// libcurl's number of an error, for the functions that throw nothing, or nothing with the number.
class CurlError extends Exception {}

// contract-run sets this variable if calls come through its proxy.
define('DIRECT', getenv('NODE_USE_ENV_PROXY') === false);

function curl($url, $timeout, $method = 'GET', $headers = [], $body = null, $auth = null, $verify = true, $cookies = null, $jar = false)
{
    $curl = curl_init($url);
    $options = [CURLOPT_RETURNTRANSFER => true, CURLOPT_FOLLOWLOCATION => true] + (DIRECT ? [CURLOPT_PROXY => ''] : []);
    $options += [CURLOPT_TIMEOUT_MS => (int) ($timeout * 1000), CURLOPT_HTTPHEADER => lines_of($headers)];
    $options += [CURLOPT_SSL_VERIFYPEER => $verify, CURLOPT_SSL_VERIFYHOST => $verify ? 2 : 0];
    $options += $body === null ? [] : [CURLOPT_POSTFIELDS => $body];
    $options += $auth ? [CURLOPT_USERPWD => implode(':', $auth)] : [];
    $options += $cookies ? [CURLOPT_COOKIE => http_build_query($cookies, '', '; ')] : [];
    $options += $jar ? [CURLOPT_COOKIEFILE => ''] : [];
    curl_setopt_array($curl, $options);
    $answer = curl_exec($curl);
    if ($answer === false) {
        throw new CurlError(curl_error($curl), curl_errno($curl));
    }
    return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $answer];
}

// Its timeout is that of each wait. It has no option for a user but the URL.
function streams($url, $timeout, $method = 'GET', $headers = [], $body = '', $auth = null, $verify = true)
{
    $http = ['method' => $method, 'header' => lines_of($headers), 'content' => $body, 'timeout' => $timeout, 'ignore_errors' => true];
    $ssl = ['verify_peer' => $verify, 'verify_peer_name' => $verify];
    $url = $auth ? str_replace('://', '://' . implode(':', array_map('rawurlencode', $auth)) . '@', $url) : $url;
    $warnings = [];
    set_error_handler(function ($level, $text) use (&$warnings) {
        return (bool) ($warnings[] = $text);
    });
    try {
        $answer = file_get_contents($url, false, stream_context_create(['http' => $http, 'ssl' => $ssl]));
    } finally {
        restore_error_handler();
    }
    if ($answer === false) {
        throw new ErrorException(implode("\n", $warnings));
    }
    preg_match_all('{^HTTP/\S+ (\d{3})}m', implode("\n", $http_response_header ?? []), $statuses); // of each redirect, too
    return [(int) end($statuses[1]), $answer];
}

function guzzle($handler, $url, $timeout, $method, $body, $cookies, $jar, $options)
{
    // On streams, it would send an empty Content-Type.
    $options += $body === null ? [] : ['headers' => ['Content-Type' => 'application/json']];
    $jar = $cookies ? CookieJar::fromArray($cookies, parse_url($url, PHP_URL_HOST)) : ($jar ? new CookieJar() : false);
    $options += ['timeout' => $timeout, 'connect_timeout' => $timeout, 'read_timeout' => $timeout] + (DIRECT ? ['proxy' => ''] : []);
    $client = new GuzzleHttp\Client(['handler' => GuzzleHttp\HandlerStack::create($handler)]);
    try {
        $response = $client->request($method, $url, $options + ['body' => $body, 'cookies' => $jar]);
    } catch (BadResponseException $error) {
        $response = $error->getResponse();
    }
    return [$response->getStatusCode(), (string) $response->getBody()];
}

function guzzle_curl($url, $timeout, $method = 'GET', $body = null, $auth = null, $verify = true, $cookies = null, $jar = false, ...$options)
{
    return guzzle(null, $url, $timeout, $method, $body, $cookies, $jar, $options + ['auth' => $auth, 'verify' => $verify]); // curl is the default
}

function guzzle_streams($url, $timeout, $method = 'GET', $body = null, $auth = null, $verify = true, $cookies = null, $jar = false, ...$options)
{
    $handler = new GuzzleHttp\Handler\StreamHandler();
    return guzzle($handler, $url, $timeout, $method, $body, $cookies, $jar, $options + ['auth' => $auth, 'verify' => $verify]);
}

function symfony($client, $url, $timeout, $method, $headers, $body, $auth, $verify)
{
    $options = ['timeout' => $timeout, 'max_duration' => $timeout, 'headers' => $headers] + (DIRECT ? ['no_proxy' => '*'] : []);
    $options += ['verify_peer' => $verify, 'verify_host' => $verify];
    $options += $auth ? ['auth_basic' => $auth] : [];
    $options += $body === null ? [] : ['body' => $body];
    try {
        $response = $client->request($method, $url, $options);
        return [$response->getStatusCode(), $response->getContent()];
    } catch (HttpExceptionInterface $error) {
        return [$error->getResponse()->getStatusCode(), ''];
    }
}

function symfony_curl($url, $timeout, $method = 'GET', $headers = [], $body = null, $auth = null, $verify = true)
{
    return symfony(new CurlHttpClient(), $url, $timeout, $method, $headers, $body, $auth, $verify);
}

function symfony_native($url, $timeout, $method = 'GET', $headers = [], $body = null, $auth = null, $verify = true)
{
    return symfony(new NativeHttpClient(), $url, $timeout, $method, $headers, $body, $auth, $verify);
}

function lines_of($headers)
{
    return array_map(fn ($name, $value) => "$name: $value", array_keys($headers), $headers);
}

const CURL_CODES = [ // the codes in NSURLErrorDomain of libcurl's numbers
    1 => -1017, 6 => -1003, 7 => -1004, 8 => -1017, 18 => -1, 28 => -1001, 35 => -1200, 47 => -1007, 51 => -1202,
    52 => -1011, 55 => -1005, 56 => -1005, 60 => -1202,
];
const TEXTS = [ // PHP's streams and Symfony have only texts
    '{certificate}i' => -1202, '{SSL|crypto}' => -1200, '{resolve host|getaddrinfo}' => -1003, '{Connection refused|Couldn\'t connect}' => -1004,
    '{timed out|Max duration|timeout reached}i' => -1001, '{reset by peer}' => -1005, '{Empty reply}' => -1011,
    '{Transfer closed with}i' => -1, '{HTTP/0\.9|Unsupported HTTP version|Weird server reply}' => -1017, '{Redirection limit reached}' => -1007,
];

function failure($error)
{
    $type = (new ReflectionClass($error))->getShortName();
    if ($error instanceof JsonException) {
        return ['category' => 'decoding', 'type' => $type];
    }
    $number = null;
    if ($error instanceof CurlError) {
        $number = $error->getCode();
        $type = $error->getPrevious() ? 'RuntimeException' : array_search($number, array_filter(
            get_defined_constants(), fn ($name) => str_starts_with($name, 'CURLE_'), ARRAY_FILTER_USE_KEY));
    } elseif ($error instanceof GuzzleHttp\Exception\TooManyRedirectsException) {
        $number = CURLE_TOO_MANY_REDIRECTS;
    } elseif ($error instanceof GuzzleHttp\Exception\ConnectException || $error instanceof GuzzleHttp\Exception\RequestException) {
        $number = $error->getHandlerContext()['errno'] ?? 0; // on streams, it says "Connection refused" whatever it was
    } elseif ($error instanceof ErrorException || $error instanceof Symfony\Contracts\HttpClient\Exception\TransportExceptionInterface) {
        $found = array_filter(TEXTS, fn ($text) => preg_match($text, $error->getMessage()), ARRAY_FILTER_USE_KEY);
        $code = $found ? reset($found) : null;
    } else {
        return ['category' => 'other', 'type' => $type];
    }
    if ($number === CURLE_URL_MALFORMAT || $number === CURLE_BAD_CONTENT_ENCODING) {
        return ['category' => $number === CURLE_URL_MALFORMAT ? 'invalidRequest' : 'decoding', 'type' => $type];
    }
    $code ??= CURL_CODES[$number] ?? null;
    return ['category' => 'network', 'type' => $type] + ($code ? ['domain' => 'NSURLErrorDomain', 'code' => $code] : []);
}

const OPERATIONS = ['get', 'getWith', 'getWithAuth', 'getWithCookie', 'getUnverified', 'post', 'getWithJar'];
const NEEDED = ['getUnverified' => 'verify', 'getWithCookie' => 'cookies', 'getWithJar' => 'jar'];

function options($operation, $input)
{
    return match ($operation) {
        'get' => ['timeout' => 0.5],
        'getWith' => ['headers' => (array) $input->headers],
        'getWithAuth' => ['auth' => [$input->username, $input->password]],
        'getWithCookie' => ['cookies' => ['sid' => $input->sid]],
        'getUnverified' => ['verify' => false],
        'post' => ['method' => 'POST', 'body' => $input->body],
        'getWithJar' => ['jar' => true],
    };
}

function perform($function, $call)
{
    try {
        $options = options($call->operation, $call->input);
        [$status, $body] = $function($call->baseURL . $call->input->path, ...$options + ['timeout' => 10]);
        if ($status < 200 || $status > 299) {
            return ['failure' => ['category' => 'status', 'type' => 'StatusError', 'case' => 'status', 'payload' => $status]];
        }
        return ['success' => json_decode($body, flags: JSON_THROW_ON_ERROR)];
    } catch (Throwable $error) {
        return ['failure' => failure($error)];
    }
}

// The version of a library that does not know its own: that of its package.
function packaged($package)
{
    return preg_replace('{^\d+:|[-+].*}', '', shell_exec("dpkg-query --show --showformat '\${Version}' $package"));
}

function version($stack)
{
    return match ($stack) {
        'curl', 'streams' => 'PHP ' . PHP_VERSION,
        'guzzle-curl', 'guzzle-streams' => "$stack " . packaged('php-guzzlehttp-guzzle'),
        'symfony-curl', 'symfony-native' => "$stack " . packaged('php-symfony-http-client'),
    };
}

ini_set('display_errors', 'stderr');
ob_start(fn ($printed) => fwrite(STDERR, $printed) ? '' : '', 1); // what libraries print
$stack = $argv[1];
foreach (['guzzle' => 'GuzzleHttp', 'symfony' => 'Symfony/Component/HttpClient'] as $name => $folder) {
    if (str_starts_with($stack, $name)) {
        require "$folder/autoload.php";
    }
}
$function = str_replace('-', '_', $stack);
$parameters = array_map(fn ($one) => $one->getName(), (new ReflectionFunction($function))->getParameters());
$operations = array_values(array_filter(OPERATIONS, fn ($name) => !isset(NEEDED[$name]) || in_array(NEEDED[$name], $parameters)));
while (($line = fgets(STDIN)) !== false) {
    $message = json_decode($line);
    if (isset($message->hello)) {
        $answer = ['hello' => ['protocol' => 1, 'driver' => version($stack), 'operations' => $operations, 'transports' => ['loopback']]];
    } elseif (isset($message->call)) {
        $isKnown = in_array($message->call->operation, $operations);
        $answer = ['result' => ['id' => $message->call->id, 'outcome' => $isKnown ? perform($function, $message->call) : ['unsupported' => true]]];
    } elseif (isset($message->bye)) {
        break;
    } else {
        continue;
    }
    fwrite(STDOUT, json_encode($answer, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR) . "\n");
}
