// SPDX-License-Identifier: Apache-2.0
// The reference implementation of D-Bus.
#pragma once

#include <dbus/dbus.h>
