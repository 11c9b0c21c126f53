# SPDX-License-Identifier: Apache-2.0
# An idle link is let go so that the phone gets in, and a daemon that stops leaves none behind.

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
