// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import ControlAPI
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Household

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct BackupNightTests {
    @Test(arguments: [(Duration.seconds(1800), Duration.seconds(1800)), (.seconds(3 * 3600), .seconds(3600))])
    func night_asksForABackup_whenOneIsDue_andAfterAnHour(_ due: Duration, _ wait: Duration) async throws {
        let store = StoreDouble()
        await store.answerBackups(by: .made(next: due))
        let house = try await House(store: store)
        try await house.run {
            try await house.until { await store.backups.count == 1 }
            try await house.passTime(inStepsOf: .seconds(600)) {
                try await house.until { await store.backups.count == 3 }
            }
        }
        let backups = await store.backups
        #expect(backups[0] == House.noon)
        #expect(backups[1] >= backups[0] + wait && backups[1] <= backups[0] + wait + .seconds(600))
    }

    @Test
    func night_asksForABackup_whenSomebodyHasArrangedSomething() async throws {
        let store = StoreDouble()
        await store.answerBackups(by: .made(next: .seconds(3600)))
        let house = try await House(store: store)
        try await house.run {
            try await house.until { await store.backups.count == 1 }
            _ = try await house.control.perform(
                Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:30"))
            try await house.until { await store.backups.count == 2 }
        }
        #expect(await store.backups == [House.noon, House.noon])
    }

    @Test
    func night_looksForRoomEveryMinute_whileTheDiskHasTooLittle() async throws {
        let store = StoreDouble()
        await store.answerBackups(by: .made(next: .seconds(3600)))
        await store.runShort(.noReserve(StorageError(.full, "The disk has no room.")))
        let house = try await House(store: store)
        try await house.run {
            // The second time because the disk was found to lack room.
            try await house.until { await store.backups.count == 2 }
            await house.clock.waitForSleeper(within: .seconds(60))
            house.clock.advance(by: .seconds(60))
            try await house.until { await store.backups.count == 3 }
        }
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
        let backups = await store.backups
        #expect(backups[1] >= backups[0] + .seconds(3600) && backups[1] <= backups[0] + .seconds(2 * 3600))
        let entries = try await store.entries(since: nil, device: nil, limit: 10)
        let failures = entries.filter { $0.outcome == .backupFailed }
        #expect(failures.first?.name == "There is no room for a backup.")
        #expect(failures.first?.at == House.noon)
    }

    @Test
    func store_isTidied_onceADay() async throws {
        let store = StoreDouble()
        await store.answerBackups(by: .made(next: .seconds(3600)))
        let house = try await House(store: store)
        try await house.run {
            try await house.until { await store.backups.count == 1 }
            try await house.passTime(inStepsOf: .seconds(3600)) {
                try await house.until { await store.tidyings.count == 2 }
            }
        }
        let tidyings = await store.tidyings
        #expect(tidyings.first == House.noon)
        #expect(tidyings[1] >= tidyings[0] + .seconds(86_400) && tidyings[1] <= tidyings[0] + .seconds(86_400 + 7200))
    }

    /// While the file is made smaller, nothing else can be written.
    @Test
    func store_isTidied_onlyWhenNoAlarmRingsOrWillSoon() async throws {
        let store = StoreDouble()
        await store.answerBackups(by: .made(next: .seconds(60)))
        let house = try await House(store: store)
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: "up", device: "nursery", at: "12:05", sound: "bird"))
        try await house.run {
            try await house.passTime(inStepsOf: .seconds(60)) {
                try await house.until { await store.tidyings.count == 1 }
            }
        }
        // It rings from five past twelve on for half an hour when nobody answers.
        let tidied = await store.tidyings
        #expect(tidied[0] >= House.noon + .seconds(35 * 60), "\(tidied)")
    }

    /// Without timers nothing else of a household runs either.
    @Test
    func backups_endWithTheError_whenTheClockCannotSleep() async throws {
        let store = StoreDouble()
        await store.answerBackups(by: .made(next: .seconds(3600)))
        let house = try await House(store: store)
        var configuration = house.night.configuration
        configuration.nightClock = BrokenClock(base: house.clock)
        let night = RunningHousehold(
            configuration, devices: house.night.devices, coordinator: house.night.coordinator,
            events: house.night.events, logEnd: LogEnd())
        night.schedulesRun.set(())
        await #expect(throws: BrokenClock.Failure.self) { try await night.makeBackups() }
        #expect(await store.backups.count == 1)
    }
}

/// A clock of a system that refuses timers.
private struct BrokenClock: NightClock {
    struct Failure: Error {}

    let base: ManualClock

    func now() -> ClockSample { base.now() }

    func sleep(until request: WakeRequest) async throws -> WakeReason { throw Failure() }

    func sleep(for duration: Duration) async throws { throw Failure() }
}
