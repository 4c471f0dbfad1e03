#!/usr/bin/env escript
%% -*- erlang -*-
%%! -noshell
%% The driver of the contracts in Kits/tests, without abilities, on OTP's own HTTP stack: escript Kits/stacks/stacks.escript httpc
%% (Debian has no hackney, gun or ibrowse.) JSON is read by jiffy.

main(["httpc"]) ->
    {ok, _} = application:ensure_all_started(ssl),
    {ok, _} = application:ensure_all_started(inets),
    ok = logger:remove_handler(default), % it writes to standard output
    ok = logger:add_handler(default, logger_std_h, #{config => #{type => standard_error}}),
    ok = io:setopts(standard_io, [binary, {encoding, latin1}]), % bytes
    loop().

loop() ->
    case file:read_line(standard_io) of
        {ok, Line} ->
            case jiffy:decode(Line, [return_maps]) of
                #{<<"hello">> := _} -> hello(), loop();
                #{<<"call">> := Call} -> call(Call), loop();
                #{<<"bye">> := _} -> halt(0);
                _ -> loop()
            end;
        _ -> halt(0)
    end.

write(Message) -> ok = file:write(standard_io, [jiffy:encode(Message, [use_nil]), "\n"]).

hello() ->
    {ok, Version} = application:get_key(inets, vsn),
    Name = iolist_to_binary(["httpc of inets ", Version, " (Erlang/OTP ", erlang:system_info(otp_release), ")"]),
    Operations = [get, getWith, getWithAuth, getWithCookie, getWithJar, getUnverified, post],
    write(#{hello => #{protocol => 1, driver => Name, operations => Operations, transports => [loopback]}}).

call(#{<<"id">> := Id} = Call) ->
    Outcome =
        try operation(Call) of
            unsupported -> #{unsupported => true};
            Value -> #{success => Value}
        catch
            throw:Failure -> #{failure => Failure};
            Class:Reason -> #{failure => #{category => other, type => Class, message => text(Reason)}}
        end,
    write(#{result => #{id => Id, outcome => Outcome}}).

operation(#{<<"operation">> := Operation, <<"input">> := Input} = Call) ->
    case Operation of
        <<"get">> -> parsed(perform(Call, #{timeout => 500}));
        <<"getWith">> -> parsed(perform(Call, #{headers => headers(maps:get(<<"headers">>, Input))}));
        <<"getWithAuth">> ->
            #{<<"username">> := User, <<"password">> := Password} = Input,
            parsed(perform(Call, #{user => [uri_string:quote(binary_to_list(User)), ":", uri_string:quote(binary_to_list(Password)), "@"]}));
        <<"getWithCookie">> -> with_jar(fun() -> parsed(perform(Call, #{sid => maps:get(<<"sid">>, Input), profile => jar})) end);
        <<"getWithJar">> -> with_jar(fun() -> parsed(perform(Call, #{profile => jar})) end);
        <<"getUnverified">> -> parsed(perform(Call, #{options => [{ssl, [{verify, verify_none}]}]}));
        <<"post">> -> parsed(perform(Call, #{body => maps:get(<<"body">>, Input)}));
        _ -> unsupported
    end.

headers(Headers) -> [{binary_to_list(Name), binary_to_list(Value)} || {Name, Value} <- maps:to_list(Headers)].

%% A new jar, which ends with the call.
with_jar(Function) ->
    {ok, _} = inets:start(httpc, [{profile, jar}]),
    try
        ok = httpc:set_options([{cookies, enabled}], jar),
        Function()
    after
        inets:stop(httpc, jar)
    end.

perform(#{<<"baseURL">> := Base, <<"input">> := #{<<"path">> := Path}}, Options) ->
    Profile = maps:get(profile, Options, default),
    [Scheme, Rest] = string:split(binary_to_list(<<Base/binary, Path/binary>>), "://"),
    Url = lists:flatten([Scheme, "://", maps:get(user, Options, ""), Rest]),
    case Options of
        #{sid := Sid} -> ok = httpc:store_cookies([{"set-cookie", "sid=" ++ binary_to_list(Sid) ++ "; path=/"}], Url, Profile);
        _ -> ok
    end,
    Headers = maps:get(headers, Options, []),
    {Method, Request} =
        case Options of
            #{body := Body} -> {post, {Url, Headers, "application/json", Body}};
            _ -> {get, {Url, Headers}}
        end,
    Timeout = maps:get(timeout, Options, 10000),
    HTTP = [{timeout, Timeout}, {connect_timeout, Timeout} | maps:get(options, Options, [])],
    case httpc:request(Method, Request, HTTP, [{body_format, binary}], Profile) of
        {ok, {{_, Status, _}, _, Content}} when Status >= 200, Status =< 299 -> Content;
        {ok, {{_, Status, _}, _, _}} -> throw(#{category => status, type => 'StatusError', 'case' => status, payload => Status});
        {error, Reason} -> throw(network(Reason))
    end.

network(Reason) ->
    Failure = #{category => network, type => type(Reason), message => text(Reason)},
    case code(Reason) of
        none -> Failure;
        Code -> Failure#{domain => 'NSURLErrorDomain', code => Code}
    end.

type(Reason) when is_tuple(Reason), is_atom(element(1, Reason)) -> element(1, Reason);
type(Reason) when is_atom(Reason) -> Reason;
type(_) -> error.

code({failed_connect, Details}) ->
    case lists:last(Details) of
        {_, _, {tls_alert, {Alert, _}}} -> tls(Alert);
        {_, _, Reason} -> code(Reason);
        _ -> none
    end;
code({tls_alert, {Alert, _}}) -> tls(Alert);
code(timeout) -> -1001;
code(etimedout) -> -1001;
code(econnrefused) -> -1004;
code(nxdomain) -> -1003;
code(econnreset) -> -1005;
code(socket_closed_remotely) -> -1011;
code({could_not_parse_as_http, _}) -> -1017;
code(_) -> none.

tls(Alert) ->
    case lists:member(Alert, [bad_certificate, unknown_ca, certificate_expired, certificate_unknown]) of
        true -> -1202;
        false -> -1200
    end.

parsed(Body) ->
    try
        jiffy:decode(Body, [return_maps, use_nil])
    catch
        _:Reason -> throw(#{category => decoding, type => jiffy, message => text(Reason)})
    end.

text(Term) -> unicode:characters_to_binary(io_lib:format("~0p", [Term])).
