# SPDX-License-Identifier: Apache-2.0
# limit: 600
# Twenty processes in a row connect, are understood, and leave no link behind; none of them says that it did what it
# did not.

start_rest
lull --direct pair "$REST" --as nursery
for percent in {1..20}; do
    lull --direct volume nursery "$percent%"
done
[[ $(commands | wc -l) == 20 ]]
# The kernel keeps the link of a socket for two seconds, in which the next process has it.
[[ $transport != bluez || $(grep -c '"connect"' "$scratch/logs/journal") == 21 ]]
eventually 15 "the last link is released" not connected
