// Of the system's own library, what Swift's Glibc doesn't have.
#include <malloc.h>
