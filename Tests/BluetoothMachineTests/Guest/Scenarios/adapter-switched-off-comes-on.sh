# SPDX-License-Identifier: Apache-2.0
# An adapter that somebody else switches off is off for bluetoothd too, the other one stays on.

switch_adapter hci0 off
eventually 30 "hci0 is off" not powered hci0
powered hci1
switch_adapter hci0 on
eventually 30 "hci0 is on" powered hci0
