// SPDX-License-Identifier: Apache-2.0
// Takes the place of libcurl and libcrypto in a portable reader of images. HDF5 asks them for files on servers (its
// driver "ros3"), which nothing here opens; a program that did would be told that there is no connection.
#include <stddef.h>

void* curl_easy_init(void) { return NULL; }
void curl_easy_cleanup(void* none) { (void)none; }
int curl_easy_perform(void* none) {
  (void)none;
  return 2;
}  // CURLE_FAILED_INIT
int curl_easy_setopt(void* none, int option, ...) {
  (void)none;
  (void)option;
  return 2;
}
int curl_global_init(long parts) {
  (void)parts;
  return 2;
}
void curl_global_cleanup(void) {}
void* curl_slist_append(void* list, const char* text) {
  (void)list;
  (void)text;
  return NULL;
}
void curl_slist_free_all(void* list) { (void)list; }
const void* EVP_sha256(void) { return NULL; }
unsigned char* HMAC(const void* kind, const void* key, int bytes, const unsigned char* data, size_t size,
                    unsigned char* to, unsigned* written) {
  (void)kind;
  (void)key;
  (void)bytes;
  (void)data;
  (void)size;
  (void)to;
  (void)written;
  return NULL;
}
unsigned char* SHA256(const unsigned char* data, size_t size, unsigned char* to) {
  (void)data;
  (void)size;
  (void)to;
  return NULL;
}
