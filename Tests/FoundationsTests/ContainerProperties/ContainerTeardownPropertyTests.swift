// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import SeededRandom
import Testing

@MainActor
@Suite(.timeLimit(.minutes(StressSettings.minutes))) struct ContainerTeardownPropertyTests {
    /// Shuts down random trees after random resolutions, away from the main actor, and sometimes a part of them before.
    ///
    /// Some of their singletons are asynchronous; each is built once, with its container.
    @Test func shutdown_tearsDownEverythingBuiltOnceAndInReverse_inRandomTrees() async throws {
        var instances = 0
        var trees = 0
        var asynchronous = 0
        var kept = 0
        for seed in StressSettings.seeds(StressSettings.plans / 4) {
            var random = SeededGenerator(seed: seed)
            let plan = TreePlan.random(mistakes: 0, using: &random).withAsynchronousSingletons(using: &random)
            // An override may come between what was planned before it.
            guard try PlanVerdict(plan).whole.isEmpty else { continue }
            let tree = try await BuiltTree(plan)
            #expect(tree.asynchronousBuilds.allSatisfy { $0 == 1 }, "seed \(seed)\n\(plan)")
            let isKeptEarly = random.chance(50)
            if isKeptEarly { try await tree.keepChildren() }
            for _ in 0..<Int.random(in: 0...24, using: &random) {
                let container = tree.containers.randomElement(using: &random)
                guard let container,
                    let question = tree.meaning.questions(at: container.path).randomElement(using: &random)
                else { continue }
                try container.resolve(question)
            }
            try await tree.keepChildren()
            let first = random.chance(30) ? Int.random(in: 0..<tree.containers.count, using: &random) : 0
            let early = tree.orderOfTeardown(of: tree.containers[first].path)
            let expected = early + tree.orderOfTeardown().filter { !early.contains($0) }
            for container in [first, 0] {
                let shutdown = tree.containers[container].shutdown
                await Self.awayFromTheMainActor(shutdown)
            }
            #expect(tree.asynchronousBuilds.allSatisfy { $0 == 1 }, "seed \(seed)\n\(plan)")
            asynchronous += tree.asynchronousBuilds.count
            let tornDown = tree.tornDown
            let made = tree.instances
            #expect(tornDown == expected, "seed \(seed)\n\(plan)")
            var gone: Set<Int> = []
            for number in tornDown {
                // What a child contributed ends with the child.
                let parts = made[number].parts.filter { tree.outlives(made[$0], made[number]) }
                #expect(gone.isDisjoint(with: parts), "seed \(seed): \(number) after what it was made from\n\(plan)")
                gone.insert(number)
            }
            instances += tornDown.count
            kept += tree.containers.count { tree.meaning.isKept($0.path) }
            trees += 1
        }
        #expect(trees > StressSettings.plans / 8)
        #expect(instances > trees * 2)
        #expect(asynchronous > trees / 4)
        #expect(kept > trees / 4)
    }

    @concurrent private static func awayFromTheMainActor(_ shutdown: @Sendable () async -> ShutdownReport) async {
        _ = await shutdown()
    }
}
