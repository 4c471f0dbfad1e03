#!/usr/bin/tclsh
# The driver of the contracts in Kits/tests, without abilities, on one HTTP stack: tclsh Kits/stacks/stacks.tcl http|tclcurl
# A stack returns the status and the bytes of the body. In Tcl, every value is a string, so results keep their JSON
# types by tcllib's huddle; json::many-json2dict is the strict parser (json2dict ignores what follows the first value).
package require json
package require json::write
package require huddle
package require huddle::json

proc failed {type text code} {
  set failure [dict create category [quoted network] type [quoted $type] message [quoted $text]]
  if {$code ne ""} { dict set failure domain [quoted NSURLErrorDomain]; dict set failure code $code }
  throw [list FAILED $failure] $text
}
proc quoted {text} { json::write string $text }
proc object {members} { json::write indented false; json::write object {*}$members }
proc option {options name {default ""}} { expr {[dict exists $options $name] ? [dict get $options $name] : $default} }

namespace eval stacks {}

# Tcl's own http: it has only texts for its errors. It has no redirects, no cookies, and no option for a user.
proc stacks::http {} {
  package require http
  package require tls
  ::http::register https 443 [list ::tls::socket -autoservername true]
  proc send {method url options} {
    set arguments [list -method $method -binary 1 -timeout [dict get $options timeout] -headers [dict get $options headers]]
    if {[dict exists $options body]} { lappend arguments -query [dict get $options body] -type application/json }
    if {[catch {::http::geturl $url {*}$arguments} token]} {
      failed geturl $token [coded $token]
    }
    set outcome [list [::http::status $token] [lindex [::http::error $token] 0] [::http::ncode $token] [::http::data $token]]
    ::http::cleanup $token
    lassign $outcome status text number data
    if {$status ne "ok"} { failed $status $text [expr {$status eq "timeout" ? -1001 : $status eq "eof" ? -1011 : [coded $text]}] }
    return [list $number $data]
  }
  proc coded {text} {
    switch -glob -nocase -- $text {
      *verify* { return -1202 }
      *refused* { return -1004 }
      "*not known*" { return -1003 }
      *ssl* - *tls* - *handshake* { return -1200 }
      *reset* { return -1005 }
    }
  }
  return [list "http [package present http]" {getWithAuth getWithCookie getWithJar}]
}

proc stacks::tclcurl {} {
  package require TclCurl
  proc send {method url options} {
    set handle [curl::init]
    set headers [lmap {name value} [dict get $options headers] { string cat $name ": " $value }]
    $handle configure -url $url -timeoutms [dict get $options timeout] -followlocation 1 -httpheader $headers -bodyvar data
    # contract-run sets this variable if calls come through its proxy.
    if {![info exists ::env(NODE_USE_ENV_PROXY)]} { $handle configure -proxy "" }
    if {[dict exists $options body]} {
      $handle configure -post 1 -postfields [dict get $options body] -httpheader {{Content-Type: application/json}}
    }
    if {[dict exists $options username]} { $handle configure -userpwd "[dict get $options username]:[dict get $options password]" }
    if {[dict exists $options jar]} { $handle configure -cookiefile "" }
    if {[dict exists $options sid]} { $handle configure -cookie "sid=[dict get $options sid]" }
    if {[dict exists $options insecure]} { $handle configure -sslverifypeer 0 -sslverifyhost 0 }
    set data ""
    set number [catch {$handle perform} error]
    if {!$number} { set status [$handle getinfo responsecode] }
    $handle cleanup
    if {$number} {
      set codes {1 -1017 6 -1003 7 -1004 8 -1017 18 -1 28 -1001 35 -1200 52 -1011 55 -1005 56 -1005 60 -1202}
      if {![string is integer -strict $error]} { error $error }
      failed CURLE_$error [curl::easystrerror $error] [option $codes $error]
    }
    return [list $status $data]
  }
  regexp {libcurl/([^ ]+)} [curl::version] -> library
  return [list "TclCurl [package present TclCurl] (libcurl $library)" {}]
}

if {[lindex $argv 0] ni {http tclcurl}} { error "usage: stacks.tcl http|tclcurl" }
lassign [stacks::[lindex $argv 0]] version without

proc perform {call method {options {}}} {
  set options [dict merge {timeout 10000 headers {}} $options]
  lassign [stacks::send $method [dict get $call baseURL][dict get $call input path] $options] status body
  if {![string is integer -strict $status] || $status < 200 || $status > 299} {
    if {![string is integer -strict $status]} { set status [quoted $status] } ;# http takes any first line
    throw [list FAILED [list category [quoted status] type [quoted StatusError] case [quoted status] payload $status]] "status $status"
  }
  return $body
}

proc parsed {bytes} {
  set text [encoding convertfrom utf-8 $bytes]
  if {[catch {
    if {[llength [json::many-json2dict $text]] != 1} { error "not one value" }
    huddle jsondump [huddle::json2huddle $text] {} {}
  } value]} {
    throw [list FAILED [list category [quoted decoding] type [quoted json] message [quoted $value]]] $value
  }
  return $value
}

set operations [dict create \
  get {parsed [perform $call GET {timeout 500}]} \
  getWith {parsed [perform $call GET [list headers [dict get $input headers]]]} \
  getWithAuth {parsed [perform $call GET [list username [dict get $input username] password [dict get $input password]]]} \
  getWithCookie {parsed [perform $call GET [list sid [dict get $input sid] jar 1]]} \
  getWithJar {parsed [perform $call GET {jar 1}]} \
  getUnverified {parsed [perform $call GET {insecure 1}]} \
  post {parsed [perform $call POST [list body [encoding convertto utf-8 [dict get $input body]]]]} ]
set operations [dict remove $operations {*}$without]

fconfigure stdin -encoding utf-8 -translation lf
fconfigure stdout -encoding utf-8 -translation lf
while {[gets stdin line] >= 0} {
  set message [json::json2dict $line]
  if {[dict exists $message hello]} {
    set names [lmap name [dict keys $operations] { quoted $name }]
    puts [object [list hello [object [list protocol 1 driver [quoted $version] operations [json::write array {*}$names] transports {["loopback"]}]]]]
  } elseif {[dict exists $message call]} {
    set call [dict get $message call]
    set input [dict get $call input]
    if {[dict exists $operations [dict get $call operation]]} {
      if {![catch [dict get $operations [dict get $call operation]] value details]} {
        set outcome [object [list success $value]]
      } elseif {[lindex [dict get $details -errorcode] 0] eq "FAILED"} {
        set outcome [object [list failure [object [lindex [dict get $details -errorcode] 1]]]]
      } else {
        set outcome [object [list failure [object [list category [quoted other] type [quoted error] message [quoted $value]]]]]
      }
    } else {
      set outcome {{"unsupported":true}}
    }
    puts [object [list result [object [list id [dict get $call id] outcome $outcome]]]]
  } elseif {[dict exists $message bye]} {
    break
  }
  flush stdout
}
