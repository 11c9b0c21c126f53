// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import SeededRandom
import Testing

@Suite(.serialized, .timeLimit(.minutes(StressSettings.minutes))) struct ContainerStormTests {
    @Test func resolve_givesEverybodyTheSameInstanceBuiltOnce_inStormsOfTasks() async throws {
        var asynchronous = 0
        var kept = 0
        for seed in StressSettings.seeds(StressSettings.runs) {
            var random = SeededGenerator(seed: seed)
            let plan = TreePlan.storm(backEdges: 0, using: &random)
            let storm = try await Storm(plan)
            let merged = Self.merged(await storm.inTasks(32, seed: random.next()), of: storm)
            let wrong = merged.filter { subject, answers in
                answers.contains { $0.failure != nil || $0.instances.count != subject.places.count }
                    || (subject.isShared && answers.count != 1)
            }
            #expect(wrong.isEmpty, "seed \(seed): \(wrong)")
            #expect(storm.singletonBuilds.allSatisfy { $0 == 1 }, "seed \(seed)")
            asynchronous += plan.modules.flatMap(\.registrations).count(where: \.isAsynchronous)
            if PlanMeaning(plan).isKept([0, 1, 2]) { kept += 1 }
        }
        #expect(asynchronous > StressSettings.runs * 4)
        #expect(kept > StressSettings.runs / 4)
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
            let alone = storm.answers(seed)
            let merged = Self.merged(answers + [alone], of: storm)
            let mergedAlone = Self.merged([alone], of: storm)
            let wrong = merged.filter { subject, answers in
                subject.isResolvable
                    ? answers.contains { $0.failure != nil } || (subject.isShared && answers.count != 1)
                    : !answers.isSubset(of: [.failure(.cycle), .failure(.deadlockAvoided)])
                        || mergedAlone[subject] != [.failure(.cycle)]
            }
            #expect(wrong.isEmpty, "seed \(seed): \(wrong)")
            #expect(storm.singletonBuilds.allSatisfy { $0 <= 1 }, "seed \(seed)")
            for code in answers.flatMap(\.values).compactMap(\.failure) { failures[code, default: 0] += 1 }
        }
        // Otherwise no two threads ever met.
        #expect(Set(failures.keys) == [.cycle, .deadlockAvoided])
    }

    /// All that was answered about each subject.
    private static func merged(_ answers: [Storm.Answers], of storm: Storm) -> [Storm.Subject: Set<Storm.Answer>] {
        answers.reduce(into: [:]) { merged, answers in
            for (question, answer) in answers {
                guard let subject = storm.subjects[question] else { continue }
                merged[subject, default: []].insert(answer)
            }
        }
    }
}
