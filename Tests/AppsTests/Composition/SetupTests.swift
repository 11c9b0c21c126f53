// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import SetupDocuments
import SleepModel
import Storage
import StoreDoubles
import Testing

@testable import Clocks
@testable import Composition
@testable import ControlServices
@testable import Household

/// The whole setup, out of one house and into another or back.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SetupTests {
    private func addAlarm(
        _ house: House, _ name: String = "up", at time: String = "12:01", days: String? = "daily"
    ) async throws {
        _ = try await house.control.perform(
            Endpoints.addAlarm, AlarmRequest(name: name, device: "nursery", at: time, days: days))
    }

    private func export(_ house: House) async throws -> String {
        try await house.control.perform(Endpoints.exportSetup).document
    }

    @discardableResult
    private func bring(
        _ document: String, into house: House, dryRun: Bool = false
    ) async throws -> [ImportDocument.Change] {
        let answer = try await house.control.perform(
            Endpoints.importSetup, ImportRequest(document: document, dryRun: dryRun))
        #expect(answer.dryRun == dryRun)
        #expect(answer.maybeOn == [])
        return answer.changes
    }

    private func change(
        _ verb: ImportDocument.Change.Verb, _ kind: ImportDocument.Change.Subject, _ name: String?,
        _ device: String? = nil, _ detail: String? = nil
    ) -> ImportDocument.Change {
        ImportDocument.Change(change: verb, kind: kind, name: name, device: device, detail: detail)
    }

    @Test func change_saysWhatIsDifferent_alsoInAPreview() async throws {
        let house = try await House()
        try await addAlarm(house)
        let text = try await export(house)
        let wanted = text.replacing("12:01", with: "12:30").replacing("name: nursery", with: "name: attic")
        for dryRun in [true, false] {
            #expect(
                try await bring(wanted, into: house, dryRun: dryRun).map(\.detail) == [
                    "“nursery” → “attic”", "12:01 → 12:30",
                ])
        }
    }

    private func until(_ house: House, isPhase phase: AlarmPhase) async throws {
        try await house.passTime(inStepsOf: .seconds(5)) {
            try await house.until { try await house.control.perform(Endpoints.alarms).contains { $0.phase == phase } }
        }
    }

    private func outcomes(_ house: House) async throws -> [String] {
        try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil)).map(\.outcome.rawValue)
    }

    /// A house with one of everything.
    private func furnish(_ house: House) async throws {
        try await addAlarm(house)
        try await addAlarm(house, "once", at: "18:00", days: nil)
        _ = try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "up", device: nil))
        _ = try await house.control.perform(
            Endpoints.addRoutine,
            RoutineRequest(
                name: "dusk", device: "nursery", at: "19:00", days: "mon,tue",
                steps: ["light amber 40% fade 10m; sound rain 30%; for 30m", "light off"], zone: nil))
        _ = try await house.control.perform(
            Endpoints.setBedtime,
            BedtimeRequest(device: "nursery", at: "20:00", windDown: "20m", wake: "06:30"))
        _ = try await house.control.perform(Endpoints.pause, PauseRequest(until: "18:00", device: "nursery"))
    }

    /// Written by hand: without identities, and without what only a host can know.
    private nonisolated static let handWritten = """
        version: 1
        devices:
        - address: DC:06:41:00:00:01
          name: nursery
          product: hatch-rest
          pause: {}
          schedules:
          - name: up
            kind: alarm
            at: 12:01
            days: daily
            sound: bird
            volume: 50%
            snooze: 9m
            overrides:
            - date: 2027-01-20
              change: skip

        """

    private static func handWritten(_ changes: [(String, String)]) -> String {
        changes.reduce(handWritten) { $0.replacing($1.0, with: $1.1) }
    }

    // MARK: - Out and in

    @Test func export_setsUpTheSame_inAnEmptyHouse() async throws {
        let before = try await House()
        try await furnish(before)
        let text = try await export(before)
        let house = try await House(isPaired: false)
        let changes = try await bring(text, into: house)
        #expect(try await export(house) == text)
        #expect(
            changes == [
                change(.added, .device, "nursery"), change(.added, .alarm, "up", "nursery"),
                change(.added, .alarm, "once", "nursery"), change(.added, .routine, "dusk", "nursery"),
                change(.added, .bedtime, "bedtime", "nursery"), change(.added, .pause, nil, "nursery"),
            ])
        let plans = try await (
            house.control.perform(Endpoints.next, NextQuery(days: 3)),
            before.control.perform(Endpoints.next, NextQuery(days: 3))
        )
        #expect(plans.0 == plans.1)
        #expect(try await house.control.perform(Endpoints.alarms) == before.control.perform(Endpoints.alarms))
        #expect(try await house.control.perform(Endpoints.routines) == before.control.perform(Endpoints.routines))
        #expect(try await house.control.perform(Endpoints.bedtimes, DeviceChoice(device: nil)).count == 1)
        #expect(try await house.control.perform(Endpoints.pauses) == before.control.perform(Endpoints.pauses))
    }

    @Test func importedAlarm_rings_inAHouseThatWasEmpty() async throws {
        let before = try await House()
        try await addAlarm(before)
        let text = try await export(before)
        let house = try await House(isPaired: false)
        try await house.run {
            try await bring(text, into: house)
            try await until(house, isPhase: .ringing)
            try await house.passTime { try await house.until { house.commands.contains("SI01") } }
        }
    }

    @Test func import_changesNothing_whenEverythingIsAsItSays() async throws {
        let store = StoreDouble()
        let house = try await House(store: store)
        try await furnish(house)
        let text = try await export(house)
        let before = await store.commits
        #expect(try await bring(text, into: house) == [])
        #expect(await store.commits == before)
        #expect(try await export(house) == text)
    }

    @Test func handWrittenImport_changesNothing_theSecondTime() async throws {
        let house = try await House()
        let text = Self.handWritten([("  pause: {}", "  pause:\n    until: 2027-01-16T08:00")])
        #expect(
            try await bring(text, into: house) == [
                change(.added, .alarm, "up", "nursery"), change(.added, .pause, nil, "nursery"),
            ])
        let export = try await export(house)
        house.clock.advance(by: .seconds(3600))
        #expect(try await bring(text, into: house) == [])
        #expect(try await self.export(house) == export)
    }

    @Test func dryRun_saysWhatWouldChange_andChangesNothing() async throws {
        let house = try await House()
        try await furnish(house)
        let before = try await export(house)
        let changes = try await bring("version: 1\ndevices: []", into: house, dryRun: true)
        #expect(changes.map(\.change) == Array(repeating: ImportDocument.Change.Verb.removed, count: 5))
        #expect(try await export(house) == before)
        #expect(try await house.control.perform(Endpoints.alarms).count == 2)
        #expect(try await outcomes(house).contains("imported") == false)
    }

    @Test func alarms_mayExchangeTheirNames() async throws {
        let house = try await House()
        try await addAlarm(house, "first", at: "13:00")
        try await addAlarm(house, "second", at: "14:00")
        let text = try await export(house).replacing("name: first", with: "name: x")
            .replacing("name: second", with: "name: First").replacing("name: x", with: "name: second")
        #expect(
            try await bring(text, into: house) == [
                change(.changed, .alarm, "second", "nursery", "“first” → “second”"),
                change(.changed, .alarm, "First", "nursery", "“second” → “First”"),
            ])
        #expect(try await export(house) == text)
        #expect(try await house.control.perform(Endpoints.alarms).map(\.name) == ["second", "First"])
    }

    // MARK: - What happened stays so

    @Test func oldExport_bringsNothingBack_whenOnlyTimeHasPassed() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addAlarm(house)
            try await addAlarm(house, "once", at: "12:03", days: nil)
            let old = try await export(house)
            try await until(house, isPhase: .ringing)
            _ = try await house.control.perform(Endpoints.dismissAlarms, DeviceChoice())
            try await until(house, isPhase: .ringing)
            _ = try await house.control.perform(Endpoints.dismissAlarms, DeviceChoice())
            let before = try await export(house)
            #expect(before != old)
            #expect(try await bring(old, into: house) == [])
            #expect(try await export(house) == before)
        }
    }

    @Test(arguments: [true, false])
    func alarmFromAnOldExport_isNeitherMissedNorLate_whenItWasNotToRingMeanwhile(isEdited: Bool) async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addAlarm(house, at: "12:30")
            let old = try await export(house)
            try await bring(
                isEdited ? old.replacing("at: 12:30", with: "at: 18:00") : "version: 1\n" + old.device, into: house)
            house.clock.advance(by: .seconds(45 * 60))
            #expect(try await bring(old, into: house).map(\.change) == [isEdited ? .changed : .added])
            try await addAlarm(house, "later", at: "12:50")
            try await until(house, isPhase: .ringing)
            let happened = try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil)).filter {
                $0.planned != nil
            }
            #expect(happened.map(\.name) == ["later"])
            #expect(happened.map(\.outcome) == [.started])
        }
    }

    @Test func alarmFromAnOldExport_doesNotRingAgain_onTheDayItRang() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addAlarm(house)
            let old = try await export(house)
            try await until(house, isPhase: .ringing)
            _ = try await house.control.perform(Endpoints.dismissAlarms, DeviceChoice())
            try await bring(old.replacing("at: 12:01", with: "at: 12:20"), into: house)
            #expect(
                try await house.control.perform(Endpoints.next, NextQuery(days: 2)).map(\.at.iso8601) == [
                    "2027-01-16T12:20:00Z"
                ])
        }
    }

    // MARK: - What runs

    @Test func ringingAlarm_ringsOn_whenOthersAreChanged() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addAlarm(house)
            try await addAlarm(house, "later", at: "18:00")
            try await until(house, isPhase: .ringing)
            try await house.passTime { try await house.until { house.commands.contains("SI01") } }
            house.clock.advance(by: .seconds(5))
            let before = house.commands
            let rooms = house.night.devices.controller(at: house.address)
            let text =
                try await export(house).replacing("at: 18:00", with: "at: 19:00")
                .replacing("name: nursery", with: "name: den") + Self.attic
            #expect(
                try await bring(text, into: house) == [
                    change(.added, .device, "attic"),
                    change(.changed, .device, "den", nil, "“nursery” → “den”"),
                    change(.changed, .alarm, "later", "den", "18:00 → 19:00"),
                ])
            #expect(try await house.control.perform(Endpoints.alarms).map(\.phase) == [.ringing, nil])
            #expect(try await house.control.perform(Endpoints.devices).map(\.name) == ["den", "attic"])
            let later = house.clock.now().wall + .seconds(20)
            try await house.passTime(inStepsOf: .seconds(60)) {
                try await house.until { house.clock.now().wall >= later }
            }
            #expect(house.commands == before)
            #expect(house.night.devices.controller(at: house.address) === rooms)
            #expect(try await house.store.openRecords().count == 1)
        }
    }

    private static let attic = """
        - address: DC:06:41:00:00:02
          name: attic
          product: hatch-rest

        """

    @Test func ringingAlarm_isEnded_whenItIsNotInTheDocument() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addAlarm(house)
            let text = try await export(house)
            try await until(house, isPhase: .ringing)
            try await house.passTime { try await house.until { house.commands.contains("SI01") } }
            #expect(
                try await bring("version: 1\n" + text.device, into: house)
                    == [change(.removed, .alarm, "up", "nursery")])
            #expect(try await house.store.openRecords() == [])
            #expect(try await house.control.perform(Endpoints.alarms) == [])
            try await house.passTime { try await house.until { house.commands.last == "SI00" } }
            #expect(try await outcomes(house).suffix(3) == ["cancelled", "imported", "removed"])
        }
    }

    @Test func forgottenDevice_isSwitchedOff_whenAnAlarmRingsOnIt() async throws {
        let house = try await House()
        try await house.run { () async throws -> Void in
            try await addAlarm(house)
            try await until(house, isPhase: .ringing)
            try await house.passTime { try await house.until { house.commands.contains("SI01") } }
            let changes = try await house.passTime { try await bring("version: 1\ndevices: []", into: house) }
            #expect(changes == [change(.removed, .device, "nursery"), change(.removed, .alarm, "up", "nursery")])
            #expect(house.commands.last == "SI00")
            #expect(try await house.control.perform(Endpoints.devices) == [])
            #expect(try await house.store.openRecords() == [])
            #expect(house.night.devices.all.isEmpty)
            #expect(try await outcomes(house).suffix(4) == ["cancelled", "imported", "removed", "unpaired"])
        }
    }

    @Test func schedules_moveToAnotherDevice_withItsAddress() async throws {
        let house = try await House()
        try await addAlarm(house)
        let text = try await export(house).replacing("DC:06:41:00:00:01", with: "DC:06:41:00:00:02")
        #expect(
            try await bring(text, into: house) == [
                change(.removed, .device, "nursery"), change(.added, .device, "nursery"),
                change(.removed, .alarm, "up", "nursery"), change(.added, .alarm, "up", "nursery"),
            ])
        // On the other device it is another one: what happened on the first says nothing of it.
        func anonymous(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { !$0.contains(" id: ") }
        }
        let after = try await export(house)
        #expect(after != text)
        #expect(anonymous(after) == anonymous(text))
        #expect(try await house.control.perform(Endpoints.alarms).map(\.address.rawValue) == ["DC:06:41:00:00:02"])
    }

    @Test func pause_holdsAndEnds_withTheDocument() async throws {
        let house = try await House()
        try await addAlarm(house)
        let text = try await export(house)
        let paused = text.replacing("version: 1\n", with: "version: 1\npause:\n  until: 2027-01-16T00:00\n")
        #expect(try await bring(paused, into: house) == [change(.added, .pause, nil)])
        #expect(try await house.control.perform(Endpoints.pauses).count == 1)
        #expect(
            try await house.control.perform(Endpoints.next, NextQuery(days: 2)).map(\.at.iso8601) == [
                "2027-01-16T12:01:00Z"
            ])
        #expect(try await bring(text, into: house) == [change(.removed, .pause, nil)])
        #expect(try await house.control.perform(Endpoints.pauses) == [])
        #expect(
            try await house.control.perform(Endpoints.next, NextQuery(days: 1)).map(\.at.iso8601).first
                == "2027-01-15T12:01:00Z")
    }

    @Test func log_saysFromWhenUntilWhenAnImportedPauseLasts_andThatOneAheadIsCalledOff() async throws {
        let house = try await House()
        let text = try await export(house)
        let pause = "pause:\n  from: 2027-01-16T00:00\n  until: 2027-01-17T00:00\n"
        try await bring(text.replacing("version: 1\n", with: "version: 1\n" + pause), into: house)
        try await bring(text, into: house)
        let log = try await house.control.perform(Endpoints.log, LogQuery(since: nil, device: nil))
        #expect(
            log.filter { $0.name == "pause" }.map { [$0.outcome.rawValue, $0.planned?.iso8601, $0.detail] } == [
                ["paused", "2027-01-16T00:00:00Z", "until 2027-01-17 00:00"],
                ["cancelled", "2027-01-16T00:00:00Z", "until 2027-01-17 00:00"],
            ])
    }

    @Test func skip_endsWithTheDocument_andDoesNotComeBackWithTheAlarm() async throws {
        let house = try await House()
        try await addAlarm(house)
        let text = try await export(house)
        _ = try await house.control.perform(Endpoints.skipAlarm, SkipRequest(name: "up", device: nil))
        #expect(try await bring("version: 1\n" + text.device, into: house).map(\.change) == [.removed])
        #expect(try await bring(text, into: house).map(\.change) == [.added])
        #expect(try await house.control.perform(Endpoints.alarms).map(\.skipped) == [[]])
    }

    // MARK: - What cannot be

    @Test func disk_thatIsFull_leavesEverythingAsItWas() async throws {
        let store = StoreDouble()
        let house = try await House(store: store)
        try await house.run { () async throws -> Void in
            try await addAlarm(house)
            try await until(house, isPhase: .ringing)
            let before = try await export(house)
            await store.fail(true)
            for text in ["version: 1\ndevices: []", Self.handWritten([("up", "down")]) + Self.attic] {
                let error = await #expect(throws: ControlError.self) { try await bring(text, into: house) }
                #expect(error?.code == .inputOutput)
            }
            await store.fail(false)
            #expect(try await export(house) == before)
            #expect(try await house.control.perform(Endpoints.alarms).map(\.phase) == [.ringing])
            #expect(try await house.control.perform(Endpoints.pauses) == [])
            #expect(house.night.devices.all.map(\.address) == [house.address])
            #expect(try await bring(before, into: house) == [])
        }
    }

    @Test func alarm_thatIsAddedDuringAnImport_comesAfterIt() async throws {
        let store = StoreDouble()
        let house = try await House(store: store)
        try await addAlarm(house)
        let text = try await export(house)
        await store.hold()
        async let changes = bring("version: 1\n" + text.device, into: house)
        await store.waitForHeld()
        async let addition: Void = addAlarm(house)
        let queue = try #require(house.composed.services.setup as? SetupService).queue
        try await house.until { queue.waitingCount == 1 }
        await store.release()
        #expect(try await changes == [change(.removed, .alarm, "up", "nursery")])
        try await addition
        #expect(try await house.control.perform(Endpoints.alarms).map(\.name) == ["up"])
        let next = try await House(isPaired: false, store: store)
        #expect(try await next.control.perform(Endpoints.alarms) == house.control.perform(Endpoints.alarms))
    }

    @Test func export_showsNothingUnseen_whateverDevicesAreCalled() async throws {
        let name = "a\u{202E}b\u{1B}[2J\u{E0041}\n\"\\"
        let store = InMemoryNightStore()
        let address = try #require(MacAddress(rawValue: "DC:06:41:00:00:09"))
        let device = PairedDevice(address: address, name: name, product: .hatchRest, pairedAt: House.noon)
        try await store.commit(.pair(device, log: []))
        let house = try await House(store: store)
        let text = try await export(house)
        #expect(text.unicodeScalars.allSatisfy { $0.isPrintable || $0 == "\n" })
        #expect(try await bring(text, into: house) == [])
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let changes: [(String, String)]
        let says: String
        var testDescription: String { says }

        init(_ old: String, _ new: String, _ says: String) {
            changes = [(old, new)]
            self.says = says
        }
    }

    @Test(arguments: [
        Wrong("volume: 50%", "volume: 500%", "(line 13, devices[0].schedules[0].volume)"),
        Wrong("kind: alarm", "kind: [", "line 9"),
        Wrong("version: 1", "version: 2", "update Lull"),
        Wrong("product: hatch-rest", "product: hatch-moon", "The device “nursery”: it is a hatch-moon"),
        Wrong("name: nursery", #"name: "nur\e[2J\u202Esery""#, "The device “nur\u{FFFD}[2J\u{FFFD}sery”: "),
        Wrong("name: up", #"name: "up\e[2J""#, "The alarm “up\u{FFFD}[2J” of “nursery”: "),
        Wrong("name: up", #"name: "up  up""#, "has too many blanks"),
        Wrong("kind: alarm", #"id: "\e[2J"\#n    kind: alarm"#, "cannot be the name of an id."),
        Wrong("days: daily", "days: daily\n    zone: Mars/Olympus", "The alarm “up” of “nursery”: "),
        Wrong("pause: {}", "pause:\n    zone: Mars/Olympus", "A pause: "),
        Wrong("snooze: 9m", "snooze: 3h", "The alarm “up” of “nursery”: snooze 3h is out of range."),
        Wrong("snooze: 9m", "snooze: 9m\n    sunrise: 4h", "sunrise 4h is out of range."),
        Wrong("sound: bird", "sound: off", "would wake nobody."),
        Wrong("sound: bird", "sound: trumpet", "“trumpet” is not a sound of this device"),
        Wrong("volume: 50%", "volume: 0%", "volume 0% is out of range."),
        Wrong("days: daily", "days: []", "it has no days."),
        Wrong("    at: 12:01\n    days: daily\n", "", "it has no time."),
        Wrong(
            handWritten, routine("    - light: red 10%\n      light-fade: 10m\n      for: 1m\n"),
            "The routine “r” of “nursery”: The step cannot be understood: a fade takes longer than the step"),
        Wrong(
            handWritten, routine("    - light: red 10%\n      light-fade: 1h\n      for: 1m\n"),
            "a fade takes longer"),
        Wrong(handWritten, bedtimes(["a"], windDown: "9h"), "wind-down 9h is out of range."),
        Wrong(
            handWritten, bedtimes(["a"], windDown: "30m\n    wake: 06:30\n    sleep: 11h"),
            "sleep 11h is not the time from lights-out to wake."),
    ])
    func document_thatCannotBe_changesNothing(wrong: Wrong) async throws {
        let house = try await House()
        try await addAlarm(house, "other")
        let before = try await export(house)
        for dryRun in [true, false] {
            let error = await #expect(throws: ControlError.self) {
                try await bring(Self.handWritten(wrong.changes), into: house, dryRun: dryRun)
            }
            #expect(error?.code == .badData)
            #expect(error?.message.contains(wrong.says) == true, "\(error?.message ?? "")")
            #expect(error?.message.unicodeScalars.allSatisfy(\.isPrintable) == true)
        }
        #expect(try await export(house) == before)
        #expect(try await house.control.perform(Endpoints.alarms).map(\.name) == ["other"])
    }

    @Test func document_isRefused_whoseDeviceChangesItsAddress() async throws {
        let house = try await House()
        let before = try await export(house)
        let text =
            before + """
                - address: 5A:06:41:00:00:02
                  address-type: random
                  name: attic
                  product: hatch-rest

                """
        for dryRun in [true, false] {
            let error = await #expect(throws: ControlError.self) { try await bring(text, into: house, dryRun: dryRun) }
            #expect(
                error
                    == ControlError(
                        .addressChanges,
                        "The device “attic”: 5A:06:41:00:00:02 is an address that its device changes every few minutes, "
                            + "so Lull cannot keep it.",
                        advice: "A Rest has an address of its own that stays; see `lull scan` for it; "
                            + "nothing was changed."))
        }
        #expect(try await export(house) == before)
        // A maker may have assigned it.
        let assigned = text.replacing("address-type: random", with: "address-type: public")
        #expect(try await bring(assigned, into: house) == [change(.added, .device, "attic")])
    }

    @Test func replacement_closesDevicesAsTheyWere_thatAreGoneOrOfAnotherProduct() throws {
        func device(_ last: String, _ product: String, name: String = "nursery") throws -> PairedDevice {
            PairedDevice(
                address: try #require(MacAddress(rawValue: "DC:06:41:00:00:\(last)")), name: name,
                product: HardwareProduct(rawValue: product), pairedAt: Instant(secondsSince1970: 1_800_000_000))
        }
        let before = try [device("01", "hatch-rest"), device("02", "hatch-rest"), device("03", "hatch-rest")]
        let after = try [device("02", "toaster"), device("03", "hatch-rest", name: "bedroom"), device("04", "toaster")]
        let replacement = SetupReplacement(of: SetupDocument(devices: before), by: SetupDocument(devices: after))
        #expect(replacement.closed == [before[0], before[1]])
        #expect(replacement.forgotten == [before[0]])
    }

    private nonisolated static let device = """
        version: 1
        devices:
        - address: DC:06:41:00:00:01
          name: nursery
          product: hatch-rest
          schedules:

        """

    private nonisolated static func routine(_ steps: String) -> String {
        device + "  - name: r\n    kind: routine\n    steps:\n" + steps
    }

    private nonisolated static func bedtimes(_ names: [String], windDown: String = "30m") -> String {
        names.reduce(device) { text, name in
            text + """
                  - name: \(name)
                    kind: bedtime
                    at: 20:00
                    days: daily
                    wind-down: \(windDown)
                    light: amber 40%
                    sound: rain
                    volume: 30%
                    wake-light: green 20%

                """
        }
    }
}

extension String {
    /// The devices of an exported document without their schedules.
    fileprivate var device: String {
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        let start = lines.firstIndex { $0.hasPrefix("devices:") } ?? 0
        let end = lines.firstIndex { $0.hasPrefix("  schedules:") } ?? lines.endIndex
        return lines[start..<end].map { $0 + "\n" }.joined()
    }
}
