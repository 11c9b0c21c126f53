// SPDX-License-Identifier: Apache-2.0

import Clocks
import Testing
import Waiting

@Suite(.timeLimit(.minutes(1)))
struct WakeSignalTests {
    @Test
    func wait_returns_whenRaisedBefore() async {
        let signal = WakeSignal()
        signal.raise()
        await signal.wait()
    }

    @Test
    func raises_areKeptAsOne_whileNobodyWaits() async {
        let signal = WakeSignal()
        let wakeups = Tally()
        signal.raise()
        signal.raise()
        signal.raise()
        await withTaskGroup { group in
            group.addTask {
                while !Task.isCancelled {
                    await signal.wait()
                    wakeups.add()
                }
            }
            await eventually { wakeups.count == 1 }
            // Three raises kept apart would already wake it three times.
            signal.raise()
            await eventually { wakeups.count >= 2 }
            #expect(wakeups.count == 2)
            group.cancelAll()
        }
    }

    @Test
    func wait_returns_forEveryRaise_whenEachIsAwaited() async {
        let signal = WakeSignal()
        let woken = Tally()
        await withTaskGroup { group in
            group.addTask {
                for _ in 0..<1000 {
                    await signal.wait()
                    woken.add()
                }
            }
            for count in 1...1000 {
                signal.raise()
                await eventually { woken.count >= count }
            }
            await group.waitForAll()
        }
        #expect(woken.count == 1000)
    }

    @Test
    func wait_returns_whenCancelled() async {
        let (signal, started) = (WakeSignal(), WakeSignal())
        let task = Task {
            started.raise()
            await signal.wait()
        }
        await started.wait()
        task.cancel()
        await task.value
    }

    @Test
    func wait_leavesAPendingSignal_whenCancelledBefore() async {
        let signal = WakeSignal()
        signal.raise()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await signal.wait()
        }
        await task.value
        await signal.wait()
    }

    @Test
    func raise_isNotLost_afterACancelledWait() async {
        let (signal, started) = (WakeSignal(), WakeSignal())
        let task = Task {
            started.raise()
            await signal.wait()
        }
        await started.wait()
        task.cancel()
        await task.value
        signal.raise()
        await signal.wait()
    }
}
