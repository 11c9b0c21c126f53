# SPDX-License-Identifier: Apache-2.0
# limit: 600
# bluetoothd dies while Lull subscribes to what the device reports, and the alarm that is due rings all the same, once.

outlive_bluetoothd StartNotify
