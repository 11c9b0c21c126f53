// SPDX-License-Identifier: Apache-2.0

import CMalloc
import CivilTime
import ScheduleBench
import Scheduling
import SleepModel

/// How many bytes a plan takes for each schedule: the difference in what the process has from the allocator, its own
/// overhead and the pages of large blocks included; the schedules with their rules are there before.
enum MemoryFigures {
    static func print() throws {
        let million = try SampleBook(1_000_000)
        let book = million.prefix(100_000)
        _ = (million.plan(), book.plan())

        measure("planned at once, 100,000", per: 100_000) {
            book.plan()
        }
        measure("planned at once, 1,000,000", per: 1_000_000) {
            million.plan()
        }
        measure("put in one by one, 100,000", per: 100_000) {
            var plan = OccurrencePlan()
            for number in 0..<100_000 { plan.set(number, to: time(number)) }
            return plan
        }
        measure("re-planned a million times, 100,000", per: 100_000) {
            var plan = book.plan()
            for number in 0..<1_000_000 { plan.set(number * 7919 % 100_000, to: time(number)) }
            return plan
        }
        // The most that any number of schedules up to here takes, however they came to be planned.
        var most = 0.0
        var mostOf = 0
        for count in stride(from: 10_000, through: 150_000, by: 10_000) {
            let before = used()
            var plan = OccurrencePlan()
            for number in 0..<count { plan.set(number, to: time(number)) }
            for number in 0..<count * 3 {
                plan.set(number * 7919 % count, to: time(number))
                guard number % 1000 == 0 else { continue }
                let bytes = Double(used() - before) / Double(count)
                if bytes > most { (most, mostOf) = (bytes, count) }
            }
            withExtendedLifetime(plan) {}
        }
        line("the most while re-planned, of \(mostOf)", most)
        Swift.print("a schedule itself, as a value: \(MemoryLayout<Schedule>.stride) bytes and its texts")
    }

    private static func time(_ number: Int) -> Instant {
        SampleSchedules.now + .seconds(86_400 + number * 7919 % 1_000_003)
    }

    private static func used() -> Int {
        let information = mallinfo2()
        return Int(information.uordblks + information.hblkhd)
    }

    private static func measure<Value>(_ name: String, per count: Int, _ make: () -> Value) {
        let before = used()
        let value = make()
        line(name, Double(used() - before) / Double(count))
        withExtendedLifetime(value) {}
    }

    private static func line(_ name: String, _ bytes: Double) {
        Swift.print("\(name): \(Int((bytes * 10).rounded()) / 10).\(Int((bytes * 10).rounded()) % 10) bytes each")
    }
}
