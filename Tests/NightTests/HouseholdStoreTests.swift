// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Household
import Logging
import Scheduling
import SleepModel
import Storage
import StoreDoubles
import Testing
import Waiting

/// The household's store answers in time, whatever the disk does.
@Suite(.timeLimit(.minutes(1)))
struct HouseholdStoreTests {
    private let clock = ManualClock(wall: Instant(secondsSince1970: 1_800_000_000))
    private let disk = StoreDouble()
    private let store: HouseholdStore
    private let line = LogEntry(
        at: Instant(secondsSince1970: 1_800_000_000), kind: .daemon, outcome: .set, actor: .daemon)

    init() {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let events = EventSource(clock: clock, radioClock: clock)
        let zones = ZoneBook(database: ZoneDatabase(directory: "/nonexistent"), host: .utc)
        store = HouseholdStore(
            disk, for: events, notices: NoticeDesk(events: events, zones: zones, logger: logger), clock: clock,
            nightClock: clock, patience: .seconds(2), logger: logger)
    }

    private func device(_ name: String) throws -> PairedDevice {
        PairedDevice(
            address: try #require(MacAddress(rawValue: "DC:06:41:00:00:01")), name: name, product: .hatchRest,
            pairedAt: clock.now().wall)
    }

    /// Lets a commit run into its deadline.
    private func overrun() async {
        await disk.hold()
        let commit = Task { [store, line] in try await store.commit([.note([line])]) }
        await disk.waitForHeld()
        await clock.waitForSleeper(within: .seconds(2))
        clock.advance(by: .seconds(2))
        await #expect(throws: StorageError.self) { try await commit.value }
    }

    @Test func commit_throwsOverdue_whenTheDiskDoesNotAnswerInTime() async {
        await overrun()
        #expect(store.warning?.contains("not answer") == true)
        await disk.release()
    }

    /// Or a stalled disk would keep the daemon from stopping.
    @Test func commit_throwsOverdue_inACancelledTaskToo() async {
        await disk.hold()
        let commit = Task { [store, line] in try await store.commit([.note([line])]) }
        await disk.waitForHeld()
        commit.cancel()
        await clock.waitForSleeper(within: .seconds(2))
        clock.advance(by: .seconds(2))
        await #expect(throws: StorageError.self) { try await commit.value }
        await disk.release()
    }

    @Test func log_saysThatNothingCouldBeSaved_withTheFirstChangeAfterIt() async throws {
        await disk.fail(true)
        await #expect(throws: StorageError.self) { try await store.commit([.note([line])]) }
        clock.advance(by: .seconds(60))
        await #expect(throws: StorageError.self) { try await store.commit([.note([line])]) }
        await disk.fail(false)
        clock.advance(by: .seconds(30))
        #expect(try await store.commit([.note([line])]) == [true])
        _ = try await store.commit([.note([line])])
        let told = LogEntry(
            at: clock.now().wall, planned: line.at, kind: .daemon, name: "The disk is full.", outcome: .savedAgain,
            lateSeconds: 90, actor: .daemon)
        #expect(Set(try await disk.entries(since: nil, device: nil, limit: 10)) == [line, told])
        #expect(try await disk.entries(since: nil, device: nil, limit: 10).count == 3)
    }

    @Test func commit_throwsAtOnce_whileAnEarlierOneIsOverdue() async {
        await overrun()
        await #expect(throws: StorageError.self) { try await store.commit([.note([line])]) }
        await disk.release()
    }

    @Test func close_returns_whileTheDiskDoesNotAnswer() async {
        await disk.hold(closing: true)
        let close = Task { [store] in await store.close() }
        await disk.waitForHeld()
        await clock.waitForSleeper(within: .seconds(2))
        clock.advance(by: .seconds(2))
        await close.value
        await disk.release()
    }

    @Test func commit_isMadeAgain_onceTheDiskHasAnswered() async throws {
        await overrun()
        await disk.release()
        await eventually {
            do throws(StorageError) {
                return try await store.commit([.note([line])]) == [true]
            } catch {
                #expect(error.code == .overdue)
                return false
            }
        }
        #expect(store.warning == nil)
        // The one that was overdue was made as well, and the line that says so.
        let outcomes = try await store.entries(since: nil, device: nil, limit: 10).map(\.outcome)
        #expect(outcomes.count == 3 && outcomes.contains(.savedAgain))
    }

    @Test func warning_isOver_onceTheDiskHasMadeWhatWasOverdue() async {
        await overrun()
        await disk.release()
        await eventually { store.warning == nil }
    }

    @Test func commit_leavesNoSleeperBehind_whenTheDiskAnswers() async throws {
        #expect(try await store.commit([.note([line])]) == [true])
        #expect(store.warning == nil)
        await eventually { clock.sleeperCount == 0 }
    }

    @Test func warning_isAboutTheLastFailure_andEndsWithTheNextSuccess() async throws {
        await disk.fail(true)
        await #expect(throws: StorageError.self) { try await store.commit([.note([line])]) }
        #expect(
            store.warning
                == "Nothing can be saved. The disk is full. Alarms still ring; a restart forgets what is done now.")
        await disk.fail(false)
        #expect(try await store.commit([.note([line])]) == [true])
        #expect(store.warning == nil)
    }

    @Test func warning_saysThatNoRoomIsInReserve_beforeAnythingFails() async throws {
        await disk.runShort(.noReserve(StorageError(.full, "The disk has no room.")))
        await store.checkRoom()
        #expect(
            store.warning
                == "The disk has no room. Everything is saved now; once the disk is full, nothing is.")
        await disk.fail(true)
        await #expect(throws: StorageError.self) { try await store.commit([.note([line])]) }
        await disk.runShort(nil)
        await store.checkRoom()
        #expect(store.warning?.hasPrefix("Nothing can be saved. ") == true)
        await disk.fail(false)
        #expect(try await store.commit([.note([line])]) == [true])
        #expect(store.warning == nil)
    }

    @Test func signal_isRaised_whenSomebodyHasArrangedSomething() async throws {
        let signal = WakeSignal()
        store.raiseWhenArranged(signal)
        #expect(try await store.commit([.pair(try device("nursery"), log: [])]) == [true])
        await signal.wait()
    }

    @Test func signal_isRaised_whenTheDiskBeginsToLackRoom() async throws {
        let signal = WakeSignal()
        store.raiseWhenArranged(signal)
        await disk.runShort(.onlyWhatRuns(StorageError(.full, "The disk is full.")))
        #expect(try await store.commit([.note([line])]) == [true])
        await signal.wait()
    }

    @Test func warning_saysThatNothingNewIsSaved_whileTheStoreUsesItsReserve() async throws {
        await disk.runShort(.onlyWhatRuns(StorageError(.full, "The disk is full.")))
        #expect(try await store.commit([.note([line])]) == [true])
        let warning =
            """
            Nothing new can be saved. The disk is full. Alarms still ring, and Lull saves what happens in the room that it \
            keeps in reserve.
            """
        #expect(store.warning == warning)
        await disk.fail(true)
        await #expect(throws: StorageError.self) { try await store.commit([.note([line])]) }
        #expect(store.warning == warning)
        await disk.fail(false)
        await disk.runShort(nil)
        #expect(try await store.commit([.note([line])]) == [true])
        #expect(store.warning == nil)
        // What runs was saved all the time.
        #expect(try await store.entries(since: nil, device: nil, limit: 10) == [line, line])
    }

    @Test func devices_areKnown_whileTheDiskDoesNotAnswer() async throws {
        try await store.commit(.pair(try device("nursery"), log: []))
        #expect(try await store.devices().map(\.name) == ["nursery"])
        try await store.commit(.pair(try device("bedroom"), log: []))
        #expect(try await store.devices().map(\.name) == ["bedroom"])
        await overrun()
        #expect(try await store.devices().map(\.name) == ["bedroom"])
        await disk.release()
    }
}
