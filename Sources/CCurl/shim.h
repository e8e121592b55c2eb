#include <curl/curl.h>
#include <sys/socket.h>

// Swift imports no variadic function: one line for each type of argument.

static inline CURLcode ccurl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_callback(CURL *handle, CURLoption option, curl_write_callback value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode ccurl_set_opensocket(
    CURL *handle, CURLoption option, curl_opensocket_callback value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLMcode ccurl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
  return curl_multi_setopt(handle, option, value);
}

static inline CURLcode ccurl_get_string(CURL *handle, CURLINFO info, const char **value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

// An expression, not a constant.
static const long CCURL_GLOBAL_DEFAULT = CURL_GLOBAL_DEFAULT;

// The header of the system declares it for GNU sources only.
extern int memfd_create(const char *name, unsigned int flags);
static const unsigned int CCURL_MFD_CLOEXEC = 1;

// An enumerator that Swift finds or not, depending on which module has brought its header first.
static const int CCURL_SOCK_CLOEXEC = SOCK_CLOEXEC;
