# SPDX-License-Identifier: Apache-2.0
# A Rest blinks and shows afterwards what it showed before.

start_rest
start_daemon
lull pair "$REST" --as nursery
lull light nursery amber 40%
shown=$(state)
lull identify nursery
[[ $(commands | wc -l) -ge 5 ]]
[[ $(state) == "$shown" ]]
