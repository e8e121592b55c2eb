#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Swift imports neither macros that call something nor variadic functions.

static inline EVP_PKEY *cossl_rsa_gen(size_t bits) { return EVP_RSA_gen(bits); }
static inline EVP_PKEY *cossl_ec_gen(const char *curve) { return EVP_EC_gen(curve); }
static inline long cossl_bio_mem(BIO *bio, char **out) { return BIO_get_mem_data(bio, out); }
static const int COSSL_PKEY_PUBLIC_KEY = EVP_PKEY_PUBLIC_KEY;
