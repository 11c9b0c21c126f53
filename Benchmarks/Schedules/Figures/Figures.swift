// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What a harness that repeats a body cannot measure: memory, claims beside bare writes, saves, wake-ups; run by
/// `.ci/benchmark-schedules`.
@main
enum Figures {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.dropFirst().first) {
        case ("memory", nil): try MemoryFigures.print()
        case ("claims", let directory?): try await ClaimFigures.print(in: directory)
        case ("saves", let directory?): try await SaveFigures.print(in: directory)
        case ("week", nil): try await WakeFigures.week()
        case ("asleep", nil): try await WakeFigures.sleep()
        default:
            print("usage: Figures memory | claims DIRECTORY | saves DIRECTORY | week | asleep")
            exit(64)
        }
    }
}
