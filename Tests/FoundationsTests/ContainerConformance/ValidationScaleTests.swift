// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Synchronization
import Testing

/// That checks stay cheap in large graphs: what they look at is counted, so that no clock is needed.
@Suite struct ValidationScaleTests {
    enum Root {}

    /// How often something happened.
    final class Count: Sendable {
        private let number = Atomic<Int>(0)

        var value: Int { number.load(ordering: .relaxed) }

        func increment() { number.add(1, ordering: .relaxed) }
    }

    /// A key that counts the look-ups that find it.
    struct CountedKey: Hashable {
        let number: Int
        let lookUps: Count

        static func == (left: CountedKey, right: CountedKey) -> Bool {
            left.lookUps.increment()
            return left.number == right.number
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(number)
        }
    }

    /// A module that builds every other one, as screens that lead to each other do.
    struct Screen<Tag>: DependencyRequirements {
        let container: DependencyContainer<Self>

        init(_ container: DependencyContainer<Self>) {
            self.container = container
        }

        static var children: [any DependencyRequirements.Type] {
            ScreenVisits.count?.increment()
            return [Screen<Int8>.self, Screen<Int16>.self, Screen<Int32>.self, Screen<Int64>.self, Screen<Int>.self]
        }
    }

    /// Where the visits of one test are counted.
    enum ScreenVisits {
        @TaskLocal static var count: Count?
    }

    /// The look-ups of a freeze with so many factories, each of which needs three of those before it.
    private func lookUps(ofFactories count: Int) throws -> Int {
        let lookUps = Count()
        let builder = DependencyBuilder<Root>()
        func needed(_ number: Int) -> Dependency<Int> {
            Dependency(Int.self, key: CountedKey(number: number, lookUps: lookUps))
        }
        try builder.registerSingleton(Int.self, key: CountedKey(number: 0, lookUps: lookUps)) { _ in 1 }
        for number in 1..<count {
            try builder.registerSingleton(
                Int.self, key: CountedKey(number: number, lookUps: lookUps),
                using: needed(number - 1), needed(number / 2), needed(0)
            ) { _, _, last in last }
        }
        let before = lookUps.value
        _ = try builder.freeze()
        return lookUps.value - before
    }

    @Test func freeze_looksAtTwiceAsMuch_forTwiceAsManyFactories() throws {
        let few = try lookUps(ofFactories: 30)
        let many = try lookUps(ofFactories: 60)
        #expect(few >= 3 * 29)
        // A little more than twice; a search from every factory would make it four times, one between all pairs eight.
        #expect(many < 3 * few)
    }

    @Test func validate_visitsNoMoreThanNeeded_whenFiveModulesLeadToEachOther() {
        let visits = Count()
        let report = ScreenVisits.$count.withValue(visits) {
            DependencyBuilder<Root>().validate(Screen<Int>.self)
        }
        #expect(report.errors.isEmpty)
        #expect(visits.value >= 5)
        // Twenty-five pairs of parent and child; every way through the modules would make it tens of thousands.
        #expect(visits.value < 1_000)
    }
}
