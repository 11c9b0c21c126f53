// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Scheduling
import SeededRandom
import Testing

@Suite struct OccurrencePlanTests {
    private func at(_ seconds: Int64) -> Instant { Instant(secondsSince1970: seconds) }

    @Test func plan_isInOrder_whateverTheOrderItWasMadeIn() {
        var plan = OccurrencePlan([at(30), nil, at(10), at(20)])
        #expect(plan.count == 3)
        #expect(plan.first == at(10))
        #expect(plan.popDue(at: at(20)) == [2, 3])
        #expect(plan.first == at(30))
        #expect(plan.popDue(at: at(29)) == [])
        #expect(plan.popDue(at: at(30)) == [0])
        #expect(plan.first == nil)
        #expect(plan.count == 0)
    }

    @Test func set_takesThePlaceOfTheTimeBefore() {
        var plan = OccurrencePlan([at(10), at(20)])
        plan.set(0, to: at(40))
        #expect(plan.popDue(at: at(30)) == [1])
        #expect(plan.popDue(at: at(40)) == [0])
    }

    @Test func set_takesOut_whenThereIsNoTime() {
        var plan = OccurrencePlan([at(10), at(20)])
        plan.set(0, to: nil)
        plan.set(0, to: nil)
        #expect(plan.count == 1)
        #expect(plan.popDue(at: at(30)) == [1])
    }

    @Test func set_plansANewNumber() {
        var plan = OccurrencePlan()
        plan.set(3, to: at(10))
        #expect(plan.count == 1)
        #expect(plan.popDue(at: at(10)) == [3])
        plan.set(3, to: at(11))
        #expect(plan.popDue(at: at(11)) == [3])
    }

    @Test func popDue_isInOrderOfNumbers_whenTimesAreEqual() {
        var plan = OccurrencePlan((0..<50).map { _ in at(10) })
        #expect(plan.popDue(at: at(10)) == Array(0..<50))
    }

    /// Against a table that is searched from end to end.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func plan_agreesWithATable_overRandomChanges(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var table: [Instant?] = []
        var plan = OccurrencePlan()
        for _ in 0..<2000 {
            switch generator.next() % 8 {
            case 0:
                let now = at(Int64(generator.next() % 1000))
                let due = table.indices.filter { index in table[index].map { $0 <= now } ?? false }
                    .sorted { (table[$0] ?? .max, $0) < (table[$1] ?? .max, $1) }
                #expect(plan.popDue(at: now) == due)
                for index in due { table[index] = nil }
            case 1:
                let number = Int(generator.next() % 100)
                while table.count <= number { table.append(nil) }
                table[number] = nil
                plan.set(number, to: nil)
            default:
                let number = Int(generator.next() % 100)
                while table.count <= number { table.append(nil) }
                table[number] = at(Int64(generator.next() % 1000))
                plan.set(number, to: table[number])
            }
            #expect(plan.first == table.compactMap { $0 }.min())
            #expect(plan.count == table.count { $0 != nil })
        }
    }
}
