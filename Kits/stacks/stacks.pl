#!/usr/bin/perl
# The driver of the contracts in Kits/tests, without abilities, on one HTTP stack:
#   perl Kits/stacks/stacks.pl lwp|lwp-simple|http-tiny|mojo|furl|anyevent|curl|net-async
# Each stack returns the status and the bytes of the body, or calls `failed` with what it reports itself.
use v5.32;
use warnings;
use JSON::PP ();
use MIME::Base64 qw(encode_base64);

open my $wire, '>&', \*STDOUT or die "stdout: $!";
open STDOUT, '>&', \*STDERR or die "stderr: $!";
$wire->autoflush(1);
my $json = JSON::PP->new->utf8->allow_nonref;
# contract-run sets this variable if calls come through its proxy.
my $direct = !defined $ENV{NODE_USE_ENV_PROXY};

# These libraries have no classes and no numbers for their errors (WWW::Curl has), only texts.
my @codes = (
  [qr/certificate verify failed|self[- ]signed/i => -1202],
  [qr/timed? ?-?out/i => -1001],
  [qr/refused/i => -1004],
  [qr/not known|resolve/i => -1003],
  [qr/SSL/ => -1200],
  [qr/without sending|looking for line|reading response header|Premature|awaiting header/ => -1011],
  [qr/EOF|end of stream|awaiting (body|chunk)/ => -1],
  [qr/reset by peer|connection closed/i => -1005],
  [qr/malformed|bad (header|response)|not receive HTTP|invalid (http|server) response/i => -1017],
);

sub failed {
  my ($type, $text, $code) = @_;
  ($code) = map { $text =~ $_->[0] ? $_->[1] : () } @codes if !$code;
  chomp $text;
  my %failure = (category => 'network', type => $type, message => $text);
  @failure{qw(domain code)} = ('NSURLErrorDomain', $code) if $code;
  die \%failure;
}

sub with_user { # the user as a part of the URL
  my ($url, %o) = @_;
  return $url if !defined $o{username};
  require URI::Escape;
  my $user = join ':', map { URI::Escape::uri_escape_utf8($_) } @o{qw(username password)};
  return $url =~ s{://}{://$user\@}r;
}

sub cookie_jar { # HTTP::CookieJar, for HTTP::Tiny and Furl
  my ($url, %o) = @_;
  require HTTP::CookieJar;
  my $jar = HTTP::CookieJar->new;
  $jar->add($url, "sid=$o{sid}; Path=/") if defined $o{sid};
  return $jar;
}

sub cookies { # HTTP::Cookies, for LWP and Net::Async::HTTP
  my ($url, %o) = @_;
  require HTTP::Cookies;
  my $jar = HTTP::Cookies->new;
  $jar->set_cookie(0, 'sid', $o{sid}, '/', URI->new($url)->host, undef, 0, 0, 3600, 0) if defined $o{sid};
  return $jar;
}

sub message { # HTTP::Request, for LWP and Net::Async::HTTP
  my ($method, $url, %o) = @_;
  my $request = HTTP::Request->new($method, $url, [%{$o{headers}}], $o{body});
  $request->authorization_basic(@o{qw(username password)}) if defined $o{username};
  return $request;
}

# The module; the operations that it cannot run; the function.
my %stacks = (
  'lwp' => ['LWP::UserAgent', '', sub {
    my ($method, $url, %o) = @_;
    my $ua = LWP::UserAgent->new(timeout => $o{timeout}, requests_redirectable => [qw(GET HEAD POST)]);
    $ua->ssl_opts(verify_hostname => 0, SSL_verify_mode => 0) if $o{insecure};
    $ua->cookie_jar(cookies($url, %o)) if $o{jar};
    my $response = $ua->request(message($method, $url, %o));
    failed('LWP::UserAgent', $response->message . "\n" . $response->content)
      if ($response->header('Client-Warning') // '') eq 'Internal response';
    failed('X-Died', $response->header('X-Died')) if $response->header('X-Died');
    return ($response->code, $response->decoded_content(charset => 'none'));
  }],
  'lwp-simple' => ['LWP::Simple', 'getWith getWithAuth getWithCookie getWithJar getUnverified post', sub {
    my ($method, $url, %o) = @_;
    $LWP::Simple::ua->timeout($o{timeout});
    $LWP::Simple::ua->proxy([qw(http https)], undef) if $direct;
    return (200, LWP::Simple::get($url) // die {category => 'other', type => 'undef'}); # it tells no more
  }],
  'http-tiny' => ['HTTP::Tiny', '', sub {
    my ($method, $url, %o) = @_;
    my %options = (timeout => $o{timeout}, $direct ? (proxy => undef, http_proxy => undef, https_proxy => undef) : ());
    $options{verify_SSL} = 0 if $o{insecure};
    $options{cookie_jar} = cookie_jar($url, %o) if $o{jar};
    my %request = (headers => $o{headers}, defined $o{body} ? (content => $o{body}) : ());
    my $response = HTTP::Tiny->new(%options)->request($method, with_user($url, %o), \%request);
    failed('HTTP::Tiny', $response->{content}) if $response->{status} == 599;
    return @$response{qw(status content)};
  }],
  'mojo' => ['Mojo::UserAgent', '', sub {
    my ($method, $url, %o) = @_;
    my $ua = Mojo::UserAgent->new(connect_timeout => $o{timeout}, request_timeout => $o{timeout}, max_redirects => 10);
    $ua->insecure(1) if $o{insecure};
    $url = Mojo::URL->new($url);
    $url->userinfo("$o{username}:$o{password}") if defined $o{username};
    $ua->cookie_jar->add(Mojo::Cookie::Response->new(name => 'sid', value => $o{sid}, domain => $url->host, path => '/'))
      if defined $o{sid};
    my $tx = $ua->start($ua->build_tx($method, $url, $o{headers}, $o{body} // ()));
    my $error = $tx->error;
    failed('Mojo::UserAgent', $error->{message}) if $error && !$error->{code};
    return ($tx->res->code, $tx->res->body);
  }],
  'furl' => ['Furl', '', sub {
    my ($method, $url, %o) = @_;
    my %options = (timeout => $o{timeout}, $o{jar} ? (cookie_jar => cookie_jar($url, %o)) : ());
    # Debian has no Mozilla::CA, where Furl looks for authorities.
    $options{ssl_opts} = $o{insecure} ? {SSL_verify_mode => 0} : {SSL_ca_path => '/etc/ssl/certs'};
    my %request = (method => $method, url => with_user($url, %o), headers => [%{$o{headers}}], content => $o{body});
    my $response = Furl->new(%options)->request(%request);
    failed('Furl', $response->content) if $response->header('X-Internal-Response');
    return ($response->code, $response->content);
  }],
  'anyevent' => ['AnyEvent::HTTP', 'getWithAuth', sub {
    my ($method, $url, %o) = @_;
    my %options = (timeout => $o{timeout}, $direct ? (proxy => undef) : (), headers => $o{headers}, body => $o{body});
    $options{tls_ctx} = 'low' if $o{insecure};
    $options{cookie_jar} = {} if $o{jar};
    $options{cookie_jar} = {version => 2, URI->new($url)->host => {'/' => {sid => {value => $o{sid}}}}} if defined $o{sid};
    my $done = AnyEvent->condvar;
    AnyEvent::HTTP::http_request($method => $url, %options, sub { $done->send(@_) });
    my ($body, $head) = $done->recv;
    # Its errors are numbers of phases, with the text of an errno. EPIPE is an end that comes too soon.
    my %ends = ('595 No such device or address' => -1003, '596 Broken pipe' => -1011, '597 Broken pipe' => -1);
    my @error = @$head{qw(Status Reason)};
    failed("AnyEvent::HTTP $error[0]", $error[1], $ends{"@error"}) if $error[0] >= 590;
    return ($head->{Status}, $body);
  }],
  'curl' => ['WWW::Curl', '', sub {
    my ($method, $url, %o) = @_;
    my ($curl, $body) = (WWW::Curl::Easy->new, '');
    my $set = sub { $curl->setopt(WWW::Curl::Easy->${\"CURLOPT_$_[0]"}, $_[1]) };
    $set->(URL => $url);
    $set->(WRITEDATA => \$body);
    $set->(TIMEOUT_MS => $o{timeout} * 1000);
    $set->(FOLLOWLOCATION => 1);
    $set->(PROXY => '') if $direct;
    $set->(HTTPHEADER => [map { "$_: $o{headers}{$_}" } keys %{$o{headers}}]);
    $set->(POSTFIELDS => $o{body}) if defined $o{body};
    $set->(USERPWD => "$o{username}:$o{password}") if defined $o{username};
    $set->(COOKIEFILE => '') if $o{jar};
    $set->(COOKIE => "sid=$o{sid}") if defined $o{sid};
    if ($o{insecure}) { $set->($_ => 0) for qw(SSL_VERIFYPEER SSL_VERIFYHOST) }
    my $error = $curl->perform;
    state $codes = {1 => -1017, 6 => -1003, 7 => -1004, 8 => -1017, 18 => -1, 28 => -1001, 35 => -1200, 52 => -1011,
      55 => -1005, 56 => -1005, 60 => -1202};
    failed("CURLE_$error", $curl->strerror($error) . ': ' . $curl->errbuf, $codes->{$error}) if $error;
    return ($curl->getinfo(WWW::Curl::Easy->CURLINFO_HTTP_CODE), $body);
  }],
  'net-async' => ['Net::Async::HTTP', '', sub {
    my ($method, $url, %o) = @_;
    my $http = Net::Async::HTTP->new(timeout => $o{timeout}, $o{jar} ? (cookie_jar => cookies($url, %o)) : ());
    $http->configure(SSL_verify_mode => 0) if $o{insecure};
    my $loop = IO::Async::Loop->new;
    $loop->add($http);
    my $request = message($method, $url, %o);
    my $secure = $request->uri->scheme eq 'https';
    my $future = $http->do_request(request => $request, host => $request->uri->host, port => $request->uri->port, SSL => $secure);
    my ($text, $category) = eval { $future->await; $future->failure };
    $loop->remove($http);
    $text //= $@; # some errors come out of the loop
    failed('Net::Async::HTTP' . ($category ? " $category" : ''), $text) if length $text;
    my $response = $future->get;
    return ($response->code, $response->decoded_content(charset => 'none'));
  }],
);
my ($module, $without, $send) = @{$stacks{$ARGV[0] // ''} // die "usage: stacks.pl " . join('|', sort keys %stacks) . "\n"};
my %more = ('Mojo::UserAgent' => ['Mojolicious'], 'WWW::Curl' => ['WWW::Curl::Easy'], 'AnyEvent::HTTP' => ['URI'],
  'Net::Async::HTTP' => ['IO::Async::Loop']);
eval "require $_; 1" or die $@ for $module, @{$more{$module} // []};
my $version = "$module " . ($module eq "Mojo::UserAgent" ? Mojolicious->VERSION : $module->VERSION);
$version .= ' (libcurl ' . (WWW::Curl::Easy->new->version =~ m{libcurl/(\S+)})[0] . ')' if $module eq 'WWW::Curl';

sub perform {
  my ($call, $method, %o) = @_;
  $o{headers} //= defined $o{body} ? {'Content-Type' => 'application/json'} : {};
  utf8::encode($_) for values %{$o{headers}};
  utf8::encode($o{body}) if defined $o{body};
  my ($status, $body) = $send->($method, $call->{baseURL} . $call->{input}{path}, timeout => 10, %o);
  die {category => 'status', type => 'StatusError', case => 'status', payload => $status + 0} if $status !~ /^2\d\d$/;
  return $body;
}

sub parsed {
  my ($text) = @_;
  return eval { $json->decode($text) } // ($text =~ /^\s*null\s*$/ ? undef
    : die {category => 'decoding', type => 'JSON::PP', message => $@});
}

my %operations = (
  get => sub { parsed(perform($_[0], 'GET', timeout => 0.5)) },
  getWith => sub { parsed(perform($_[0], 'GET', headers => $_[0]{input}{headers})) },
  getWithAuth => sub { parsed(perform($_[0], 'GET', %{$_[0]{input}})) },
  getWithCookie => sub { parsed(perform($_[0], 'GET', sid => $_[0]{input}{sid}, jar => 1)) },
  getWithJar => sub { parsed(perform($_[0], 'GET', jar => 1)) },
  getUnverified => sub { parsed(perform($_[0], 'GET', insecure => 1)) },
  post => sub { parsed(perform($_[0], 'POST', body => $_[0]{input}{body})) },
);
delete @operations{split ' ', $without};

while (my $line = <STDIN>) {
  my $message = $json->decode($line);
  my $answer;
  if ($message->{hello}) {
    $answer = {hello => {protocol => 1, driver => $version, operations => [sort keys %operations], transports => ['loopback']}};
  } elsif (my $call = $message->{call}) {
    my $operation = $operations{$call->{operation}};
    my $outcome = {unsupported => JSON::PP::true};
    $outcome = eval { {success => $operation->($call)} }
      // {failure => ref $@ eq 'HASH' ? $@ : {category => 'other', type => ref $@ || $module, message => "$@"}} if $operation;
    $answer = {result => {id => $call->{id}, outcome => $outcome}};
  } elsif ($message->{bye}) {
    last;
  }
  print $wire $json->encode($answer), "\n" if $answer;
}
