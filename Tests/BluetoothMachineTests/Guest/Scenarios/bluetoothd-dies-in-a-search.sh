# SPDX-License-Identifier: Apache-2.0
# limit: 600
# bluetoothd dies while Lull searches for the device, and the alarm that is due rings all the same, once.

outlive_bluetoothd StartDiscovery
