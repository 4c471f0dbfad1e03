#include "CContractRun.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// The functions of OpenSSL 1.1.1 and 3 that are used (https://docs.openssl.org/master/man3/), without their pointers'
// types. The library is loaded only if a run needs TLS, unless it was linked into the program. So neither its headers
// nor the library itself is needed to build the program.
#define FUNCTIONS(f) \
  f(int, OPENSSL_init_crypto, (uint64_t, const void *)) \
  f(void *, TLS_server_method, (void)) \
  f(void *, SSL_CTX_new, (void *)) \
  f(void, SSL_CTX_free, (void *)) \
  f(int, SSL_CTX_use_certificate, (void *, void *)) \
  f(int, SSL_CTX_use_PrivateKey, (void *, void *)) \
  f(long, SSL_CTX_ctrl, (void *, int, long, void *)) \
  f(int, SSL_CTX_set_num_tickets, (void *, size_t)) \
  f(uint64_t, SSL_CTX_set_options, (void *, uint64_t)) \
  f(void, SSL_CTX_set_alpn_select_cb, (void *, SelectProtocol, void *)) \
  f(void *, SSL_new, (void *)) \
  f(void, SSL_free, (void *)) \
  f(void, SSL_set_bio, (void *, void *, void *)) \
  f(void, SSL_set_accept_state, (void *)) \
  f(int, SSL_read, (void *, void *, int)) \
  f(int, SSL_write, (void *, const void *, int)) \
  f(int, SSL_shutdown, (void *)) \
  f(int, SSL_get_error, (const void *, int)) \
  f(void *, BIO_new, (const void *)) \
  f(int, BIO_free, (void *)) \
  f(const void *, BIO_s_mem, (void)) \
  f(int, BIO_read, (void *, void *, int)) \
  f(int, BIO_write, (void *, const void *, int)) \
  f(unsigned long, ERR_get_error, (void)) \
  f(void, ERR_clear_error, (void)) \
  f(void, ERR_error_string_n, (unsigned long, char *, size_t)) \
  f(void *, EC_KEY_new_by_curve_name, (int)) \
  f(int, EC_KEY_generate_key, (void *)) \
  f(void, EC_KEY_free, (void *)) \
  f(void *, EVP_PKEY_new, (void)) \
  f(int, EVP_PKEY_assign, (void *, int, void *)) \
  f(void, EVP_PKEY_free, (void *)) \
  f(const void *, EVP_sha256, (void)) \
  f(void *, X509_new, (void)) \
  f(void, X509_free, (void *)) \
  f(int, X509_set_version, (void *, long)) \
  f(void *, X509_get_serialNumber, (void *)) \
  f(int, ASN1_INTEGER_set_uint64, (void *, uint64_t)) \
  f(void *, X509_getm_notBefore, (const void *)) \
  f(void *, X509_getm_notAfter, (const void *)) \
  f(void *, X509_gmtime_adj, (void *, long)) \
  f(int, X509_set_pubkey, (void *, void *)) \
  f(void *, X509_get_subject_name, (const void *)) \
  f(int, X509_NAME_add_entry_by_txt, (void *, const char *, int, const unsigned char *, int, int, int)) \
  f(int, X509_set_issuer_name, (void *, const void *)) \
  f(void, X509V3_set_ctx, (void *, void *, void *, void *, void *, int)) \
  f(void *, X509V3_EXT_conf_nid, (void *, void *, int, const char *)) \
  f(int, X509_add_ext, (void *, void *, int)) \
  f(void, X509_EXTENSION_free, (void *)) \
  f(int, X509_sign, (void *, void *, const void *)) \
  f(int, PEM_write_bio_X509, (void *, const void *))

typedef int (*SelectProtocol)(
    void *session, const unsigned char **chosen, unsigned char *length, const unsigned char *offered, unsigned int size,
    void *context);

#define MEMBER(type, name, parameters) type(*name) parameters;
static struct { FUNCTIONS(MEMBER) } ssl;

// MARK: The library

#if defined(__linux__)
// Those that were linked into the program; NULL if they were not.
#define DECLARE(type, name, parameters) extern type name parameters __attribute__((weak));
FUNCTIONS(DECLARE)

static bool useLinked(void) {
#define HAS(type, name, parameters) &&name != NULL
  if (!(true FUNCTIONS(HAS))) return false;
#define USE(type, name, parameters) ssl.name = name;
  FUNCTIONS(USE)
  return true;
}
#else
static bool useLinked(void) { return false; }
#endif

static const char *find(void *library) {
#define FIND(type, name, parameters) \
  ssl.name = (type(*) parameters)dlsym(library, #name); \
  if (!ssl.name) return #name;
  FUNCTIONS(FIND)
  return NULL;
}

const char *contractRunTLSLoad(const char *name) {
  if (!useLinked()) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
    const char *missing = find(library);
    if (missing) {
      dlclose(library);
      return missing;
    }
  }
  // Its cleanup at the end of the process would meet threads that still use it (OPENSSL_INIT_NO_ATEXIT).
  ssl.OPENSSL_init_crypto(0x80000, NULL);
  return NULL;
}

void contractRunTLSError(char *text, size_t size) {
  unsigned long error = ssl.ERR_get_error();
  text[0] = 0;
  if (error) ssl.ERR_error_string_n(error, text, size);
  ssl.ERR_clear_error();
}

// MARK: Certificates

// NID_X9_62_prime256v1, EVP_PKEY_EC, and MBSTRING_ASC.
enum { curve = 415, ellipticKey = 408, ascii = 0x1001 };
// NIDs of extensions.
enum {
  subjectKey = 82,
  keyUsage = 83,
  alternativeName = 85,
  constraints = 87,
  authorityKey = 90,
  extendedKeyUsage = 126
};

static void *newKey(void) {
  void *numbers = ssl.EC_KEY_new_by_curve_name(curve);
  void *key = ssl.EVP_PKEY_new();
  if (numbers && key && ssl.EC_KEY_generate_key(numbers) == 1 && ssl.EVP_PKEY_assign(key, ellipticKey, numbers) == 1) {
    return key;
  }
  if (numbers) ssl.EC_KEY_free(numbers);
  if (key) ssl.EVP_PKEY_free(key);
  return NULL;
}

static bool extend(void *certificate, void *issuer, int extension, const char *value) {
  // It is larger than an X509V3_CTX in each version.
  void *context[32] = {0};
  ssl.X509V3_set_ctx(context, issuer, certificate, NULL, NULL, 0);
  void *made = ssl.X509V3_EXT_conf_nid(NULL, context, extension, value);
  if (!made) return false;
  bool isAdded = ssl.X509_add_ext(certificate, made, -1) == 1;
  ssl.X509_EXTENSION_free(made);
  return isAdded;
}

// Makes a certificate of a key. Its issuer is NULL for itself, and its name is NULL for an authority.
static void *newCertificate(
    void *key, void *issuer, void *issuersKey, const char *name, uint64_t serial, long from, long to) {
  void *made = ssl.X509_new();
  if (!made) return NULL;
  if (!issuer) issuer = made;
  const int version3 = 2;
  void *subject = ssl.X509_get_subject_name(made);
  const unsigned char *own = (const unsigned char *)(name ? "contract-run server" : "contract-run");
  bool isDone =
      ssl.X509_set_version(made, version3) == 1 &&
      ssl.ASN1_INTEGER_set_uint64(ssl.X509_get_serialNumber(made), serial) == 1 &&
      ssl.X509_gmtime_adj(ssl.X509_getm_notBefore(made), from) &&
      ssl.X509_gmtime_adj(ssl.X509_getm_notAfter(made), to) && ssl.X509_set_pubkey(made, key) == 1 &&
      ssl.X509_NAME_add_entry_by_txt(subject, "CN", ascii, own, -1, -1, 0) == 1 &&
      ssl.X509_set_issuer_name(made, ssl.X509_get_subject_name(issuer)) == 1 &&
      extend(made, issuer, subjectKey, "hash");
  if (isDone && name) {
    isDone = extend(made, issuer, alternativeName, name) && extend(made, issuer, extendedKeyUsage, "serverAuth") &&
             extend(made, issuer, keyUsage, "critical,digitalSignature") &&
             // Strict clients ask for it (RFC 5280, section 4.2.1.1).
             (issuer == made || extend(made, issuer, authorityKey, "keyid:always"));
  } else if (isDone) {
    isDone = extend(made, issuer, constraints, "critical,CA:TRUE") &&
             extend(made, issuer, keyUsage, "critical,keyCertSign");
  }
  if (isDone && ssl.X509_sign(made, issuersKey, ssl.EVP_sha256()) > 0) return made;
  ssl.X509_free(made);
  return NULL;
}

ContractRunTLSAuthority contractRunTLSAuthority(uint64_t serial, long from, long to) {
  ssl.ERR_clear_error();
  ContractRunTLSAuthority made = {newKey(), NULL};
  if (made.key) made.certificate = newCertificate(made.key, NULL, made.key, NULL, serial, from, to);
  return made;
}

int contractRunTLSText(ContractRunTLSAuthority authority, char *text, int size) {
  void *memory = ssl.BIO_new(ssl.BIO_s_mem());
  if (!memory) return 0;
  int count = ssl.PEM_write_bio_X509(memory, authority.certificate) == 1 ? ssl.BIO_read(memory, text, size) : 0;
  ssl.BIO_free(memory);
  return count > 0 ? count : 0;
}

void contractRunTLSEndAuthority(ContractRunTLSAuthority authority) {
  if (authority.certificate) ssl.X509_free(authority.certificate);
  if (authority.key) ssl.EVP_PKEY_free(authority.key);
}

// Chooses HTTP/1.1 from the names that a client offers, each after its length (RFC 7301, section 3.1). A client that
// offers only others gets no answer, as from a server that does not know ALPN.
static int chooseHTTP1(
    void *session, const unsigned char **chosen, unsigned char *length, const unsigned char *offered, unsigned int size,
    void *context) {
  static const char wanted[] = "http/1.1";
  (void)session;
  (void)context;
  for (unsigned int place = 0; place < size && place + offered[place] < size; place += offered[place] + 1) {
    if (offered[place] != sizeof wanted - 1 || memcmp(offered + place + 1, wanted, sizeof wanted - 1) != 0) continue;
    *chosen = offered + place + 1;
    *length = offered[place];
    return 0;  // SSL_TLSEXT_ERR_OK
  }
  return 3;  // SSL_TLSEXT_ERR_NOACK
}

void *contractRunTLSServer(
    const ContractRunTLSAuthority *authority, const char *name, uint64_t serial, long from, long to) {
  ssl.ERR_clear_error();
  void *key = newKey();
  if (!key) return NULL;
  void *issuer = authority ? authority->certificate : NULL;
  void *certificate = newCertificate(key, issuer, authority ? authority->key : key, name, serial, from, to);
  void *server = certificate ? ssl.SSL_CTX_new(ssl.TLS_server_method()) : NULL;
  bool isDone = server && ssl.SSL_CTX_use_certificate(server, certificate) == 1 &&
                ssl.SSL_CTX_use_PrivateKey(server, key) == 1;
  // The server has its own references to them.
  if (certificate) ssl.X509_free(certificate);
  ssl.EVP_PKEY_free(key);
  if (!isDone) {
    if (server) ssl.SSL_CTX_free(server);
    return NULL;
  }
  // A session that is resumed does not show the certificate again. So there are no tickets (SSL_OP_NO_TICKET, and those
  // of TLS 1.3) and no cache (SSL_CTRL_SET_SESS_CACHE_MODE, SSL_SESS_CACHE_OFF).
  ssl.SSL_CTX_set_options(server, 1 << 14);
  ssl.SSL_CTX_set_num_tickets(server, 0);
  ssl.SSL_CTX_ctrl(server, 44, 0, NULL);
  // At least TLS 1.2, whatever the machine's configuration says (SSL_CTRL_SET_MIN_PROTO_VERSION).
  ssl.SSL_CTX_ctrl(server, 123, 0x0303, NULL);
  ssl.SSL_CTX_set_alpn_select_cb(server, chooseHTTP1, NULL);
  return server;
}

void contractRunTLSEndServer(void *server) { ssl.SSL_CTX_free(server); }

// MARK: Connections

bool contractRunTLSBegin(void *server, ContractRunTLS *tls) {
  ssl.ERR_clear_error();
  *tls = (ContractRunTLS){ssl.SSL_new(server), ssl.BIO_new(ssl.BIO_s_mem()), ssl.BIO_new(ssl.BIO_s_mem())};
  if (tls->session && tls->received && tls->answers) {
    ssl.SSL_set_bio(tls->session, tls->received, tls->answers);
    ssl.SSL_set_accept_state(tls->session);
    return true;
  }
  if (tls->session) ssl.SSL_free(tls->session);
  if (tls->received) ssl.BIO_free(tls->received);
  if (tls->answers) ssl.BIO_free(tls->answers);
  return false;
}

bool contractRunTLSReceive(ContractRunTLS tls, const void *bytes, int count) {
  return ssl.BIO_write(tls.received, bytes, count) == count;
}

int contractRunTLSRead(ContractRunTLS tls, void *bytes, int size) {
  ssl.ERR_clear_error();
  int count = ssl.SSL_read(tls.session, bytes, size);
  if (count > 0) return count;
  switch (ssl.SSL_get_error(tls.session, count)) {
    case 2: return contractRunTLSNeedsMore;  // SSL_ERROR_WANT_READ
    case 6: return 0;                        // SSL_ERROR_ZERO_RETURN
    default: return contractRunTLSFailed;
  }
}

bool contractRunTLSWrite(ContractRunTLS tls, const void *bytes, int count) {
  ssl.ERR_clear_error();
  return ssl.SSL_write(tls.session, bytes, count) == count;
}

void contractRunTLSClose(ContractRunTLS tls) {
  ssl.ERR_clear_error();
  ssl.SSL_shutdown(tls.session);
}

int contractRunTLSTake(ContractRunTLS tls, void *bytes, int size) {
  int count = ssl.BIO_read(tls.answers, bytes, size);
  return count > 0 ? count : 0;
}

void contractRunTLSEnd(ContractRunTLS tls) { ssl.SSL_free(tls.session); }
