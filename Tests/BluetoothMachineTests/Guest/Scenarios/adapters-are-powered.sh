# SPDX-License-Identifier: Apache-2.0
# Both controllers are there under the addresses the other scenarios use, and on.

for adapter in hci0 hci1; do powered "$adapter"; done
hciconfig hci0 | grep -q 'BD Address: 00:AA:01:00:00:00'
hciconfig hci1 | grep -q 'BD Address: 00:AA:01:01:00:01'
