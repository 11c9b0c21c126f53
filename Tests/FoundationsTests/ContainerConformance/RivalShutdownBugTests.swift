// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing
import Waiting

/// Bugs that other containers had when they ended; the names carry the library and its issue.
@Suite(.timeLimit(.minutes(1))) struct RivalShutdownBugTests {
    typealias Fixtures = ContainerFixtures

    private func outcomes(_ report: ShutdownReport) -> [String] {
        report.entries.map { entry in
            let name = entry.key.map { "\(entry.type)[\($0)]" } ?? entry.type
            return switch entry.outcome {
            case .ended: "\(name) ended"
            case .failed(let error): "\(name) failed: \((error as? Fixtures.Failure)?.reason ?? "\(error)")"
            case .timedOut: "\(name) timed out"
            }
        }
    }

    /// The start of an application takes too long: what it has built until then must be torn down all the same.
    @Test func fx1035_tearsDownWhatWasBuilt_whenAFactoryStillRunsAtTheDeadline() async throws {
        let journal = Fixtures.Journal()
        let clock = SteppedClock()
        let isStuck = Fixtures.Meeting(of: 2)
        let mayEnd = Fixtures.Meeting(of: 2)
        let root = try Fixtures.root { builder in
            for name in ["store", "radio"] {
                try builder.registerSingleton(
                    Fixtures.Service.self, key: name, teardown: { journal.append($0.name) }
                ) { _ in Fixtures.Service(name) }
            }
            try builder.registerSingleton(Fixtures.Client.self) { container in
                let radio = try container.resolve(Fixtures.Service.self, key: "radio")
                isStuck.arriveAndAwait()
                mayEnd.arriveAndAwait()
                return Fixtures.Client(service: radio)
            }
        }
        _ = try root.resolve(Fixtures.Service.self, key: "store")
        async let start = Fixtures.onThread { (try? root.resolve(Fixtures.Client.self)) != nil }
        await Fixtures.onThread { isStuck.arriveAndAwait() }
        async let ending = root.shutdown(deadline: .seconds(5), clock: clock)
        await eventually { clock.sleeperCount > 0 }
        #expect(journal.entries == [])
        clock.advance(by: .seconds(5))
        let report = await ending
        #expect(journal.entries == ["radio", "store"])
        #expect(
            outcomes(report) == [
                "ContainerFixtures.Client timed out", "ContainerFixtures.Service[radio] ended",
                "ContainerFixtures.Service[store] ended",
            ])
        #expect(report.entries.map(\.duration) == [.seconds(5), .zero, .zero])
        await Fixtures.onThread { mayEnd.arriveAndAwait() }
        _ = await start
        #expect(isStuck.wasComplete && mayEnd.wasComplete)
    }

    /// A stop that hangs is named, and the others are run all the same.
    @Test func fx1035_runsTheOtherTeardowns_whenOneHangs() async throws {
        let journal = Fixtures.Journal()
        let clock = SteppedClock()
        let hasBegun = Signal()
        let mayEnd = Signal()
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Int.self, key: "first", teardown: { _ in journal.append("first") }) { _ in 1 }
            try builder.registerSingleton(
                Int.self, key: "hung",
                teardown: { _ in
                    hasBegun.give()
                    await mayEnd.wait()
                }
            ) { _ in 2 }
            try builder.registerSingleton(
                Int.self, key: "last", teardown: { _ in throw Fixtures.Failure(reason: "stuck") }
            ) { _ in 3 }
        }
        for key in ["first", "hung", "last"] { _ = try root.resolve(Int.self, key: key) }
        async let ending = root.shutdown(deadline: .seconds(5), clock: clock)
        await hasBegun.wait()
        clock.advance(by: .seconds(5))
        #expect(await outcomes(ending) == ["Int[last] failed: stuck", "Int[hung] timed out", "Int[first] ended"])
        #expect(journal.entries == ["first"])
        mayEnd.give()
    }
}
