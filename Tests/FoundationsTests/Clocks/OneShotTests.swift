// SPDX-License-Identifier: Apache-2.0

import Testing
import Waiting

@testable import Clocks

@Suite(.timeLimit(.minutes(1)))
struct OneShotTests {
    private let oneShot = OneShot<Int>()

    private func wait(for count: Int) async {
        await eventually { oneShot.waitingCount == count }
    }

    @Test
    func value_isTheFirstThatWasSet() async {
        #expect(!oneShot.isSet)
        #expect(oneShot.set(1))
        #expect(!oneShot.set(2))
        #expect(oneShot.isSet)
        #expect(await oneShot.value() == 1)
        #expect(await oneShot.value(ifCancelled: 3) == 1)
        #expect(await oneShot.valueUnlessCancelled() == 1)
    }

    @Test
    func value_reachesEverybodyWhoWaits_howeverTheyWait() async {
        await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<10 {
                group.addTask { [oneShot] in await oneShot.value() }
                group.addTask { [oneShot] in await oneShot.value(ifCancelled: 2) }
                group.addTask { [oneShot] in await oneShot.valueUnlessCancelled() }
            }
            await wait(for: 30)
            oneShot.set(1)
            for await value in group { #expect(value == 1) }
        }
        #expect(oneShot.waitingCount == 0)
    }

    @Test
    func value_goesOnWaiting_whenTheTaskIsCancelled() async {
        let waiting = Task { [oneShot] in await oneShot.value() }
        await wait(for: 1)
        waiting.cancel()
        #expect(oneShot.waitingCount == 1)
        oneShot.set(1)
        #expect(await waiting.value == 1)
    }

    @Test
    func substitute_isSetForEverybody_whenTheTaskIsCancelled() async {
        let other = Task { [oneShot] in await oneShot.value() }
        let waiting = Task { [oneShot] in await oneShot.value(ifCancelled: 2) }
        await wait(for: 2)
        waiting.cancel()
        #expect(await waiting.value == 2)
        #expect(await other.value == 2)
        oneShot.set(1)
        #expect(await oneShot.value() == 2)
    }

    @Test
    func substitute_isSet_whenTheTaskIsCancelledBeforeItWaits() async {
        let waiting = Task { [oneShot] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await oneShot.value(ifCancelled: 2)
        }
        #expect(await waiting.value == 2)
    }

    @Test
    func valueUnlessCancelled_isNil_whenTheTaskIsCancelled_andTheOthersGoOnWaiting() async {
        let other = Task { [oneShot] in await oneShot.valueUnlessCancelled() }
        let waiting = Task { [oneShot] in await oneShot.valueUnlessCancelled() }
        let early = Task { [oneShot] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await oneShot.valueUnlessCancelled()
        }
        #expect(await early.value == nil)
        await wait(for: 2)
        waiting.cancel()
        #expect(await waiting.value == nil)
        #expect(!oneShot.isSet)
        oneShot.set(1)
        #expect(await other.value == 1)
    }

    /// Everybody who waits gets the one value that counts, exactly once: a second resumption would end the process.
    @Test
    func value_isOne_howeverManySetItAndAreCancelledAtOnce() async {
        for _ in 0..<200 {
            let oneShot = OneShot<Int>()
            let readers = (0..<4).map { number in
                Task { number.isMultiple(of: 2) ? await oneShot.value(ifCancelled: -1) : await oneShot.value() }
            }
            let leaving = Task { await oneShot.valueUnlessCancelled() }
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<4 { group.addTask { oneShot.set(number) } }
                group.addTask { readers[0].cancel() }
                group.addTask { leaving.cancel() }
            }
            let value = await oneShot.value()
            for reader in readers { #expect(await reader.value == value) }
            #expect([nil, value].contains(await leaving.value))
        }
    }
}
