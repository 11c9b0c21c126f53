# SPDX-License-Identifier: Apache-2.0
# What keeps Lull from the kernel's Bluetooth is said in a sentence with a next step.

exits 69 lull --direct --transport l2cap --adapter hci7 scan --seconds 1 2>"$scratch/said"
cat "$scratch/said"
grep -q 'no Bluetooth adapter “hci7”' "$scratch/said"
switch_adapter hci0 off
eventually 30 "hci0 is off" not powered hci0
exits 69 lull --direct --transport l2cap --adapter hci0 scan --seconds 1 2>"$scratch/said"
cat "$scratch/said"
grep -q 'adapter hci0 is switched off' "$scratch/said"
grep -q 'btmgmt --index hci0 power on' "$scratch/said"
btmgmt --index hci0 power on </dev/null
eventually 30 "hci0 is on" powered hci0
# Without the right to administer the network.
exits 77 setpriv --bounding-set -net_admin --inh-caps -net_admin "$programs/lull" --direct --state "$scratch/other" \
    --transport l2cap --adapter hci0 scan --seconds 1 2>"$scratch/said"
cat "$scratch/said"
grep -q 'needs the right CAP_NET_ADMIN' "$scratch/said"
