// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import SleepModel
import Storage
import StoreDoubles
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct BackupNightTests {
    @Test
    func night_asksForABackup_whenTheStoreSaysThatItIsDue() async throws {
        let store = StoreDouble()
        await store.answerBackups(by: .made(next: .seconds(3 * 3600)))
        let house = try await House(store: store)
        try await house.run {
            try await house.until { await store.backups.count == 1 }
            try await house.passTime(inStepsOf: .seconds(1800)) {
                try await house.until { await store.backups.count == 3 }
            }
        }
        let backups = await store.backups
        #expect(backups[0] == House.noon)
        #expect(backups[1] >= backups[0] + .seconds(3 * 3600) && backups[1] <= backups[0] + .seconds(4 * 3600))
    }

    @Test
    func night_triesAgainInAnHour_andSaysWhyThereIsNoBackup() async throws {
        let store = StoreDouble()
        await store.answerBackups(by: .failure)
        let house = try await House(store: store)
        try await house.run {
            try await house.until { await store.backups.count == 1 }
            try await house.passTime(inStepsOf: .seconds(900)) {
                try await house.until { await store.backups.count == 2 }
            }
        }
        let entries = try await store.entries(since: nil, device: nil, limit: 10)
        let failures = entries.filter { $0.outcome == .backupFailed }
        #expect(failures.first?.name == "There is no room for a backup.")
        #expect(failures.first?.at == House.noon)
    }
}
