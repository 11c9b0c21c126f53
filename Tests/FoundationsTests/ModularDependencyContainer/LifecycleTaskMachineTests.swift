// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import ModularDependencyContainer

@Suite struct LifecycleTaskMachineTests {
    typealias Machine = LifecycleTaskMachine<Int>

    /// What a machine's effects add up to, held against what was asked for.
    struct Model {
        var machine = Machine()
        var generator: SeededGenerator
        /// The values of all requests.
        var values: [Int: Int] = [:]
        /// The requests that run, and their ids in the order of their starts.
        var running: [(number: Int, id: Int)] = []
        var cancelled: Set<Int> = []
        /// The last value asked for, until it ended by itself or was cancelled.
        var wanted: [Int: Int] = [:]
        var settled: [Int: LifecycleTaskOutcome] = [:]
        var isFinished = false
        var hasOverlapped = false
        var hasCancelledTwice = false
        var hasSettledTwice = false

        init(seed: UInt64) {
            generator = SeededGenerator(seed: seed)
        }

        mutating func perform(_ effects: [Machine.Effect]) {
            for effect in effects {
                switch effect {
                case .start(let number, let id):
                    if running.contains(where: { $0.id == id }) { hasOverlapped = true }
                    running.append((number, id))
                case .cancel(let number):
                    if !cancelled.insert(number).inserted { hasCancelledTwice = true }
                case .settle(let number, let outcome):
                    if settled.updateValue(outcome, forKey: number) != nil { hasSettledTwice = true }
                case .finish:
                    isFinished = true
                }
            }
        }

        mutating func run() {
            let id = Int.random(in: 0..<3, using: &generator)
            let value = Int.random(in: 0..<3, using: &generator)
            let (reply, effects) = machine.run(id, LifecycleTaskValue(value))
            if case .requested(let number) = reply { values[number] = value }
            wanted[id] = value
            perform(effects)
        }

        mutating func cancel() {
            let id = Int.random(in: 0..<3, using: &generator)
            wanted[id] = nil
            perform(machine.cancel(id).effects)
        }

        mutating func end(_ index: Int) {
            let (number, id) = running.remove(at: index)
            // One that ended by itself has done what was wanted.
            if !cancelled.contains(number) { wanted[id] = nil }
            perform(machine.ended(id))
        }

        mutating func endOne(where isWanted: (Int) -> Bool) -> Bool {
            let indices = running.indices.filter { isWanted(running[$0].number) }
            guard let index = indices.randomElement(using: &generator) else { return false }
            end(index)
            return true
        }
    }

    private func modelAfterRandomCalls(seed: UInt64) -> Model {
        var model = Model(seed: seed)
        for _ in 0..<200 {
            switch Int.random(in: 0..<8, using: &model.generator) {
            case 0..<4: model.run()
            case 4: model.cancel()
            default: _ = model.endOne { _ in true }
            }
        }
        return model
    }

    @Test(arguments: UInt64(0)..<200)
    func operations_neverOverlapPerID_andTheLastValueWins(seed: UInt64) {
        var model = modelAfterRandomCalls(seed: seed)
        while model.endOne(where: { [cancelled = model.cancelled] in cancelled.contains($0) }) {}
        #expect(!model.hasOverlapped)
        #expect(!model.hasCancelledTwice)
        #expect(!model.hasSettledTwice)
        let pairs = model.running.map { ($0.id, model.values[$0.number]) }
        #expect(Dictionary(uniqueKeysWithValues: pairs) == model.wanted.mapValues(Optional.some))
        #expect(Set(model.settled.keys) == Set(model.values.keys))
    }

    @Test(arguments: UInt64(0)..<200)
    func shutdown_cancelsInReverseOrderOfStart_eachWhenTheOneBeforeHasEnded(seed: UInt64) {
        var model = modelAfterRandomCalls(seed: seed)
        let before = model.cancelled
        var left = model.running.map(\.number)
        model.perform(model.machine.shutdown())
        while let newest = left.popLast() {
            #expect(!model.isFinished)
            #expect(model.cancelled == before.union([newest]).union(model.cancelled.filter { !left.contains($0) }))
            #expect(model.cancelled.contains(newest))
            // Sometimes one ends by itself before its turn, which is no reason to cancel the next.
            if left.count > 1, Bool.random(using: &model.generator) {
                let cancelled = model.cancelled
                let early = left.remove(at: 0)
                model.end(0)
                #expect(model.cancelled == cancelled && !model.running.contains { $0.number == early })
            }
            model.end(model.running.count - 1)
        }
        #expect(model.isFinished)
        #expect(model.running.isEmpty)
        #expect(!model.hasCancelledTwice)
        #expect(Set(model.settled.keys) == Set(model.values.keys))
    }

    @Test func run_isSettledAtOnce_afterShutdown() {
        var machine = Machine()
        #expect(machine.shutdown() == [.finish])
        let (reply, effects) = machine.run(1, LifecycleTaskValue(1))
        #expect(reply == .settled(.closed))
        #expect(effects.isEmpty)
    }

    @Test func shutdown_goesByTheOrderOfStarts_notOfRequests() {
        var machine = Machine()
        _ = machine.run(1, LifecycleTaskValue("a"))
        _ = machine.run(1, LifecycleTaskValue("b"))
        _ = machine.run(2, LifecycleTaskValue("c"))
        #expect(machine.ended(1) == [.start(2, 1), .settle(2, .started)])
        #expect(machine.shutdown() == [.cancel(2)])
        #expect(machine.ended(1) == [.cancel(3)])
        #expect(machine.ended(2) == [.finish])
    }

    @Test func values_areUnchanged_onlyIfTheirTypesAreEqualToo() {
        #expect(LifecycleTaskValue(1) == LifecycleTaskValue(1))
        #expect(LifecycleTaskValue(1) != LifecycleTaskValue(2))
        #expect(LifecycleTaskValue(1) != LifecycleTaskValue(Int64(1)))
        #expect(LifecycleTaskValue(1) != LifecycleTaskValue(Int?.some(1)))
        #expect(LifecycleTaskValue(Int?.some(1)) != LifecycleTaskValue(1))
    }
}
