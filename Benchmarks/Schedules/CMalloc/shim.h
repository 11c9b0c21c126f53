// SPDX-License-Identifier: Apache-2.0

// What Swift's Glibc module leaves out: mallinfo2.
#include <malloc.h>
