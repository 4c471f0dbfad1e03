//go:build go1.27

package contractdriver

import (
	"bufio"
	"compress/bzip2"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base32"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"encoding/xml"
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The packages of the standard library whose errors a call of a client can return.
const packages = "bufio compress/bzip2 compress/flate compress/gzip compress/zlib context crypto/tls crypto/x509 " +
	"encoding/base32 encoding/base64 encoding/csv encoding/hex encoding/json encoding/json/jsontext encoding/json/v2 " +
	"encoding/xml io mime mime/multipart net net/http net/http/cookiejar net/textproto net/url os strconv syscall time"

// The exported errors that the kit knows, or a value of their type, by their category.
var exported = map[string]map[string]error{
	"network": {
		"context.DeadlineExceeded":                context.DeadlineExceeded,
		"crypto/tls.AlertError":                   tls.AlertError(40),
		"crypto/tls.CertificateVerificationError": &tls.CertificateVerificationError{Err: errors.New("x")},
		"crypto/tls.ECHRejectionError":            &tls.ECHRejectionError{},
		"crypto/tls.RecordHeaderError":            tls.RecordHeaderError{},
		"crypto/x509.CertificateInvalidError":     x509.CertificateInvalidError{},
		"crypto/x509.ConstraintViolationError":    x509.ConstraintViolationError{},
		"crypto/x509.ErrUnsupportedAlgorithm":     x509.ErrUnsupportedAlgorithm,
		"crypto/x509.HostnameError":               x509.HostnameError{Certificate: &x509.Certificate{}},
		"crypto/x509.InsecureAlgorithmError":      x509.InsecureAlgorithmError(1),
		"crypto/x509.SystemRootsError":            x509.SystemRootsError{},
		"crypto/x509.UnhandledCriticalExtension":  x509.UnhandledCriticalExtension{},
		"crypto/x509.UnknownAuthorityError":       x509.UnknownAuthorityError{},
		"net.DNSConfigError":                      &net.DNSConfigError{Err: errors.New("x")},
		"net.DNSError":                            &net.DNSError{},
		"net.ErrClosed":                           net.ErrClosed,
		"net.OpError":                             &net.OpError{Err: errors.New("x")},
		"net/http.ErrLineTooLong":                 http.ErrLineTooLong,
		"net/http.ErrSchemeMismatch":              http.ErrSchemeMismatch,
		"net/http.MaxBytesError":                  &http.MaxBytesError{},
		"net/textproto.Error":                     &textproto.Error{},
		"net/textproto.ProtocolError":             textproto.ProtocolError("x"),
		"os.ErrDeadlineExceeded":                  os.ErrDeadlineExceeded,
		"os.SyscallError":                         os.NewSyscallError("connect", syscall.ECONNREFUSED),
		"syscall.Errno":                           syscall.ECONNRESET,
	},
	"invalidRequest": {
		"encoding/json.MarshalerError":        &json.MarshalerError{Err: errors.New("x")},
		"encoding/json.UnsupportedTypeError":  &json.UnsupportedTypeError{},
		"encoding/json.UnsupportedValueError": &json.UnsupportedValueError{},
		"encoding/xml.UnsupportedTypeError":   &xml.UnsupportedTypeError{},
		"net.AddrError":                       &net.AddrError{},
		"net.InvalidAddrError":                net.InvalidAddrError("x"),
		"net.ParseError":                      &net.ParseError{},
		"net.UnknownNetworkError":             net.UnknownNetworkError("x"),
		"net/url.Error":                       &url.Error{Op: "parse", Err: errors.New("x")},
		"net/url.EscapeError":                 url.EscapeError("x"),
		"net/url.InvalidHostError":            url.InvalidHostError("x"),
	},
	"decoding": {
		"bufio.ErrTooLong":                      bufio.ErrTooLong,
		"compress/bzip2.StructuralError":        bzip2.StructuralError("x"),
		"compress/flate.CorruptInputError":      flate.CorruptInputError(1),
		"compress/flate.InternalError":          flate.InternalError("x"),
		"compress/flate.ReadError":              &flate.ReadError{Err: errors.New("x")},
		"compress/flate.WriteError":             &flate.WriteError{Err: errors.New("x")},
		"compress/gzip.ErrChecksum":             gzip.ErrChecksum,
		"compress/gzip.ErrHeader":               gzip.ErrHeader,
		"compress/zlib.ErrChecksum":             zlib.ErrChecksum,
		"compress/zlib.ErrDictionary":           zlib.ErrDictionary,
		"compress/zlib.ErrHeader":               zlib.ErrHeader,
		"encoding/base32.CorruptInputError":     base32.CorruptInputError(1),
		"encoding/base64.CorruptInputError":     base64.CorruptInputError(1),
		"encoding/csv.ParseError":               &csv.ParseError{Err: csv.ErrQuote},
		"encoding/hex.ErrLength":                hex.ErrLength,
		"encoding/hex.InvalidByteError":         hex.InvalidByteError(1),
		"encoding/json.InvalidUTF8Error":        &json.InvalidUTF8Error{},
		"encoding/json.InvalidUnmarshalError":   &json.InvalidUnmarshalError{},
		"encoding/json.SyntaxError":             &json.SyntaxError{},
		"encoding/json.UnmarshalFieldError":     &json.UnmarshalFieldError{},
		"encoding/json.UnmarshalTypeError":      &json.UnmarshalTypeError{},
		"encoding/json/jsontext.SyntacticError": &jsontext.SyntacticError{Err: errors.New("x")},
		"encoding/json/v2.SemanticError":        &jsonv2.SemanticError{Err: errors.New("x")},
		"encoding/xml.SyntaxError":              &xml.SyntaxError{},
		"encoding/xml.TagPathError":             &xml.TagPathError{},
		"encoding/xml.UnmarshalError":           xml.UnmarshalError("x"),
		"mime.ErrInvalidMediaParameter":         mime.ErrInvalidMediaParameter,
		"mime/multipart.ErrMessageTooLarge":     multipart.ErrMessageTooLarge,
		"strconv.NumError":                      &strconv.NumError{Err: strconv.ErrSyntax},
		"time.ParseError":                       &time.ParseError{},
	},
	"cancelled": {
		"context.Canceled": context.Canceled,
	},
}

// The exported errors that say nothing by themselves, or that a client does not return, by the reason.
var unknownErrors = map[string]string{
	"depends on what ended": "io.EOF io.ErrUnexpectedEOF",
	"inside another error": "encoding/csv.ErrBareQuote encoding/csv.ErrFieldCount encoding/csv.ErrQuote " +
		"encoding/csv.ErrTrailingComma encoding/json/jsontext.ErrDuplicateName encoding/json/jsontext.ErrNonStringName " +
		"encoding/json/v2.ErrUnknownName strconv.ErrRange strconv.ErrSyntax",
	"a mistake in the use of the package": "bufio.ErrAdvanceTooFar bufio.ErrBadReadCount bufio.ErrBufferFull " +
		"bufio.ErrFinalToken bufio.ErrInvalidUnreadByte bufio.ErrInvalidUnreadRune bufio.ErrNegativeAdvance " +
		"bufio.ErrNegativeCount crypto/x509.IncorrectPasswordError io.ErrClosedPipe io.ErrNoProgress io.ErrShortBuffer " +
		"io.ErrShortWrite net.ErrWriteToConnected net/http.ErrBodyReadAfterClose net/http.ErrNoLocation " +
		"net/http.ErrNotSupported net/http.ErrSkipAltProtocol net/http.ErrUseLastResponse net/http.ProtocolError",
	"of a server, or not in use anymore": "net/http.ErrAbortHandler net/http.ErrBodyNotAllowed " +
		"net/http.ErrContentLength net/http.ErrHandlerTimeout net/http.ErrHeaderTooLong net/http.ErrHijacked " +
		"net/http.ErrMissingBoundary net/http.ErrMissingContentLength net/http.ErrMissingFile net/http.ErrNoCookie " +
		"net/http.ErrNotMultipart net/http.ErrServerClosed net/http.ErrShortBody net/http.ErrUnexpectedTrailer " +
		"net/http.ErrWriteAfterFlush",
	"of files and processes": "os.ErrClosed os.ErrExist os.ErrInvalid os.ErrNoDeadline os.ErrNoHandle os.ErrNotExist " +
		"os.ErrPermission os.ErrProcessDone os.LinkError",
}

func TestEachExportedErrorIsKnown(t *testing.T) {
	listed := map[string]bool{}
	for _, names := range unknownErrors {
		for _, name := range strings.Fields(names) {
			listed[name] = true
		}
	}
	found := map[string]bool{}
	for _, path := range strings.Fields(packages) {
		for _, file := range filesOf(t, path, "") {
			for _, name := range errorsOf(file) {
				found[path+"."+name] = true
			}
		}
	}
	known := map[string]string{}
	for category, errs := range exported {
		for name, err := range errs {
			known[name] = category
			if failure := describeIt(t, &Call{}, err); failure.Category != category {
				t.Errorf("%s is %s for failure.go, and not %s: %s", name, failure.Category, category, failure.Message)
			}
			if listed[name] || !found[name] {
				t.Errorf("%s is in both lists, or Go does not have it anymore", name)
			}
		}
	}
	for name := range found {
		if known[name] == "" && !listed[name] {
			t.Errorf("%s is new to the kit: add a value to `exported`, and what it means to failure.go; or add its name to "+
				"unknownErrors, if no client returns it", name)
		}
	}
	for name := range listed {
		if !found[name] {
			t.Errorf("%s is in unknownErrors, but Go does not have it anymore", name)
		}
	}
}

// The files of net/http that have errors of a client without a type: the kit knows these by their texts.
const clientFiles = "net/http:client.go net/http:transport.go net/http:transfer.go net/http:response.go " +
	"net/http/internal:chunked.go net/http/internal/http2:transport.go net/http/internal/http2:errors.go " +
	"net/http/internal/http2:frame.go"

// The texts that say nothing by themselves, or that a client does not return. Each stands for those that begin with it.
var unknownTexts = map[string][]string{
	"a mistake in the use of the package": {
		"http: no Client.Transport", "http: RoundTripper implementation", "http: when using HTTP3",
		"http: Transport.Protocols", "http: HTTP/2 implementation does not", "http: Transport does not support",
		"http: read on closed response body", "http: concurrent read", "http: no Location header in response",
	},
	"inside the package": {
		"http: putIdleConn: ", "http: persistConn.readLoop exiting", "read loop ending;", "CloseWrite: ",
		"client connection is closing (BUG", "unknown status code", "received from peer",
	},
	"in an error of HTTP/2, whose type is known": {
		"1xx informational response", "mix of request and response", "pseudo header field after", "invalid stream ID",
		"invalid dependent stream ID", "pad length too large", "padding bytes must all", "illegal ",
	},
	"known as a value":      {"header line too long"},
	"the name of a setting": {"http2client", "httplaxcontentlength"},
}

func TestEachTextOfAClientIsKnown(t *testing.T) {
	unused := map[string]bool{}
	for _, prefixes := range unknownTexts {
		for _, prefix := range prefixes {
			unused[prefix] = true
		}
	}
	isListed := map[string]bool{}
	found := 0
	for _, place := range strings.Fields(clientFiles) {
		path, name, _ := strings.Cut(place, ":")
		for _, text := range textsOf(filesOf(t, path, name)[0]) {
			found++
			for prefix := range unused {
				if strings.HasPrefix(text, prefix) {
					isListed[text], unused[prefix] = true, false
				}
			}
			_, isKnown := (&Call{}).classify(&url.Error{Op: "Get", Err: errors.New(text)})
			if isKnown == isListed[text] {
				t.Errorf("%s: %q: is known: %v, is in unknownTexts: %v; add what it means to the table of texts in "+
					"failure.go, or add it to unknownTexts, if no client returns it", place, text, isKnown, isListed[text])
			}
		}
	}
	for prefix, isUnused := range unused {
		if isUnused {
			t.Errorf("%q is in unknownTexts, but Go does not have it anymore", prefix)
		}
	}
	if found < 100 {
		t.Errorf("only %d texts", found)
	}
}

// Returns the texts of the errors that a file makes, each until its first value.
func textsOf(file *ast.File) []string {
	var found []string
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		literal, ok := call.Args[0].(*ast.BasicLit)
		name, isName := call.Fun.(*ast.Ident)
		if ok && literal.Kind == token.STRING && (isErrorCall(call) || isName && name.Name == "badStringError") {
			text, _ := strconv.Unquote(literal.Value)
			text, _, _ = strings.Cut(text, "%")
			found = append(found, text)
		}
		return true
	})
	return found
}

// Returns the files of a package, or one of them.
func filesOf(t *testing.T, path, only string) []*ast.File {
	t.Helper()
	found, err := build.Import(path, "", 0)
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range found.GoFiles {
		if only != "" && name != only {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(found.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// Returns the names of the exported errors of a file: variables, and types with a method Error.
func errorsOf(file *ast.File) []string {
	found := map[string]bool{}
	for _, declaration := range file.Decls {
		switch declaration := declaration.(type) {
		case *ast.FuncDecl:
			if declaration.Recv == nil || declaration.Name.Name != "Error" || !isString(declaration.Type) {
				continue
			}
			kind := declaration.Recv.List[0].Type
			if pointer, ok := kind.(*ast.StarExpr); ok {
				kind = pointer.X
			}
			if name, ok := kind.(*ast.Ident); ok {
				found[name.Name] = name.IsExported()
			}
		case *ast.GenDecl:
			for _, spec := range declaration.Specs {
				values, ok := spec.(*ast.ValueSpec)
				if !ok || declaration.Tok != token.VAR {
					continue
				}
				for index, name := range values.Names {
					kind, _ := values.Type.(*ast.Ident)
					isError := kind != nil && kind.Name == "error" || strings.HasPrefix(name.Name, "Err")
					if index < len(values.Values) && isErrorCall(values.Values[index]) || isError {
						found[name.Name] = name.IsExported()
					}
				}
			}
		}
	}
	var names []string
	for name, isExported := range found {
		if isExported {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

func isString(function *ast.FuncType) bool {
	if function.Results.NumFields() != 1 {
		return false
	}
	name, ok := function.Results.List[0].Type.(*ast.Ident)
	return ok && name.Name == "string"
}

func isErrorCall(value ast.Expr) bool {
	call, ok := value.(*ast.CallExpr)
	if !ok {
		return false
	}
	function, ok := call.Fun.(*ast.SelectorExpr)
	return ok && (function.Sel.Name == "Errorf" || function.Sel.Name == "New")
}
