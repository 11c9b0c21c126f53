// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

@Suite(.timeLimit(.minutes(1))) struct ContainerConcurrencyTests {
    typealias Fixtures = ContainerFixtures

    @Test func resolve_buildsASlowSingletonOnce_underConcurrentFirstUse() async throws {
        for _ in 0..<100 {
            let builds = Fixtures.Journal()
            let root = try Fixtures.root {
                try $0.registerSingleton(Fixtures.Service.self) { _ in
                    builds.append("built")
                    var total = 0
                    for number in 0..<20_000 { total &+= number }
                    return Fixtures.Service("\(total)")
                }
            }
            let instances = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
                for _ in 0..<8 {
                    group.addTask { ObjectIdentifier(try root.resolve(Fixtures.Service.self)) }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(instances.count == 1)
            #expect(builds.entries.count == 1)
        }
    }

    @Test func resolve_endsInErrors_whenTwoThreadsNeedEachOthersSingletons() async throws {
        let meeting = Fixtures.Meeting(of: 2)
        let root = try Fixtures.root {
            try $0.registerSingleton(Int.self) {
                meeting.arriveAndAwait()
                return Int(try $0.resolve(Double.self))
            }
            try $0.registerSingleton(Double.self) {
                meeting.arriveAndAwait()
                return Double(try $0.resolve(Int.self))
            }
        }
        async let first = Fixtures.onThread { Fixtures.error { try root.resolve(Int.self) } }
        async let second = Fixtures.onThread { Fixtures.error { try root.resolve(Double.self) } }
        let codes = await [first, second].compactMap { $0?.code }
        #expect(Set(codes) == [.deadlockAvoided, .cycle])
    }

    @Test func resolve_namesBothPaths_whenADeadlockIsAvoided() async throws {
        let meeting = Fixtures.Meeting(of: 2)
        let root = try Fixtures.root {
            try $0.registerSingleton(Int.self) {
                meeting.arriveAndAwait()
                return Int(try $0.resolve(Double.self))
            }
            try $0.registerSingleton(Double.self) {
                meeting.arriveAndAwait()
                return Double(try $0.resolve(Int.self))
            }
        }
        async let first = Fixtures.onThread { Fixtures.error { try root.resolve(Int.self) } }
        async let second = Fixtures.onThread { Fixtures.error { try root.resolve(Double.self) } }
        let avoided = try #require(await [first, second].compactMap(\.self).first { $0.code == .deadlockAvoided })
        let isFirst = avoided.path.description == "Int -> Double"
        #expect(isFirst || avoided.path.description == "Double -> Int")
        #expect(avoided.nearMisses == ["the other thread resolves \(isFirst ? "Double" : "Int")"])
    }

    @Test func resolve_endsInErrors_whenTheCycleRunsThroughCapturedContainersOfTwoTrees() async throws {
        let meeting = Fixtures.Meeting(of: 2)
        let other = Fixtures.Late<DependencyContainer<Fixtures.AppRoot>>()
        let root = try Fixtures.root {
            try $0.registerSingleton(Int.self) { _ in
                meeting.arriveAndAwait()
                return try other.get().resolve(Int.self)
            }
        }
        let second = try Fixtures.root {
            try $0.registerSingleton(Int.self) { _ in
                meeting.arriveAndAwait()
                return try root.resolve(Int.self)
            }
        }
        other.set(second)
        async let fromFirst = Fixtures.onThread { Fixtures.error { try root.resolve(Int.self) } }
        async let fromSecond = Fixtures.onThread { Fixtures.error { try second.resolve(Int.self) } }
        let codes = await [fromFirst, fromSecond].compactMap { $0?.code }
        #expect(Set(codes) == [.deadlockAvoided, .cycle])
    }

    @Test func resolve_doesNotWait_forAnotherSlotThatIsBeingBuilt() async throws {
        let started = Fixtures.Meeting(of: 2)
        let release = Fixtures.Meeting(of: 2)
        let root = try Fixtures.root {
            try $0.registerSingleton(Int.self) { _ in
                started.arriveAndAwait()
                release.arriveAndAwait()
                return 1
            }
            try $0.registerSingleton(Double.self) { _ in 2 }
        }
        async let slow = Fixtures.onThread { try? root.resolve(Int.self) }
        let quick = await Fixtures.onThread {
            started.arriveAndAwait()
            defer { release.arriveAndAwait() }
            return try? root.resolve(Double.self)
        }
        #expect(quick == 2)
        #expect(await slow == 1)
        #expect(started.wasComplete && release.wasComplete)
    }

    @Test func resolve_isNoCycle_inATaskTheRunningFactoryStarted() async throws {
        let meeting = Fixtures.Meeting(of: 2)
        let spawned = Fixtures.Late<Task<Int, any Error>>()
        let root = try Fixtures.root {
            try $0.registerSingleton(Int.self) { container in
                spawned.set(
                    Task {
                        meeting.arriveAndAwait()
                        return try container.resolve(Int.self)
                    })
                meeting.arriveAndAwait()
                return 5
            }
        }
        #expect(await Fixtures.onThread { try? root.resolve(Int.self) } == 5)
        #expect(try await spawned.get().value == 5)
    }

    @Test func resolve_retriesTheFactory_forThoseWhoWaitedForAFailedOne() async throws {
        let attempts = Fixtures.Journal()
        let root = try Fixtures.root {
            try $0.registerSingleton(Fixtures.Service.self) { _ in
                attempts.append("attempt")
                guard attempts.entries.count > 3 else { throw Fixtures.Failure(reason: "early") }
                return Fixtures.Service()
            }
        }
        let codes = await withTaskGroup(of: DependencyError.Code?.self) { group in
            for _ in 0..<8 {
                group.addTask { Fixtures.error { try root.resolve(Fixtures.Service.self) }?.code }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.filter { $0 == .factoryFailed }.count == 3)
        #expect(codes.filter { $0 == nil }.count == 5)
        #expect(attempts.entries.count == 4)
    }

    @Test func resolve_buildsEverySingletonOnce_whenManyTasksTouchALadderInRandomOrder() async throws {
        let builds = Fixtures.Journal()
        let root = try Fixtures.root { builder in
            for step in 0..<40 {
                try builder.registerSingleton(Fixtures.Service.self, key: step) { container in
                    for below in [step - 1, step - 7] where below >= 0 {
                        _ = try container.resolve(Fixtures.Service.self, key: below)
                    }
                    builds.append("\(step)")
                    return Fixtures.Service()
                }
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    for step in (0..<40).shuffled() { _ = try root.resolve(Fixtures.Service.self, key: step) }
                }
            }
            try await group.waitForAll()
        }
        #expect(builds.entries.map { Int($0) } == Array(0..<40))
    }
}
