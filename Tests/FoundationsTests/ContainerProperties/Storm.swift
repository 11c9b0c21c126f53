// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import ModularDependencyContainer
import SeededRandom
import Synchronization

/// The containers of a storm plan, resolved by many at once.
final class Storm: Sendable {
    /// A registration asked for in one of the containers.
    struct Question: Hashable, Sendable {
        let place: TreePlan.Place
        let container: Int
    }

    /// What one who asked everything in some order got.
    typealias Answers = [Question: Answer]

    /// An instance, equal to itself alone, or why there is none.
    struct Answer: Hashable, Sendable {
        /// Kept, so that no two instances can have had the same address.
        let instance: (any NumberedProduct)?
        let failure: DependencyError.Code?

        static func == (left: Answer, right: Answer) -> Bool {
            left.instance === right.instance && left.failure == right.failure
        }

        static func failure(_ code: DependencyError.Code?) -> Answer {
            Answer(instance: nil, failure: code)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(instance.map(ObjectIdentifier.init))
            hasher.combine(failure)
        }
    }

    /// A count that threads add to.
    private final class Counter: Sendable {
        let value = Atomic(0)
    }

    let plan: TreePlan
    /// The questions a nonisolated caller may ask.
    let questions: [Question]
    /// The questions for the main actor.
    let mainActorQuestions: [Question]
    private let root: DependencyContainer<PlannedRoot>
    private let child: DependencyContainer<PlannedModule<PlannedModules.One>>
    private let grandchild: DependencyContainer<PlannedModule<PlannedModules.Two>>
    /// How often each factory ran to its end, by container and index.
    private let builds: [[Counter]]

    @MainActor
    init(_ plan: TreePlan) throws {
        self.plan = plan
        let builds = plan.modules.map { $0.registrations.map { _ in Counter() } }
        let hooks = PlannedRun.Hooks(made: { made in
            let count = builds[made.container][made.index].value.add(1, ordering: .relaxed).newValue
            // Others get to run while the factories around this one are still running.
            if made.index % 3 == 0 { sched_yield() }
            return count
        })
        let run = PlannedRun(plan, hooks: hooks)
        (root, child, grandchild) = try run.during {
            let builder = DependencyBuilder<PlannedRoot>()
            try run.register(0, in: builder)
            let root = try builder.freeze()
            run.building(1)
            let child = try root.buildChild(PlannedModule<PlannedModules.One>.self).container
            run.building(2)
            return (root, child, try child.buildChild(PlannedModule<PlannedModules.Two>.self).container)
        }
        self.builds = builds
        let all = (0...2).flatMap { container in
            plan.visible(at: Array(0...container)).map { Question(place: $0, container: container) }
        }
        let isForMainActor = { (question: Question) in
            plan.registration(question.place, on: [0, 1, 2]).isolation == .mainActor
        }
        questions = all.filter { !isForMainActor($0) }
        mainActorQuestions = all.filter(isForMainActor)
    }

    /// The questions that have an answer other than a failure.
    var resolvable: Set<Question> {
        Set(
            (0...2).flatMap { container in
                plan.resolvable(at: Array(0...container)).map { Question(place: $0, container: container) }
            })
    }

    /// The question whose answer must be the same: a singleton is one, from wherever it is seen.
    func canonical(_ question: Question) -> Question {
        let isSingleton = plan.registration(question.place, on: [0, 1, 2]).scope == .singleton
        return isSingleton ? Question(place: question.place, container: question.place.depth) : question
    }

    func isShared(_ question: Question) -> Bool {
        plan.registration(question.place, on: [0, 1, 2]).scope != .instance
    }

    /// How often the factories of the singletons ran to their end.
    var singletonBuilds: [Int] {
        zip(builds, plan.modules).flatMap { counters, module in
            zip(counters, module.registrations).filter { $1.scope == .singleton }
                .map { counter, _ in counter.value.load(ordering: .relaxed) }
        }
    }

    /// Asks everything, in an order that depends on `seed`.
    func answers(_ seed: UInt64) -> Answers {
        var random = SeededGenerator(seed: seed)
        return answers(questions.shuffled(using: &random)) { question in
            let identity = self.plan.registration(question.place, on: [0, 1, 2]).identity
            switch question.container {
            case 0: return try identity.resolve(in: self.root)
            case 1: return try identity.resolve(in: self.child)
            default: return try identity.resolve(in: self.grandchild)
            }
        }
    }

    /// As `answers`, for what lives on the main actor.
    @MainActor
    func mainActorAnswers(_ seed: UInt64) -> Answers {
        var random = SeededGenerator(seed: seed)
        return answers(mainActorQuestions.shuffled(using: &random)) { question in
            let identity = plan.registration(question.place, on: [0, 1, 2]).identity
            switch question.container {
            case 0: return try identity.resolveMainActor(in: root)
            case 1: return try identity.resolveMainActor(in: child)
            default: return try identity.resolveMainActor(in: grandchild)
            }
        }
    }

    private func answers(
        _ questions: [Question], _ ask: (Question) throws -> any NumberedProduct
    ) -> Answers {
        var answers: Answers = [:]
        for question in questions {
            do {
                answers[question] = Answer(instance: try ask(question), failure: nil)
            } catch {
                answers[question] = .failure((error as? DependencyError)?.code)
            }
        }
        return answers
    }

    /// Asks everything from as many threads; `nil` if they do not end.
    func onThreads(_ count: Int, seed: UInt64) async -> [Answers]? {
        let group = DispatchGroup()
        let answers = (0..<count).map { _ in ContainerFixtures.Late<Answers>() }
        for (index, late) in answers.enumerated() {
            group.enter()
            Thread.detachNewThread {
                late.set(self.answers(seed &+ UInt64(index)))
                group.leave()
            }
        }
        let ended = await ContainerFixtures.onThread { group.wait(timeout: .now() + .seconds(60)) == .success }
        return ended ? answers.compactMap { try? $0.get() } : nil
    }

    /// Asks everything from as many tasks, and from one on the main actor.
    func inTasks(_ count: Int, seed: UInt64) async -> [Answers] {
        await withTaskGroup(of: Answers.self) { group in
            for index in 0..<count { group.addTask { self.answers(seed &+ UInt64(index)) } }
            group.addTask { await self.mainActorAnswers(seed) }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}
