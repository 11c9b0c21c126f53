// SPDX-License-Identifier: Apache-2.0
// Declarations of Linux that Swift's Glibc module leaves out.
#pragma once

#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>
#include <time.h>

// The header spells the flags as anonymous enums that Swift would import with unhandy types.
static const int lull_timer_flags = TFD_NONBLOCK | TFD_CLOEXEC;
static const int lull_timer_absolute = TFD_TIMER_ABSTIME;
static const int lull_timer_absolute_cancel_on_set = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;
static const int lull_event_flags = EFD_NONBLOCK | EFD_CLOEXEC;
static const int lull_inotify_flags = IN_NONBLOCK | IN_CLOEXEC;

// Swift does not import functions with a variable number of arguments. The kernel keeps the first 15 bytes.
static inline void lull_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
