// SPDX-License-Identifier: Apache-2.0

import Clocks
import Testing

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
            for _ in 0..<200 { await Task.yield() }
            // One for the three raises; the second wait is still going on.
            #expect(wakeups.count == 1)
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
                while woken.count < count { await Task.yield() }
            }
            await group.waitForAll()
        }
        #expect(woken.count == 1000)
    }

    @Test
    func wait_returns_whenCancelled() async {
        let signal = WakeSignal()
        let task = Task { await signal.wait() }
        for _ in 0..<20 { await Task.yield() }
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
        let signal = WakeSignal()
        let task = Task { await signal.wait() }
        for _ in 0..<20 { await Task.yield() }
        task.cancel()
        await task.value
        signal.raise()
        await signal.wait()
    }
}
