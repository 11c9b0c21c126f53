# SPDX-License-Identifier: Apache-2.0
# Fails and leaves ruins behind: the runner must say so, and the scenario after it must find nothing of them.

sleep 1000 &
echo "about to break everything"
switch_adapter hci0 off
stop_controllers
signal_bluetoothd STOP
eventually 1 "pigs fly" false
