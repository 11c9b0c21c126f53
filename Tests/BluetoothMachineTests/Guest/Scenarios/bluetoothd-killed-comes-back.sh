# SPDX-License-Identifier: Apache-2.0
# A bluetoothd that was killed leaves no adapter on the bus, and its successor brings both back.

stop_bluetoothd KILL
not powered hci0
not powered hci1
start_bluetoothd
wait_controllers 60
