// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import SeededRandom
import Testing

@Suite(.serialized, .timeLimit(.minutes(StressSettings.minutes))) struct ContainerStormTests {
    @Test func resolve_givesEverybodyTheSameInstanceBuiltOnce_inStormsOfTasks() async throws {
        for seed in StressSettings.seeds(StressSettings.runs) {
            var random = SeededGenerator(seed: seed)
            let storm = try await Storm(TreePlan.storm(backEdges: 0, using: &random))
            let merged = Self.merged(await storm.inTasks(64, seed: random.next()), of: storm)
            let wrong = merged.filter { question, answers in
                answers.contains { $0.instance == nil } || (storm.isShared(question) && answers.count != 1)
            }
            #expect(wrong.isEmpty, "seed \(seed)")
            #expect(storm.singletonBuilds.allSatisfy { $0 == 1 }, "seed \(seed)")
        }
    }

    /// What leads to no cycle never fails, whoever else is caught in one.
    ///
    /// Nobody waits for a factory that waits for it. The others fail and say why; alone, they name the cycle.
    @Test func resolve_endsInACycleOrAnInstance_inStormsOfThreadsAmongCycles() async throws {
        var failures: [DependencyError.Code: Int] = [:]
        for seed in StressSettings.seeds(StressSettings.runs) {
            var random = SeededGenerator(seed: seed)
            let storm = try await Storm(
                TreePlan.storm(backEdges: Int.random(in: 1...6, using: &random), using: &random))
            let threads = Int.random(in: 2...8, using: &random)
            let answers = try #require(await storm.onThreads(threads, seed: random.next()), "seed \(seed) hangs")
            let resolvable = storm.resolvable
            let alone = storm.answers(seed)
            let merged = Self.merged(answers + [alone], of: storm)
            let wrong = merged.filter { question, answers in
                resolvable.contains(question)
                    ? answers.contains { $0.instance == nil } || (storm.isShared(question) && answers.count != 1)
                    : !answers.isSubset(of: [.failure(.cycle), .failure(.deadlockAvoided)])
                        || alone[question] != .failure(.cycle)
            }
            #expect(wrong.isEmpty, "seed \(seed): \(wrong)")
            #expect(storm.singletonBuilds.allSatisfy { $0 <= 1 }, "seed \(seed)")
            for code in answers.flatMap(\.values).compactMap(\.failure) { failures[code, default: 0] += 1 }
        }
        // Otherwise no two threads ever met.
        #expect(Set(failures.keys) == [.cycle, .deadlockAvoided])
    }

    /// All that was answered to each question.
    private static func merged(_ answers: [Storm.Answers], of storm: Storm) -> [Storm.Question: Set<Storm.Answer>] {
        answers.reduce(into: [:]) { merged, answers in
            for (question, answer) in answers {
                merged[storm.canonical(question), default: []].insert(answer)
            }
        }
    }
}
