# SPDX-License-Identifier: Apache-2.0
# An idle link is let go so that the phone gets in; a daemon that stops leaves none behind, and one that is killed none
# for longer than until the next starts.

start_rest
start_daemon
lull pair "$REST" --as nursery
lull power nursery on
connected
eventually 30 "the idle link is released" not connected
lull power nursery off
connected
stop daemon
eventually 15 "the link of a stopped daemon is released" not connected
start_daemon
lull power nursery on
connected
stop daemon KILL
# The kernel itself ends the links of its sockets.
[[ $transport != bluez ]] || connected
start_daemon
eventually 15 "the link of a killed daemon is released" not connected
