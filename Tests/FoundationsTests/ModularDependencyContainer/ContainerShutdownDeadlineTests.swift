// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing
import Waiting

@Suite(.timeLimit(.minutes(1))) struct ContainerShutdownDeadlineTests {
    typealias Fixtures = ContainerFixtures

    /// Something a test lets a teardown or a factory wait for, and the journal it writes.
    struct Stage: Sendable {
        let clock = SteppedClock()
        let journal = Fixtures.Journal()
        let hasBegun = Signal()
        let mayEnd = Signal()
    }

    /// An instance that holds its container, as some do, and says when it is gone.
    final class Late: Sendable {
        let container: DependencyContainer<Fixtures.AppRoot>
        let released: Signal

        init(_ container: DependencyContainer<Fixtures.AppRoot>, released: Signal) {
            self.container = container
            self.released = released
        }

        deinit { released.give() }
    }

    /// Instances with a teardown each, of which one hangs.
    private func root(
        _ stage: Stage, hanging: Int, of count: Int
    ) throws -> DependencyContainer<Fixtures.AppRoot> {
        let root = try Fixtures.root { builder in
            for number in 0..<count {
                try builder.registerSingleton(
                    Int.self, key: number,
                    teardown: { number in
                        stage.journal.append("\(number) begins\(Task.isCancelled ? " cancelled" : "")")
                        guard number == hanging else { return }
                        stage.hasBegun.give()
                        await stage.mayEnd.wait()
                        stage.journal.append("\(number) ends\(Task.isCancelled ? " cancelled" : "")")
                    }
                ) { _ in number }
            }
        }
        for number in 0..<count { _ = try root.resolve(Int.self, key: number) }
        return root
    }

    private func summary(_ report: ShutdownReport) -> [String] {
        report.entries.map(\.description)
    }

    @Test func shutdown_reportsHowLongEachTeardownTook_whenAllEndInTime() async throws {
        let stage = Stage()
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Int.self, teardown: { _ in stage.clock.advance(by: .seconds(2)) }) { _ in 1 }
            try builder.registerSingleton(
                Double.self, key: "slow",
                teardown: { _ in
                    stage.clock.advance(by: .seconds(3))
                    throw Fixtures.Failure(reason: "stuck")
                }
            ) { _ in 2 }
        }
        _ = try root.resolve(Int.self)
        _ = try root.resolve(Double.self, key: "slow")
        let report = await root.shutdown(deadline: .seconds(10), clock: stage.clock)
        #expect(
            report.description == """
                1 ended, 1 failed, 0 timed out
                ContainerFixtures.AppRoot: Double[slow] failed after 3.0 seconds: Failure(reason: "stuck")
                ContainerFixtures.AppRoot: Int ended after 2.0 seconds
                """)
        #expect(stage.clock.sleeperCount == 0)
    }

    @Test func shutdown_leavesBehindATeardownThatHangs_andEndsTheRestInOrder() async throws {
        let stage = Stage()
        let root = try root(stage, hanging: 1, of: 3)
        async let pending = root.shutdown(deadline: .seconds(10), clock: stage.clock)
        await stage.hasBegun.wait()
        stage.clock.advance(by: .seconds(10))
        let report = await pending
        #expect(
            summary(report) == [
                "ContainerFixtures.AppRoot: Int[2] ended after 0.0 seconds",
                "ContainerFixtures.AppRoot: Int[1] was still running after 10.0 seconds",
                "ContainerFixtures.AppRoot: Int[0] ended after 0.0 seconds",
            ])
        #expect(report.timedOut.map(\.key) == ["1"])
        #expect(report.failures.isEmpty)
        #expect(stage.journal.entries == ["2 begins", "1 begins", "0 begins cancelled"])
        #expect(stage.clock.sleeperCount == 0)
        stage.mayEnd.give()
    }

    @Test func shutdown_cancelsTheTeardown_thatRunsWhenTheDeadlinePasses() async throws {
        let stage = Stage()
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(
                Int.self,
                teardown: { _ in
                    stage.hasBegun.give()
                    await Signal.cancellation()
                    stage.mayEnd.give()
                }
            ) { _ in 1 }
        }
        _ = try root.resolve(Int.self)
        async let report = root.shutdown(deadline: .seconds(10), clock: stage.clock)
        await stage.hasBegun.wait()
        stage.clock.advance(by: .seconds(10))
        #expect(await report.timedOut.count == 1)
        await stage.mayEnd.wait()
    }

    @Test func shutdown_givesEachLateTeardownATenthOfTheDeadline() async throws {
        let stages = (Stage(), Stage())
        let clock = stages.0.clock
        let root = try Fixtures.root { builder in
            for (number, stage) in [stages.1, stages.0].enumerated() {
                try builder.registerSingleton(
                    Int.self, key: number,
                    teardown: { _ in
                        stage.hasBegun.give()
                        await stage.mayEnd.wait()
                    }
                ) { _ in number }
            }
        }
        for number in 0..<2 { _ = try root.resolve(Int.self, key: number) }
        async let report = root.shutdown(deadline: .seconds(10), clock: clock)
        await stages.0.hasBegun.wait()
        clock.advance(by: .seconds(10))
        await stages.1.hasBegun.wait()
        clock.advance(by: .seconds(1))
        #expect(await report.entries.map(\.duration) == [.seconds(10), .seconds(1)])
        #expect(await report.timedOut.count == 2)
        stages.0.mayEnd.give()
        stages.1.mayEnd.give()
    }

    @Test func shutdown_coversTheChildrenWithTheSameDeadline() async throws {
        let stage = Stage()
        let root = try Fixtures.root { builder in
            try builder.registerScoped(
                Fixtures.Service.self,
                teardown: { _ in
                    stage.journal.append(Task.isCancelled ? "late" : "in time")
                    guard !Task.isCancelled else { return }
                    stage.hasBegun.give()
                    await stage.mayEnd.wait()
                }
            ) { _ in Fixtures.Service() }
        }
        _ = try root.resolve(Fixtures.Service.self)
        let child = try await root.buildChild(Fixtures.ServiceDependencies.self)
        _ = child.service
        async let pending = root.shutdown(deadline: .seconds(10), clock: stage.clock)
        await stage.hasBegun.wait()
        stage.clock.advance(by: .seconds(10))
        let report = await pending
        #expect(report.entries.map(\.isTimedOut) == [true, false])
        #expect(stage.journal.entries == ["in time", "late"])
        stage.mayEnd.give()
    }

    @Test func shutdown_startsEveryTeardownCancelled_whenThereIsNoTime() async throws {
        let stage = Stage()
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(
                Int.self,
                teardown: { _ in
                    stage.journal.append("\(Task.isCancelled)")
                    stage.mayEnd.give()
                }
            ) { _ in 1 }
        }
        _ = try root.resolve(Int.self)
        #expect(await root.shutdown(deadline: .seconds(-1), clock: stage.clock).entries.count == 1)
        await stage.mayEnd.wait()
        #expect(stage.journal.entries == ["true"])
    }

    @Test func shutdown_takesTheLongestDeadline_withoutOverflow() async throws {
        let stage = Stage()
        let root = try root(stage, hanging: -1, of: 1)
        let report = await root.shutdown(deadline: .seconds(Int64.max))
        #expect(report.timedOut.isEmpty)
    }

    @Test func shutdown_goesOn_whenItsCallerIsCancelled() async throws {
        let stage = Stage()
        let root = try root(stage, hanging: 1, of: 2)
        let caller = Task { await root.shutdown(deadline: .seconds(10), clock: stage.clock) }
        await stage.hasBegun.wait()
        caller.cancel()
        stage.mayEnd.give()
        #expect(await caller.value.timedOut.isEmpty)
        #expect(stage.journal.entries == ["1 begins", "1 ends cancelled", "0 begins cancelled"])
    }

    @Test func secondCall_returnsWhatIsStillRunning_whenItsOwnDeadlinePasses() async throws {
        let stage = Stage()
        let root = try root(stage, hanging: 0, of: 2)
        async let first = root.shutdown()
        await stage.hasBegun.wait()
        let impatient = await root.shutdown(deadline: .zero, clock: stage.clock)
        #expect(impatient.entries.map(\.key) == ["1", "0"])
        #expect(impatient.timedOut.map(\.key) == ["0"])
        async let patient = root.shutdown(deadline: .seconds(1), clock: stage.clock)
        stage.mayEnd.give()
        #expect(await first.timedOut.isEmpty)
        #expect(await patient.timedOut.isEmpty)
        #expect(stage.journal.entries == ["1 begins", "0 begins", "0 ends"])
    }

    @Test func secondCall_namesWhatAChildIsAt_whenItsOwnDeadlinePasses() async throws {
        let stage = Stage()
        let root = try Fixtures.root { builder in
            try builder.registerScoped(
                Fixtures.Service.self,
                teardown: { _ in
                    stage.hasBegun.give()
                    await stage.mayEnd.wait()
                }
            ) { _ in Fixtures.Service() }
        }
        let child = try await root.buildChild(Fixtures.ServiceDependencies.self)
        _ = child.service
        async let first = root.shutdown()
        await stage.hasBegun.wait()
        let impatient = await root.shutdown(deadline: .zero, clock: stage.clock)
        #expect(impatient.timedOut.map(\.type) == ["ContainerFixtures.Service"])
        stage.mayEnd.give()
        #expect(await first.timedOut.isEmpty)
    }

    @Test func shutdown_waitsForAChildThatEndsAlready_atMostTheDeadline() async throws {
        let stage = Stage()
        let root = try Fixtures.root { builder in
            try builder.registerScoped(
                Fixtures.Service.self,
                teardown: { _ in
                    stage.hasBegun.give()
                    await stage.mayEnd.wait()
                }
            ) { _ in Fixtures.Service() }
        }
        let child = try await root.buildChild(Fixtures.ServiceDependencies.self)
        _ = child.service
        async let ending = child.container.shutdown()
        await stage.hasBegun.wait()
        async let pending = root.shutdown(deadline: .seconds(10), clock: stage.clock)
        await eventually { stage.clock.sleeperCount > 0 }
        stage.clock.advance(by: .seconds(10))
        #expect(await pending.timedOut.count == 1)
        stage.mayEnd.give()
        #expect(await ending.timedOut.isEmpty)
    }

    @Test func shutdown_doesNotRepeatAChild_thatWasShutDownBefore() async throws {
        let stage = Stage()
        let root = try Fixtures.root { builder in
            try builder.registerScoped(Fixtures.Service.self, teardown: { _ in }) { _ in Fixtures.Service() }
        }
        let child = try await root.buildChild(Fixtures.ServiceDependencies.self)
        _ = child.service
        #expect(await child.container.shutdown().entries.count == 1)
        #expect(await root.shutdown(deadline: .seconds(1), clock: stage.clock).entries.isEmpty)
        withExtendedLifetime(child) {}
    }

    @Test func shutdown_namesAFactoryThatHangs_andTearsItsInstanceDownWhenItEnds() async throws {
        let stage = Stage()
        let released = Signal()
        let mayBuild = Fixtures.Meeting(of: 2)
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(
                Late.self, key: "late", teardown: { _ in stage.journal.append("torn down") }
            ) { container in
                stage.hasBegun.give()
                mayBuild.arriveAndAwait()
                return Late(container, released: released)
            }
        }
        async let isBuilt = Fixtures.onThread { (try? root.resolve(Late.self, key: "late")) != nil }
        await stage.hasBegun.wait()
        async let pending = root.shutdown(deadline: .seconds(10), clock: stage.clock)
        await eventually { stage.clock.sleeperCount > 0 }
        stage.clock.advance(by: .seconds(10))
        let report = await pending
        #expect(
            summary(report) == [
                "ContainerFixtures.AppRoot: factory of ContainerShutdownDeadlineTests.Late[late] "
                    + "was still running after 10.0 seconds"
            ])
        #expect(stage.journal.entries == [])
        await Fixtures.onThread { mayBuild.arriveAndAwait() }
        _ = await isBuilt
        await released.wait()
        #expect(stage.journal.entries == ["torn down"])
    }

    @Test func shutdown_tearsDownInOrder_whatALateFactoryMakesBeforeItIsOver() async throws {
        let stage = Stage()
        let mayBuild = Fixtures.Meeting(of: 2)
        let factoryRuns = Signal()
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(
                Int.self,
                teardown: { _ in
                    stage.hasBegun.give()
                    await stage.mayEnd.wait()
                }
            ) { _ in 1 }
            try builder.registerSingleton(Double.self, teardown: { _ in stage.journal.append("torn down") }) { _ in
                factoryRuns.give()
                mayBuild.arriveAndAwait()
                return 2
            }
        }
        _ = try root.resolve(Int.self)
        async let value = Fixtures.onThread { try? root.resolve(Double.self) }
        await factoryRuns.wait()
        async let pending = root.shutdown(deadline: .seconds(10), clock: stage.clock)
        await eventually { stage.clock.sleeperCount > 0 }
        stage.clock.advance(by: .seconds(10))
        await stage.hasBegun.wait()
        await Fixtures.onThread { mayBuild.arriveAndAwait() }
        #expect(await value == 2)
        stage.mayEnd.give()
        let report = await pending
        #expect(report.entries.map(\.work) == [.factory, .teardown, .teardown])
        #expect(report.entries.map(\.type) == ["Double", "Int", "Double"])
        #expect(stage.journal.entries == ["torn down"])
    }

    @Test func shutdown_endsInTime_whenTheMainActorIsBusy() async throws {
        let stage = Stage()
        let mayGoOn = Fixtures.Meeting(of: 2)
        let root = try Fixtures.root { builder in
            try builder.mainActor.registerSingleton(
                Fixtures.Unsendable.self, teardown: { _ in stage.mayEnd.give() }
            ) { _ in Fixtures.Unsendable() }
        }
        _ = try await MainActor.run { try root.resolveMainActor(Fixtures.Unsendable.self).count }
        async let busy: Void = MainActor.run {
            stage.hasBegun.give()
            mayGoOn.arriveAndAwait()
        }
        await stage.hasBegun.wait()
        let report = await root.shutdown(deadline: .zero, clock: stage.clock)
        #expect(report.timedOut.map(\.type) == ["ContainerFixtures.Unsendable"])
        await Fixtures.onThread { mayGoOn.arriveAndAwait() }
        await busy
        await stage.mayEnd.wait()
        #expect(mayGoOn.wasComplete)
    }

    @Test func shutdown_tearsDownWhatAMainActorFactoryMakes_whenItEndsLate() async throws {
        let stage = Stage()
        let mayBuild = Fixtures.Meeting(of: 2)
        let root = try Fixtures.root { builder in
            try builder.mainActor.registerSingleton(
                Fixtures.Unsendable.self, teardown: { _ in stage.mayEnd.give() }
            ) { _ in
                stage.hasBegun.give()
                mayBuild.arriveAndAwait()
                return Fixtures.Unsendable()
            }
        }
        async let count = MainActor.run { try root.resolveMainActor(Fixtures.Unsendable.self).count }
        await stage.hasBegun.wait()
        let report = await root.shutdown(deadline: .zero, clock: stage.clock)
        #expect(report.timedOut.map(\.work) == [.factory])
        #expect(report.timedOut.map(\.type) == ["ContainerFixtures.Unsendable"])
        // The slots can be emptied only when the factory lets the main actor go on.
        await Fixtures.onThread { mayBuild.arriveAndAwait() }
        #expect(try await count == 0)
        await stage.mayEnd.wait()
    }
}
