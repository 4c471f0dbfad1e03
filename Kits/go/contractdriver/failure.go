package contractdriver

import (
	"compress/gzip"
	"compress/zlib"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"syscall"
)

// NSURLErrorDomain, by whose codes contracts describe network errors in every language.
const urlErrors = "NSURLErrorDomain"

// A Failure is how contracts describe an error. See [Describe].
type Failure struct {
	// Category is network, status, decoding, invalidResponse, invalidRequest, cancelled or other.
	Category string `json:"category"`
	// Type is the name of the error's type, without its package.
	Type string `json:"type,omitempty"`
	// Case is the error's case, if its type has cases.
	Case string `json:"case,omitempty"`
	// Payload is what the error carries, such as the status.
	Payload any `json:"payload,omitempty"`
	// Domain and Code are those of the matching error of NSURLErrorDomain.
	Domain string `json:"domain,omitempty"`
	Code   int    `json:"code,omitempty"`
	// Message is the error's text.
	Message string `json:"message,omitempty"`
	// Underlying describes the error inside this one.
	Underlying *Failure `json:"underlying,omitempty"`
}

var categories = map[string]bool{
	"network": true, "status": true, "decoding": true, "invalidResponse": true, "invalidRequest": true,
	"cancelled": true, "other": true,
}

// Returns the failure that describes an error. It is an error if the driver described it wrongly.
func (driver *driver) failure(call *Call, err error) (*Failure, error) {
	failure := call.describe(err, kind{category: "other"}, 0)
	if own := driver.describe(err); own != nil {
		to, from := reflect.ValueOf(failure).Elem(), reflect.ValueOf(own).Elem()
		for index := 0; index < to.NumField(); index++ {
			if !from.Field(index).IsZero() {
				to.Field(index).Set(from.Field(index))
			}
		}
	}
	if !categories[failure.Category] {
		return nil, fmt.Errorf("the driver described a %s with the category %q; the categories are network, status, "+
			"decoding, invalidResponse, invalidRequest, cancelled and other", failure.Type, failure.Category)
	}
	payload, wrong := encode(failure.Payload)
	if wrong != nil {
		return nil, fmt.Errorf("the payload of a %s: %w", failure.Type, wrong)
	}
	failure.Payload = payload
	return failure, nil
}

// Returns the type of an error, with its package, if neither the driver nor the kit describes the error. It is empty for
// the types of errors.New and fmt.Errorf, which say nothing.
func (driver *driver) undescribed(err error, failure *Failure) (string, bool) {
	if failure.Category != "other" || driver.describe(err) != nil {
		return "", false
	}
	own := named(err)
	if path := packageOf(own); path == "errors" || path == "fmt" {
		return "", true
	}
	return reflect.TypeOf(own).String(), true
}

// The category of an error, and its code in NSURLErrorDomain.
type kind struct {
	category string
	code     int
}

func (call *Call) describe(err error, around kind, depth int) *Failure {
	if value := reflect.ValueOf(err); value.Kind() == reflect.Pointer && value.IsNil() {
		message := fmt.Sprintf("a nil %T, which is not a nil error", err)
		return &Failure{Category: "other", Type: typeName(err), Message: message}
	}
	found, isKnown := call.classify(err)
	isStatus := hasStatus(err)
	if isStatus {
		found = kind{category: "status"}
	} else if around.category == "network" && (err == io.EOF || err == io.ErrUnexpectedEOF) {
		found, isKnown = kind{category: "network"}, true // only the error around it says what ended
	} else if !isKnown {
		found = around
	}
	failure := &Failure{Category: found.category, Code: found.code, Message: fmt.Sprintf("%.4000s", fmt.Sprint(err))}
	if found.code != 0 {
		failure.Domain = urlErrors
	}
	if !isKnown && errors.Is(err, io.ErrUnexpectedEOF) && depth == 0 {
		failure.Message += " (a lost connection, or JSON that is cut; with call.Transport, the driver sees which)"
	}
	named := named(err)
	failure.Type = typeName(named)
	if !isKnown || isStatus {
		failure.Payload = payload(named)
	}
	if inner := inside(named); inner != nil && depth < 16 {
		failure.Underlying = call.describe(inner, found, depth+1)
	}
	return failure
}

// Returns the first error whose type says something: not those of fmt.Errorf("…: %w", err) and errors.Join.
func named(err error) error {
	for {
		inner, path := inside(err), packageOf(err)
		if inner == nil || path != "fmt" && path != "errors" {
			return err
		}
		err = inner
	}
}

func inside(err error) error {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, inner := range many.Unwrap() {
			if inner != nil {
				return inner
			}
		}
	}
	return errors.Unwrap(err)
}

func packageOf(err error) string {
	kind := reflect.TypeOf(err)
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	return kind.PkgPath()
}

func typeName(err error) string {
	name := strings.TrimLeft(reflect.TypeOf(err).String(), "*")
	name, _, _ = strings.Cut(name, "[") // of a generic type
	return name[strings.LastIndex(name, ".")+1:]
}

// Returns what an error of the client itself carries: its exported fields without errors, or its value.
func payload(err error) any {
	value := reflect.Indirect(reflect.ValueOf(err))
	if !value.IsValid() {
		return nil
	}
	if value.Kind() != reflect.Struct {
		encoded, wrong := encode(value.Interface())
		if wrong != nil {
			return nil
		}
		return encoded
	}
	members := map[string]any{}
	for index := 0; index < value.NumField(); index++ {
		field := value.Type().Field(index)
		if !field.IsExported() {
			continue
		}
		content := value.Field(index).Interface()
		if _, isError := content.(error); isError {
			continue
		}
		if encoded, wrong := encode(content); wrong == nil && encoded != nil {
			members[nameOf(field)] = encoded
		}
	}
	if len(members) == 0 {
		return nil
	}
	return members
}

// Returns whether an error, or one inside it, has the status of an answer: those of generated clients have it in a field,
// in the response that they hold, or from a method.
func hasStatus(err error) (has bool) {
	defer func() {
		if recover() != nil { // a method, or a field of something that is nil
			has = false
		}
	}()
	for ; err != nil; err = inside(err) {
		if own, ok := err.(interface{ HTTPStatusCode() int }); ok && isStatus(own.HTTPStatusCode()) {
			return true
		}
		value := reflect.Indirect(reflect.ValueOf(err))
		if value.Kind() != reflect.Struct {
			continue
		}
		for _, name := range []string{"StatusCode", "HTTPStatusCode", "Status"} {
			if field := value.FieldByName(name); field.IsValid() && field.CanInt() && isStatus(int(field.Int())) {
				return true
			}
		}
		field := value.FieldByName("Response")
		if field.IsValid() && field.CanInterface() {
			if response, ok := field.Interface().(*http.Response); ok && response != nil && isStatus(response.StatusCode) {
				return true
			}
		}
	}
	return false
}

func isStatus(value int) bool { return value >= 300 && value <= 999 }

// Returns what an error means, and whether the kit knows it. An error has the category of what it wraps.
func (call *Call) classify(err error) (kind, bool) {
	var own *networkError
	if errors.As(err, &own) {
		if own.Domain == urlErrors {
			return kind{"network", own.Code}, true
		}
		return kind{"network", 0}, true
	}
	var slow interface{ Timeout() bool }
	var lookup *net.DNSError
	var operation *net.OpError
	var parsed, sent *url.Error
	var tlsRecord tls.RecordHeaderError
	switch {
	case errors.As(err, &slow) && slow.Timeout():
		return kind{"network", -1001}, true
	case errors.Is(err, context.Canceled):
		return kind{"cancelled", -999}, true
	case errors.As(err, &lookup):
		return kind{"network", -1003}, true
	case isUntrusted(err):
		return kind{"network", -1202}, true
	case errors.As(err, &tlsRecord):
		return kind{"network", -1200}, true
	case isOne(err, syscall.ECONNRESET, syscall.ECONNABORTED, syscall.EPIPE, net.ErrClosed):
		return kind{"network", -1005}, true
	case isOne(err, syscall.ECONNREFUSED, syscall.ENETUNREACH, syscall.EHOSTUNREACH):
		return kind{"network", -1004}, true
	case errors.As(err, &operation):
		if operation.Op == "dial" {
			return kind{"network", -1004}, true
		}
		return kind{"network", -1005}, true
	case errors.As(err, &parsed) && parsed.Op == "parse":
		return kind{"invalidRequest", -1000}, true
	case isOne(err, gzip.ErrHeader, gzip.ErrChecksum, zlib.ErrHeader, zlib.ErrChecksum, zlib.ErrDictionary):
		return kind{"decoding", -1016}, true
	case isOne(err, http.ErrLineTooLong): // of a chunk
		return kind{"network", -1}, true
	}
	if found, ok := byType(err); ok {
		return found, true
	}
	isSent := errors.As(err, &sent)
	if isSent && isOne(err, io.EOF, io.ErrUnexpectedEOF) {
		return kind{"network", -1011}, true
	}
	if found, ok := byText(err); ok {
		return found, true
	}
	if isSent {
		return kind{}, false
	}
	bodies := call.seen()
	bodies.mutex.Lock()
	defer bodies.mutex.Unlock()
	switch {
	case bodies.broken != nil && errors.Is(err, bodies.broken):
		return kind{"network", -1}, true
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF) && bodies.count > 0:
		return kind{category: "decoding"}, true // the body was read whole, and a decoder expected more
	}
	return kind{}, false
}

func isOne(err error, targets ...error) bool {
	for _, target := range targets {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}

func isUntrusted(err error) bool {
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	return errors.As(err, &authority) || errors.As(err, &host) || errors.As(err, &invalid)
}

// Returns what the types of errors mean that have no values in common, or that are in packages that the kit does not
// import. Before the table of texts, because these types have many texts.
func byType(err error) (kind, bool) {
	for ; err != nil; err = inside(err) {
		switch path, name := packageOf(err), typeName(err); {
		case strings.HasPrefix(path, "encoding/") && (strings.HasPrefix(name, "Unsupported") || name == "MarshalerError"),
			strings.HasPrefix(path, "encoding/json/") && strings.HasPrefix(fmt.Sprint(err), "json: cannot marshal"):
			return kind{category: "invalidRequest"}, true
		case strings.HasPrefix(path, "compress/"):
			return kind{"decoding", -1016}, true
		case strings.HasPrefix(path, "encoding/"), path == "time" && name == "ParseError",
			path == "strconv" && name == "NumError":
			return kind{category: "decoding"}, true
		case path == "crypto/tls" && name == "CertificateVerificationError", path == "crypto/x509":
			return kind{"network", -1202}, true
		// Releases of Go have HTTP/2 in different packages.
		case strings.HasSuffix(path, "/http2"), path == "net/http" && strings.HasPrefix(name, "http2"),
			path == "net/textproto", path == "net/http" && name == "unsupportedTEError":
			return kind{"network", -1017}, true
		case path == "net/http" && name == "MaxBytesError":
			return kind{"network", -1103}, true
		case path == "net" && name == "DNSConfigError":
			return kind{"network", -1003}, true
		case path == "net" && name != "OpError", path == "net/url" && name != "Error":
			return kind{"invalidRequest", -1000}, true
		}
	}
	return kind{}, false
}

// Returns what the errors of net/http mean that have nothing but a text.
func byText(err error) (kind, bool) {
	for ; err != nil; err = inside(err) {
		text := fmt.Sprint(err) // which survives a panic in the method Error
		for _, row := range texts {
			if strings.HasPrefix(text, row.prefix) {
				return row.kind, true
			}
		}
	}
	return kind{}, false
}

var texts = []struct {
	prefix string
	kind   kind
}{
	{"unsupported protocol scheme", kind{"invalidRequest", -1000}},
	{"http: no Host in request URL", kind{"invalidRequest", -1000}},
	{"http: nil Request.", kind{"invalidRequest", 0}},
	{"http: Request.", kind{"invalidRequest", 0}}, // a member that a client must not set
	{"http: ContentLength=", kind{"invalidRequest", 0}},
	{"http: invalid ", kind{"invalidRequest", 0}},
	{"http2: request body larger", kind{"invalidRequest", 0}},
	{"net/http: invalid ", kind{"invalidRequest", 0}}, // a method or a header
	{"net/http: can't write control character", kind{"invalidRequest", 0}},
	{"net/http: nil Context", kind{"invalidRequest", 0}},
	{"net/http: request canceled", kind{"cancelled", -999}},
	{"http2: canceling request", kind{"cancelled", -999}},
	{"http: server gave HTTP response to HTTPS client", kind{"network", -1200}},
	{"tls: ", kind{"network", -1200}},
	{"remote error: tls: ", kind{"network", -1200}},
	{"http2: could not negotiate protocol", kind{"network", -1200}},
	{"x509: ", kind{"network", -1202}},
	{"http: server closed idle connection", kind{"network", -1005}},
	{"http: idle connection timeout", kind{"network", -1005}},
	{"http: CloseIdleConnections called", kind{"network", -1005}},
	{"net/http: cannot rewind body", kind{"network", -1005}},
	{"http2: client conn", kind{"network", -1005}}, // it is closed, or was lost
	{"connection closed", kind{"network", -1005}},
	{"connection is unavailable", kind{"network", -1005}},
	{"write error: ", kind{"network", -1005}},
	{"readLoopPeekFailLocked: ", kind{"network", -1005}},
	{"http2: Transport received", kind{"network", -1005}},
	{"socks connect ", kind{"network", -1004}},
	{"stopped after 10 redirects", kind{"network", -1007}},
	{"net/http: HTTP/1.x transport connection broken: unexpected EOF", kind{"network", -1011}},
	{"http: unexpected EOF reading trailer", kind{"network", -1}},
	{"malformed chunked encoding", kind{"network", -1}},
	{"chunked ", kind{"network", -1}},
	{"invalid CR in chunked line", kind{"network", -1}},
	{"empty hex number for chunk length", kind{"network", -1}},
	{"invalid byte in chunk length", kind{"network", -1}},
	{"http chunk length too large", kind{"network", -1}},
	{"net/http: ", kind{"network", -1017}},
	{"http2: ", kind{"network", -1017}},
	{"malformed HTTP ", kind{"network", -1017}},
	{"malformed response from server", kind{"network", -1017}}, // of HTTP/2, and the next two
	{"protocol error: ", kind{"network", -1017}},
	{"header list too large", kind{"network", -1017}},
	{"bad Content-Length", kind{"network", -1017}},
	{"invalid empty Content-Length", kind{"network", -1017}},
	{"bad trailer key", kind{"network", -1017}},
	{"invalid Trailer key", kind{"network", -1017}},
	{"http: message cannot contain multiple Content-Length", kind{"network", -1017}},
	{"http: suspiciously long trailer", kind{"network", -1017}},
	{"read limit of ", kind{"network", -1017}}, // of the headers
	{"failed to parse Location header", kind{"network", -1017}},
	{"json: unknown field", kind{"decoding", 0}},
	{"encoding/", kind{"decoding", 0}},
	{"mime: ", kind{"decoding", 0}},
	{"multipart: ", kind{"decoding", 0}},
	{"bufio.Scanner: token too long", kind{"decoding", 0}}, // a line of a stream
}
