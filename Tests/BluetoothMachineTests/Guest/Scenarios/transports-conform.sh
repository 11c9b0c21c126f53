# SPDX-License-Identifier: Apache-2.0
# limit: 600
# Both roles over bluetoothd pass the suites that every transport has to pass.

LULL_BLUETOOTH_MACHINE=1 "$programs/lullPackageTests.xctest" --testing-library swift-testing \
    --filter BlueZConformanceTests
