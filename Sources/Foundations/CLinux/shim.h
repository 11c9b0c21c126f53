// SPDX-License-Identifier: Apache-2.0
// Declarations of Linux that Swift's Glibc module leaves out.
#pragma once

#include <sys/timerfd.h>
#include <time.h>

// The header spells the flags as an anonymous enum that Swift would import with an unhandy type.
static const int lull_timer_flags = TFD_NONBLOCK | TFD_CLOEXEC;
static const int lull_timer_absolute = TFD_TIMER_ABSTIME;
static const int lull_timer_absolute_cancel_on_set = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;
