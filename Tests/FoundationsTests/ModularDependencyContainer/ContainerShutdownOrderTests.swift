// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import SeededRandom
import Synchronization
import Testing

/// Random trees of containers, filled in a random order.
@Suite(.timeLimit(.minutes(1))) struct ContainerShutdownOrderTests {
    typealias Fixtures = ContainerFixtures

    static let keys = 8

    /// Gives each instance the next number when its factory ends.
    final class Serials: Sendable {
        private let last = Mutex(0)

        func next() -> Int {
            last.withLock { last in
                last += 1
                return last
            }
        }
    }

    struct Made: Sendable {
        let serial: Int
    }

    /// A container of the tree, and what the test did in it.
    final class Node {
        let resolve: (Int) throws -> Made
        let makeChild: () throws -> Node
        var asked: Set<Int> = []
        var children: [Node] = []

        init<Marker>(_ container: DependencyContainer<Marker>) {
            resolve = { try container.resolve(Made.self, key: $0) }
            makeChild = { Node(try container.buildChild(Fixtures.EmptyDependencies.self).container) }
        }

        /// The numbers below this container in the order they must be torn down.
        func expectedOrder() throws -> [Int] {
            let built = asked.flatMap { key in sequence(first: key) { $0 > 0 ? $0 / 2 : nil } }
            let own = try Set(built).map { try resolve($0).serial }
            return try children.reversed().flatMap { try $0.expectedOrder() } + own.sorted(by: >)
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func shutdown_tearsDownChildrenFirst_andEachInReverseOrderOfCreation(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let serials = Serials()
        let journal = Mutex<[Int]>([])
        let root = try Fixtures.root { builder in
            for key in 0..<Self.keys {
                try builder.registerScoped(
                    Made.self, key: key,
                    teardown: { made in
                        if made.serial.isMultiple(of: 3) { await Task.yield() }
                        journal.withLock { $0.append(made.serial) }
                        if made.serial.isMultiple(of: 5) { throw Fixtures.Failure(reason: "fifth") }
                    }
                ) { container in
                    if key > 0 { _ = try container.resolve(Made.self, key: key / 2) }
                    return Made(serial: serials.next())
                }
            }
        }
        var nodes = [Node(root)]
        for _ in 0..<40 {
            let node = nodes[Int.random(in: 0..<nodes.count, using: &generator)]
            if Int.random(in: 0..<4, using: &generator) == 0 {
                let child = try node.makeChild()
                node.children.append(child)
                nodes.append(child)
            } else {
                let key = Int.random(in: 0..<Self.keys, using: &generator)
                _ = try node.resolve(key)
                node.asked.insert(key)
            }
        }
        let expected = try nodes[0].expectedOrder()
        let hasDeadline = Bool.random(using: &generator)
        let report =
            hasDeadline
            ? await root.shutdown(deadline: .seconds(1), clock: SteppedClock()) : await root.shutdown()
        #expect(journal.withLock { $0 } == expected)
        #expect(report.entries.count == expected.count)
        #expect(report.failures.count == expected.count { $0.isMultiple(of: 5) })
    }
}
