// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import ControlClient
import Testing

@Suite("Endpoints, from client to service and back")
struct EndpointTests {
    struct RoundTrip: Sendable, CustomTestStringConvertible {
        let asked: FakeService.Asked
        let call: @Sendable (any ControlService) async throws -> Bool
        var testDescription: String { "\(asked)" }

        init<Reply: Equatable & Sendable>(
            _ asked: FakeService.Asked, _ expected: Reply,
            _ call: @escaping @Sendable (any ControlService) async throws -> Reply
        ) {
            self.asked = asked
            self.call = { try await call($0) == expected }
        }
    }

    static let selection = ScheduleSelection(name: "sch", device: nil)
    static let pairing = PairRequest(address: "dc-06-41-dc-1a-b4", name: nil)
    static let light = LightRequest(device: "nursery", color: "#ffaa00", brightness: 20)
    static let sound = SoundRequest(device: "nursery", sound: "rain", volume: nil)
    static let slot = SlotRequest(device: "n", number: 3)
    static let slots = SlotQuery(device: "die Höhle & mehr", number: 3)
    static let favourite = FavouriteRequest(device: "n", number: 3, color: "amber", enabled: false)
    static let program: ProgramRequest = {
        var program = ProgramRequest(device: "n", number: 10)
        (program.at, program.duration, program.toddlerLock) = ("19:30", "45m", true)
        return program
    }()
    static let toSwitch = ProgramSwitchRequest(device: "n", number: 1, enabled: true)
    static let timer = TimerRequest(device: "n", duration: nil)
    static let newRoutine = RoutineRequest(
        name: "dusk", device: "nursery", at: nil, days: nil, steps: ["light off", "for 30m"], zone: nil)
    static let newAlarm = AlarmRequest(name: "school & “more”", device: "nursery", at: "07:00", sunrise: "30m")
    static let snooze = SnoozeRequest(name: nil, device: nil, length: "9m")
    static let choice = DeviceChoice(device: "nursery")
    static let skip = SkipRequest(name: "wake", device: nil, date: "2027-03-14")
    static let rest = PauseRequest(until: "2027-08-15", device: "nursery")
    static let newBedtime = BedtimeRequest(device: "nursery", at: "19:30", windDown: "30m", wake: "06:30")
    static let log = LogQuery(since: "12h", device: "nursery")
    static let newSetup = ImportRequest(document: Samples.setup.document, dryRun: true)

    static let roundTrips: [RoundTrip] = [
        RoundTrip(.devices, [Samples.device]) { try await $0.devices() },
        RoundTrip(.scan(ScanRequest(seconds: 7)), [Samples.device]) { try await $0.scan(ScanRequest(seconds: 7)) },
        RoundTrip(.identify(DeviceSelection(device: "n")), Samples.result) {
            try await $0.identify(DeviceSelection(device: "n"))
        },
        RoundTrip(.record(RecordingRequest(device: "n", seconds: 9)), Samples.recording) {
            try await $0.record(RecordingRequest(device: "n", seconds: 9))
        },
        RoundTrip(.pair(pairing), Samples.device) { try await $0.pair(pairing) },
        RoundTrip(.unpair(DeviceSelection(device: "n")), Samples.device) {
            try await $0.unpair(DeviceSelection(device: "n"))
        },
        RoundTrip(.status(StatusQuery(device: "n")), [Samples.status]) {
            try await $0.status(StatusQuery(device: "n"))
        },
        RoundTrip(.status(StatusQuery(device: nil)), [Samples.status]) {
            try await $0.status(StatusQuery(device: nil))
        },
        RoundTrip(.power(PowerRequest(device: "n", on: true)), Samples.result) {
            try await $0.power(PowerRequest(device: "n", on: true))
        },
        RoundTrip(.light(light), Samples.result) { try await $0.light(light) },
        RoundTrip(.sound(sound), Samples.result) { try await $0.sound(sound) },
        RoundTrip(.volume(VolumeRequest(device: "n", volume: 30)), Samples.result) {
            try await $0.volume(VolumeRequest(device: "n", volume: 30))
        },
        RoundTrip(.favourites(SlotQuery(device: "n")), [Samples.favourite]) {
            try await $0.favourites(SlotQuery(device: "n"))
        },
        RoundTrip(.favourites(slots), [Samples.favourite]) { try await $0.favourites(slots) },
        RoundTrip(.playFavourite(slot), Samples.result) { try await $0.playFavourite(slot) },
        RoundTrip(.saveFavourite(slot), Samples.favourite) { try await $0.saveFavourite(slot) },
        RoundTrip(.editFavourite(favourite), Samples.favourite) { try await $0.editFavourite(favourite) },
        RoundTrip(.programs(slots), [Samples.program, Samples.emptyProgram]) { try await $0.programs(slots) },
        RoundTrip(.setProgram(program), Samples.program) { try await $0.setProgram(program) },
        RoundTrip(.switchProgram(toSwitch), Samples.program) { try await $0.switchProgram(toSwitch) },
        RoundTrip(.deleteProgram(slot), Samples.emptyProgram) { try await $0.deleteProgram(slot) },
        RoundTrip(.timer(slots), Samples.timer) { try await $0.timer(slots) },
        RoundTrip(.setTimer(timer), Samples.timer) { try await $0.setTimer(timer) },
        RoundTrip(.clock(slots), Samples.clock) { try await $0.clock(slots) },
        RoundTrip(.setClock(DeviceSelection(device: "n")), Samples.clock) {
            try await $0.setClock(DeviceSelection(device: "n"))
        },
        RoundTrip(.routines, [Samples.routine]) { try await $0.routines() },
        RoundTrip(.addRoutine(newRoutine), Samples.routine) { try await $0.addRoutine(newRoutine) },
        RoundTrip(.runRoutine(selection), Samples.routine) { try await $0.runRoutine(selection) },
        RoundTrip(.stopRoutine(selection), Samples.routine) { try await $0.stopRoutine(selection) },
        RoundTrip(.alarms, [Samples.alarm]) { try await $0.alarms() },
        RoundTrip(.addAlarm(newAlarm), Samples.alarm) { try await $0.addAlarm(newAlarm) },
        RoundTrip(.removeAlarm(selection), Samples.alarm) { try await $0.removeAlarm(selection) },
        RoundTrip(.snoozeAlarm(snooze), Samples.alarm) { try await $0.snoozeAlarm(snooze) },
        RoundTrip(.dismissAlarm(selection), Samples.alarm) { try await $0.dismissAlarm(selection) },
        RoundTrip(.dismissAlarms(choice), [Samples.alarm]) { try await $0.dismissAlarms(choice) },
        RoundTrip(.skipAlarm(skip), Samples.alarm) { try await $0.skipAlarm(skip) },
        RoundTrip(.unskipAlarm(skip), Samples.alarm) { try await $0.unskipAlarm(skip) },
        RoundTrip(.pauses, Samples.pauses) { try await $0.pauses() },
        RoundTrip(.pause(rest), Samples.pauses[0]) { try await $0.pause(rest) },
        RoundTrip(.resume(DeviceChoice()), Samples.pauses) { try await $0.resume(DeviceChoice()) },
        RoundTrip(.bedtimes(StatusQuery(device: nil)), [Samples.bedtime]) {
            try await $0.bedtimes(StatusQuery(device: nil))
        },
        RoundTrip(.setBedtime(newBedtime), Samples.bedtime) { try await $0.setBedtime(newBedtime) },
        RoundTrip(.next(NextQuery(days: 3)), [Samples.next]) { try await $0.next(NextQuery(days: 3)) },
        RoundTrip(.log(log), [Samples.logDocument]) { try await $0.log(log) },
        RoundTrip(.exportSetup, Samples.setup) { try await $0.exportSetup() },
        RoundTrip(.importSetup(newSetup), Samples.imported) { try await $0.importSetup(newSetup) },
    ]

    @Test("Every operation", .timeLimit(.minutes(1)), arguments: roundTrips)
    func operation_carriesRequestAndReply(_ roundTrip: RoundTrip) async throws {
        let service = FakeService()
        let isAnswered = try await withServer(service) { server in
            try await roundTrip.call(ControlHTTPClient(socketPath: server.path))
        }
        #expect(isAnswered)
        #expect(await service.asked == [roundTrip.asked])
    }

    @Test(
        "Names in queries", .timeLimit(.minutes(1)),
        arguments: [
            "", " ", "a b", "a+b", "a&b=c", "100%", "%41", "#?/:;,", "Kinderzimmer 🌙", "e\u{301}", "\u{0}\r\n", "\"\\'",
            String(repeating: "ä", count: 1000),
        ])
    func query_keepsEveryName(_ name: String) async throws {
        let service = FakeService()
        try await withServer(service) { server in
            _ = try await ControlHTTPClient(socketPath: server.path).log(LogQuery(since: name, device: name))
        }
        #expect(await service.asked == [.log(LogQuery(since: name, device: name))])
    }

    @Test("Names in bodies", .timeLimit(.minutes(1)), arguments: ["", "a/b", "🌙\u{0}\u{1f}", "\"\\"])
    func body_keepsEveryName(_ name: String) async throws {
        let service = FakeService()
        try await withServer(service) { server in
            _ = try await ControlHTTPClient(socketPath: server.path).unpair(DeviceSelection(device: name))
        }
        #expect(await service.asked == [.unpair(DeviceSelection(device: name))])
    }

    @Test("Every error", .timeLimit(.minutes(1)), arguments: ControlErrorCode.allCases)
    func error_keepsCodeMessageAndAdvice(_ code: ControlErrorCode) async throws {
        let error = ControlError(code, "“x”/y \"failed\".", advice: "Do z.")
        try await withServer(FakeService(error: error)) { server in
            await #expect(throws: error) { try await ControlHTTPClient(socketPath: server.path).devices() }
            let (status, _) = try await request(server.path, "GET", "/v1/devices")
            #expect(status == code.httpStatus)
        }
    }

    @Test(
        "The largest setups arrive whole", .timeLimit(.minutes(1)),
        arguments: ["\u{1}", "\n", "/", "\"", "🌙"])
    func importSetup_arrivesWhole_whateverItsMebibyteHolds(_ text: String) async throws {
        let service = FakeService()
        let request = ImportRequest(document: String(repeating: text, count: (1 << 20) / text.utf8.count))
        try await withServer(service) { server in
            _ = try await ControlHTTPClient(socketPath: server.path).importSetup(request)
        }
        #expect(await service.asked == [.importSetup(request)])
    }

    @Test("The largest replies arrive whole", .timeLimit(.minutes(1)))
    func reply_arrivesWhole_whenItIsLong() async throws {
        let documents = Array(repeating: Samples.logDocument, count: 20_000)
        let reply = try await withServer(FakeService(log: documents)) { server in
            try await ControlHTTPClient(socketPath: server.path).log(LogQuery(since: nil, device: nil))
        }
        #expect(reply == documents)
    }
}
