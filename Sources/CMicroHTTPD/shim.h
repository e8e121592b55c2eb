#include <gnutls/abstract.h>
#include <microhttpd.h>

// Swift imports no variadic function and no macro that is a cast.

static inline struct MHD_Daemon *cmhd_start(unsigned int flags, MHD_AccessHandlerCallback handler, void *context,
                                            const struct MHD_OptionItem *options) {
  return MHD_start_daemon(flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

// A pointer, which Swift doesn't make of a function type.
typedef gnutls_certificate_retrieve_function2 *cmhd_credentials_callback;

static inline int cmhd_socket(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

static inline const struct sockaddr *cmhd_client_address(struct MHD_Connection *connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
}

static inline int cmhd_epoll(struct MHD_Daemon *daemon) {
  return MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

// Enumerators that Swift finds or not, depending on which module has brought their header first.
static const int CMHD_SHUT_WR = SHUT_WR;
static const int CMHD_SHUT_RDWR = SHUT_RDWR;
// Linux's, which its header has for some callers only.
static const short CMHD_POLLRDHUP = 0x2000;
static const int CMHD_SOCK_STREAM = SOCK_STREAM | SOCK_CLOEXEC;

static const uint64_t CMHD_SIZE_UNKNOWN = MHD_SIZE_UNKNOWN;
static const ssize_t CMHD_END_OF_STREAM = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t CMHD_END_WITH_ERROR = MHD_CONTENT_READER_END_WITH_ERROR;
