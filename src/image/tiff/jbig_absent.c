/* SPDX-License-Identifier: Apache-2.0
 * Takes the place of libjbig, which libtiff calls for images compressed by JBIG, in packages that hold libtiff itself:
 * libjbig is under the GPL, and a program that holds it would have to be too. An image compressed by JBIG is refused
 * then, with the words below. The functions are those that libtiff 4 calls; they keep nothing. */
#include <stddef.h>

enum { refused = 1 };

void jbg_dec_init(void* decoder) { (void)decoder; }

int jbg_dec_in(void* decoder, unsigned char* data, size_t length, size_t* used) {
  (void)decoder, (void)data, (void)length;
  if (used != NULL) *used = 0;
  return refused;
}

unsigned char* jbg_dec_getimage(const void* decoder, int plane) {
  (void)decoder, (void)plane;
  return NULL;
}

unsigned long jbg_dec_getsize(const void* decoder) {
  (void)decoder;
  return 0;
}

void jbg_dec_free(void* decoder) { (void)decoder; }

int jbg_newlen(unsigned char* data, size_t length) {
  (void)data, (void)length;
  return refused;
}

const char* jbg_strerror(int error) {
  (void)error;
  return "this program was built without JBIG; write the image with another compression";
}

void jbg_enc_init(void* encoder) { (void)encoder; }

void jbg_enc_out(void* encoder) { (void)encoder; }

void jbg_enc_free(void* encoder) { (void)encoder; }
