# SPDX-License-Identifier: Apache-2.0
# What the Rest notifies is shown live.

start_rest
start_daemon
lull pair "$REST" --as nursery
start watch lull watch nursery --json
lull light nursery amber 40%
eventually 30 "the new light is shown" grep -q '"brightness":102' "$scratch/logs/watch.log"
grep -q '"event":"state"' "$scratch/logs/watch.log"
grep -q '"event":"link"' "$scratch/logs/watch.log"
