# SPDX-License-Identifier: Apache-2.0
# limit: 600
# Without bluetoothd, the central over the kernel's sockets passes the suite that every transport has to pass.

stop_bluetoothd
switch_adapter hci0 on
switch_adapter hci1 on
LULL_BLUETOOTH_MACHINE=1 "$programs/lullPackageTests.xctest" --testing-library swift-testing \
    --filter L2CAPConformanceTests
start_bluetoothd
wait_controllers 60
