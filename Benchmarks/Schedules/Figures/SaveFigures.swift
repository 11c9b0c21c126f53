// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SQLiteStorage
import ScheduleBench
import SleepModel
import Storage

/// What it takes to save many schedules in one transaction, as an import does: of one device, of which each has another
/// name, and of many.
enum SaveFigures {
    static func print(in directory: String) async throws {
        for count in [100, 1000, 10_000] {
            var schedules = SampleSchedules.make(count)
            try await line("\(count) of \((count + 99) / 100) devices", schedules, in: directory)
            for index in schedules.indices { schedules[index].device = schedules[0].device }
            try await line("\(count) of one device", schedules, in: directory)
        }
    }

    private static func line(_ name: String, _ schedules: [Schedule], in directory: String) async throws {
        try? FileManager.default.removeItem(atPath: directory)
        let file = try await SQLiteNightStore.open(directory: directory, at: SampleSchedules.now)
        var words: [String] = []
        for store in [InMemoryNightStore(), file] as [any NightStore] {
            let changes = schedules.map { StoreChange.save($0, log: []) }
            let time = try await ContinuousClock().measure { _ = try await store.commit(changes) }
            words.append("\((time / .milliseconds(1) * 10).rounded() / 10) ms")
        }
        await file.close()
        Swift.print("saved together, \(name): in memory \(words[0]), SQLite \(words[1])")
        try FileManager.default.removeItem(atPath: directory)
    }
}
