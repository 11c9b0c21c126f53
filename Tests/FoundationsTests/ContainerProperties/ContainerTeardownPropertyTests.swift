// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import SeededRandom
import Testing

@MainActor
@Suite(.timeLimit(.minutes(StressSettings.minutes))) struct ContainerTeardownPropertyTests {
    /// Shuts down random trees after random resolutions, away from the main actor, and sometimes a part of them before.
    @Test func shutdown_tearsDownEverythingBuiltOnceAndInReverse_inRandomTrees() async throws {
        var instances = 0
        var trees = 0
        for seed in StressSettings.seeds(StressSettings.plans / 4) {
            var random = SeededGenerator(seed: seed)
            let plan = TreePlan.random(mistakes: 0, using: &random)
            // An override may come between what was planned before it.
            guard try PlanVerdict(plan, isOpaque: false).whole.isEmpty else { continue }
            let tree = try BuiltTree(plan)
            for _ in 0..<Int.random(in: 0...24, using: &random) {
                let container = tree.containers.randomElement(using: &random)
                guard let container, let place = plan.visible(at: container.path).randomElement(using: &random) else {
                    continue
                }
                try container.resolve(place)
            }
            let first = random.chance(30) ? Int.random(in: 0..<tree.containers.count, using: &random) : 0
            let early = tree.orderOfTeardown(of: first)
            let expected = early + tree.orderOfTeardown().filter { !early.contains($0) }
            for container in [first, 0] {
                let shutdown = tree.containers[container].shutdown
                await Self.awayFromTheMainActor(shutdown)
            }
            let journal = tree.journal.current
            #expect(journal.tornDown == expected, "seed \(seed)\n\(plan)")
            var gone: Set<Int> = []
            for number in journal.tornDown {
                let parts = journal.made[number]?.parts ?? []
                #expect(gone.isDisjoint(with: parts), "seed \(seed): \(number) after what it was made from\n\(plan)")
                gone.insert(number)
            }
            instances += journal.tornDown.count
            trees += 1
        }
        #expect(trees > StressSettings.plans / 8)
        #expect(instances > trees * 2)
    }

    @concurrent private static func awayFromTheMainActor(_ shutdown: @Sendable () async -> ShutdownReport) async {
        _ = await shutdown()
    }
}
