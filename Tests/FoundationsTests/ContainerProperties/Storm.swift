// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import ModularDependencyContainer
import SeededRandom
import Synchronization

/// The containers of a storm plan, resolved by many at once.
final class Storm: Sendable {
    /// What is asked of one of the containers.
    struct Question: Hashable, Sendable {
        let edge: TreePlan.Edge
        let container: Int
    }

    /// What must have the same answer, whoever asks.
    struct Subject: Hashable, Sendable {
        let places: [TreePlan.Place]
        /// Which container asks, if that matters.
        let container: Int?
        /// Whether there is one answer, and not a new instance each time.
        let isShared: Bool
        /// Whether it leads to no cycle.
        let isResolvable: Bool
    }

    /// What one who asked everything in some order got.
    typealias Answers = [Question: Answer]

    /// Instances, each equal to itself alone, or why there are none.
    struct Answer: Hashable, Sendable {
        /// Kept, so that no two instances can have had the same address.
        let instances: [any NumberedProduct]
        /// What was thrown.
        let failure: DependencyError.Code?

        private var identifiers: [ObjectIdentifier] { instances.map(ObjectIdentifier.init) }

        static func == (left: Answer, right: Answer) -> Bool {
            left.identifiers == right.identifiers && left.failure == right.failure
        }

        static func failure(_ code: DependencyError.Code?) -> Answer {
            Answer(instances: [], failure: code)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(identifiers)
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
    /// What each question is about.
    let subjects: [Question: Subject]
    private let run: PlannedRun
    private let root: DependencyContainer<PlannedRoot>
    /// `nil` if the root keeps it, and then builds it when it is first needed.
    private let child: DependencyContainer<PlannedModule<PlannedModules.One>>?
    /// `nil` if the child keeps it.
    private let grandchild: DependencyContainer<PlannedModule<PlannedModules.Two>>?
    /// How often each factory ran to its end, by module and index.
    private let builds: [[Counter]]
    /// Which are singletons that some question leads to.
    private let singletons: [[Bool]]

    @MainActor
    init(_ plan: TreePlan) async throws {
        self.plan = plan
        let meaning = PlanMeaning(plan)
        let builds = plan.modules.map { $0.registrations.map { _ in Counter() } }
        let hooks = PlannedRun.Hooks(made: { made in
            let count = builds[made.module][made.index].value.add(1, ordering: .relaxed).newValue
            // Others get to run while the factories around this one are still running.
            if made.index % 3 == 0 { sched_yield() }
            return count
        })
        let run = PlannedRun(plan, hooks: hooks)
        (root, child, grandchild) = try await run.during {
            let builder = DependencyBuilder<PlannedRoot>()
            try run.register(0, in: builder)
            let root = try await builder.freeze()
            let child =
                meaning.isKept([0, 1])
                ? nil : try await root.buildChild(PlannedModule<PlannedModules.One>.self).container
            let parent = try child ?? root.child(PlannedModule<PlannedModules.One>.self).container
            let grandchild =
                meaning.isKept([0, 1, 2])
                ? nil : try await parent.buildChild(PlannedModule<PlannedModules.Two>.self).container
            return (root, child, grandchild)
        }
        self.run = run
        self.builds = builds
        let paths = (0...2).map { Array(0...$0) }
        let all = paths.indices.flatMap { container in
            meaning.questions(at: paths[container]).map { Question(edge: $0, container: container) }
        }
        questions = all.filter { $0.edge.isolation == .nonisolated }
        mainActorQuestions = all.filter { $0.edge.isolation == .mainActor }
        let asked = all.flatMap { question in
            meaning.targets(of: question.edge, at: paths[question.container]).map(meaning.reach)
        }
        let reached = asked.reduce(into: Set()) { $0.formUnion($1) }
        singletons = paths.map { path in
            plan.modules[path.count - 1].registrations.indices.map { index in
                let place = TreePlan.Place(path: path, index: index)
                return meaning.scope(of: place) == .singleton && reached.contains(place)
            }
        }
        let cyclic = Set(
            paths.flatMap { path in
                plan.modules[path.count - 1].registrations.indices.map { TreePlan.Place(path: path, index: $0) }
            }.filter(meaning.isCyclic))
        subjects = all.reduce(into: [:]) { subjects, question in
            let places = meaning.targets(of: question.edge, at: paths[question.container])
            let scope = question.edge.collects ? .singleton : places.first.map(meaning.scope) ?? .instance
            subjects[question] = Subject(
                places: places, container: scope == .singleton ? nil : question.container, isShared: scope != .instance,
                isResolvable: places.allSatisfy { meaning.reach(of: $0).isDisjoint(with: cyclic) })
        }
    }

    /// How often the factories of the singletons that some question leads to ran to their end.
    var singletonBuilds: [Int] {
        zip(builds, singletons).flatMap { counters, areSingletons in
            zip(counters, areSingletons).filter { $1 }.map { counter, _ in counter.value.load(ordering: .relaxed) }
        }
    }

    private func currentChild() throws -> DependencyContainer<PlannedModule<PlannedModules.One>> {
        try child ?? root.child(PlannedModule<PlannedModules.One>.self).container
    }

    private func currentGrandchild() throws -> DependencyContainer<PlannedModule<PlannedModules.Two>> {
        try grandchild ?? currentChild().child(PlannedModule<PlannedModules.Two>.self).container
    }

    /// Asks everything, in an order that depends on `seed`.
    func answers(_ seed: UInt64) -> Answers {
        var random = SeededGenerator(seed: seed)
        return answers(questions.shuffled(using: &random)) { question in
            switch question.container {
            case 0: return try question.edge.resolve(in: self.root)
            case 1: return try question.edge.resolve(in: self.currentChild())
            default: return try question.edge.resolve(in: self.currentGrandchild())
            }
        }
    }

    /// As `answers`, for what lives on the main actor.
    @MainActor
    func mainActorAnswers(_ seed: UInt64) -> Answers {
        var random = SeededGenerator(seed: seed)
        return answers(mainActorQuestions.shuffled(using: &random)) { question in
            switch question.container {
            case 0: return try question.edge.resolveOnMainActor(in: root)
            case 1: return try question.edge.resolveOnMainActor(in: currentChild())
            default: return try question.edge.resolveOnMainActor(in: currentGrandchild())
            }
        }
    }

    private func answers(
        _ questions: [Question], _ ask: (Question) throws -> [any NumberedProduct]
    ) -> Answers {
        // A child may be built by whoever needs it first.
        run.during {
            var answers: Answers = [:]
            for question in questions {
                do {
                    answers[question] = Answer(instances: try ask(question), failure: nil)
                } catch {
                    answers[question] = .failure((error as? DependencyError)?.code)
                }
            }
            return answers
        }
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
