# SPDX-License-Identifier: Apache-2.0
# Controllers that are pulled out vanish from a running bluetoothd, and work again when they are back.

stop_controllers
eventually 30 "bluetoothd has dropped hci0" not powered hci0
eventually 30 "bluetoothd has dropped hci1" not powered hci1
runs /run/bluetoothd.pid
start_controllers
powered hci0
powered hci1
