// SPDX-License-Identifier: Apache-2.0

import Clocks
import SystemClock

@testable import DBus

/// Round trips over a bus, and how often its thread wakes up while nothing happens; run by `.ci/benchmark-bus`.
@main
enum BusBenchmark {
    private static let rounds = 10_000
    private static let seconds = 10

    static func main() async throws {
        let clock = HostClock()
        let address = CommandLine.arguments[1]
        let thread = BusActor.shared.thread
        let connection = try await BusConnection.open(.at(address), clock: clock) { _ in }
        for tasks in [1, 8] {
            let begin = clock.now().monotonic
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<tasks {
                    group.addTask {
                        for _ in 0..<rounds / tasks {
                            _ = try await connection.call(.toBus("GetId"), within: .seconds(10))
                        }
                    }
                }
                try await group.waitForAll()
            }
            let took = (clock.now().monotonic - begin) / .seconds(1)
            print("round trips per second, \(tasks) at a time: \(Int(Double(rounds) / took))")
        }
        let before = thread.wakeUps
        try await clock.sleep(for: .seconds(seconds))
        print("wake-ups of the bus thread in \(seconds) idle seconds: \(thread.wakeUps - before)")
        await connection.close()
    }
}
