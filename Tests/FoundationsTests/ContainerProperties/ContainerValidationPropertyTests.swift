// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import SeededRandom
import Testing

@MainActor
@Suite(.timeLimit(.minutes(StressSettings.minutes))) struct ContainerValidationPropertyTests {
    @Test func validate_agreesWithWhatBuildingAndResolvingMeet_inRandomTrees() throws {
        var codes: [DependencyError.Code: Int] = [:]
        var features: [PlanFeature: Int] = [:]
        var right = 0
        for seed in StressSettings.seeds(StressSettings.plans) {
            let plan = Self.plan(seed)
            let check = try PlanCheck(plan)
            let isRight = check.declared.whole.isEmpty
            if isRight { right += 1 }
            for diagnostic in check.declared.whole { codes[diagnostic.code, default: 0] += 1 }
            for feature in check.declared.features where isRight || feature.isMistake {
                features[feature, default: 0] += 1
            }
            guard try check.problem() != nil else { continue }
            let shrunk = plan.shrunk { !$0.differsFromTwin && (try? PlanCheck($0).problem()) != nil }
            Issue.record("seed \(seed): \(try PlanCheck(shrunk).problem() ?? "")\n\(shrunk)")
            return
        }
        // A generator of nothing but right or nothing but wrong plans would prove little.
        let all: Set<DependencyError.Code> = [
            .missing, .missingInput, .duplicate, .cycle, .captive, .isolationMismatch, .shadowing, .ambiguous,
        ]
        #expect(Set(codes.keys) == all)
        #expect((0.1...0.8).contains(Double(right) / Double(StressSettings.plans)))
        // Of what is no mistake, only right plans count.
        for feature in PlanFeature.allCases {
            #expect(features[feature, default: 0] >= StressSettings.plans / 200, "\(feature)")
        }
    }

    private static func plan(_ seed: UInt64) -> TreePlan {
        var random = SeededGenerator(seed: seed)
        let mistakes = [0, 2, 5, 20].randomElement(using: &random) ?? 0
        return TreePlan.random(mistakes: mistakes, using: &random)
    }
}
