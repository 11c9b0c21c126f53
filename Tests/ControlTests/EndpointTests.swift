// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import ControlClient
import Foundation
import Testing

@Suite("Endpoints, from client to service and back")
struct EndpointTests {
    struct RoundTrip: Sendable, CustomTestStringConvertible {
        let path: String
        let asked: FakeService.Asked
        /// Whether the request is a query.
        let isQuery: Bool
        /// The reply that is sent as a text.
        let text: String?
        /// The reply as JSON.
        let reply: @Sendable () throws -> Data
        /// The request as it is sent.
        let content: @Sendable () throws -> RequestContent
        let isAnswered: @Sendable (any ControlService) async throws -> Bool
        var testDescription: String { "\(asked)" }

        init<Request, Reply: Equatable>(
            _ endpoint: Endpoint<Request, Reply>, _ request: Request,
            _ asked: (Request) -> FakeService.Asked, _ expected: Reply
        ) {
            path = endpoint.path
            self.asked = asked(request)
            isQuery = endpoint.method == .get
            text = (expected as? any TextReply)?.text
            reply = { try JSONEncoder().encode(expected) }
            content = { try endpoint.content(of: request) }
            isAnswered = { try await $0.perform(endpoint, request) == expected }
        }

        /// One of an operation that may mean a group, and does not.
        static func each<Request, Reply>(
            _ endpoint: Endpoint<Request, GroupReply<Reply>>, _ request: Request,
            _ asked: (Request) -> FakeService.Asked, _ reply: Reply
        ) -> RoundTrip {
            RoundTrip(endpoint, request, asked, GroupReply(reply))
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
    static let alarmEdit: AlarmEditRequest = {
        var request = AlarmEditRequest(name: "school & “more”", now: true)
        (request.rule.at, request.sunrise, request.volume) = ("06:30", "off", 30)
        return request
    }()
    static let routineEdit: RoutineEditRequest = {
        var request = RoutineEditRequest(name: nil, device: "n")
        request.steps = ["light off"]
        return request
    }()
    static let switching = ScheduleSwitchRequest(name: "up", device: nil, enabled: false)
    static let move = MoveRequest(name: "up", device: nil, at: "08:00", date: "2027-03-14")
    static let snooze = SnoozeRequest(name: nil, device: nil, length: "9m")
    static let choice = DeviceChoice(device: "nursery")
    static let skip = SkipRequest(name: "wake", device: nil, date: "2027-03-14")
    static let rest = PauseRequest(until: "2027-08-15", device: "nursery")
    static let newBedtime = BedtimeRequest(device: "nursery", at: "19:30", windDown: "30m", wake: "06:30")
    static let newHolidays = HolidaysImportRequest(name: "school", calendar: "BEGIN:VCALENDAR\r\n \u{1}🌙")
    static let log = LogQuery(since: "12h", device: "nursery")
    static let newSetup = ImportRequest(document: Samples.setup.document, dryRun: true)

    private static let explanation = {
        var rule = RuleRequest(at: "sunset-30m", days: "mon,tue", date: "2027-03-14")
        (rule.yearly, rule.leapDay, rule.fromDate, rule.untilDate) = ("02-29", "clamp", "today", "off")
        (rule.except, rule.notOn, rule.onlyOn) = ("2027-03-15", "Schul & Ferien", "off")
        (rule.gap, rule.overlap, rule.place) = ("skip", "both", "52.52,13.41")
        (rule.earliest, rule.latest, rule.fallback) = ("06:00", "09:00", "07:00")
        return ExplainQuery(rule, zone: "Europe/Berlin", from: "2027-03-13T00:00:00+01:00", count: 3)
    }()

    static let roundTrips: [RoundTrip] = [
        RoundTrip(Endpoints.devices, Empty(), { _ in .devices }, [Samples.device]),
        RoundTrip(Endpoints.scan, ScanRequest(seconds: 7), FakeService.Asked.scan, [Samples.device]),
        RoundTrip(Endpoints.identify, DeviceSelection(device: "n"), FakeService.Asked.identify, Samples.result),
        RoundTrip(
            Endpoints.record, RecordingRequest(device: "n", seconds: 9), FakeService.Asked.record, Samples.recording),
        RoundTrip(
            Endpoints.finishRecording, DeviceSelection(device: "n"), FakeService.Asked.finishRecording,
            Samples.device),
        RoundTrip(Endpoints.pair, pairing, FakeService.Asked.pair, Samples.device),
        RoundTrip(
            Endpoints.belongings, DeviceSelection(device: "die Höhle & mehr"), FakeService.Asked.belongings,
            Samples.belongings),
        RoundTrip(Endpoints.unpair, DeviceSelection(device: "n"), FakeService.Asked.unpair, Samples.unpaired),
        RoundTrip(
            Endpoints.rename, RenameRequest(device: "n", name: "Höhle"), FakeService.Asked.rename, Samples.device),
        RoundTrip(Endpoints.status, DeviceChoice(device: "n"), FakeService.Asked.status, [Samples.status]),
        RoundTrip(Endpoints.status, DeviceChoice(device: nil), FakeService.Asked.status, [Samples.status]),
        RoundTrip(Endpoints.power, PowerRequest(device: "n", on: true), FakeService.Asked.power, Samples.result),
        RoundTrip(Endpoints.light, light, FakeService.Asked.light, Samples.result),
        RoundTrip(Endpoints.sound, sound, FakeService.Asked.sound, Samples.result),
        RoundTrip(Endpoints.volume, VolumeRequest(device: "n", volume: 30), FakeService.Asked.volume, Samples.result),
        RoundTrip(Endpoints.stop, DeviceChoice(device: "n"), FakeService.Asked.stop, [Samples.stop]),
        RoundTrip(
            Endpoints.startNap, NapRequest(device: "n", length: "45m", volume: 20), FakeService.Asked.startNap,
            Samples.nap),
        RoundTrip(Endpoints.endNap, DeviceSelection(device: "n"), FakeService.Asked.endNap, Samples.nap),
        RoundTrip(Endpoints.limit, SlotQuery(device: "die Höhle"), FakeService.Asked.limit, Samples.limit),
        RoundTrip(
            Endpoints.setLimit, LimitRequest(device: "n", volume: 40, between: "20:00-07:00"),
            FakeService.Asked.setLimit, Samples.limit),
        RoundTrip(Endpoints.removeLimit, DeviceSelection(device: "n"), FakeService.Asked.removeLimit, Samples.limit),
        RoundTrip(Endpoints.favourites, SlotQuery(device: "n"), FakeService.Asked.favourites, [Samples.favourite]),
        RoundTrip(Endpoints.favourites, slots, FakeService.Asked.favourites, [Samples.favourite]),
        RoundTrip(Endpoints.playFavourite, slot, FakeService.Asked.playFavourite, Samples.result),
        RoundTrip(Endpoints.saveFavourite, slot, FakeService.Asked.saveFavourite, Samples.favourite),
        RoundTrip(Endpoints.editFavourite, favourite, FakeService.Asked.editFavourite, Samples.favourite),
        RoundTrip(Endpoints.programs, slots, FakeService.Asked.programs, [Samples.program, Samples.emptyProgram]),
        RoundTrip(Endpoints.setProgram, program, FakeService.Asked.setProgram, Samples.programChange),
        RoundTrip(Endpoints.switchProgram, toSwitch, FakeService.Asked.switchProgram, Samples.programChange),
        RoundTrip(Endpoints.deleteProgram, slot, FakeService.Asked.deleteProgram, Samples.emptyProgram),
        RoundTrip(Endpoints.timer, slots, FakeService.Asked.timer, Samples.timer),
        RoundTrip(Endpoints.setTimer, timer, FakeService.Asked.setTimer, Samples.timer),
        RoundTrip(Endpoints.clock, slots, FakeService.Asked.clock, Samples.clock),
        RoundTrip(Endpoints.setClock, DeviceSelection(device: "n"), FakeService.Asked.setClock, Samples.clock),
        RoundTrip(Endpoints.mirror, SlotQuery(device: "die Höhle"), FakeService.Asked.mirror, Samples.mirror),
        RoundTrip(
            Endpoints.setMirror, MirrorRequest(device: "n", on: true), FakeService.Asked.setMirror, Samples.mirror),
        RoundTrip(Endpoints.routines, DeviceChoice(device: "nursery"), FakeService.Asked.routines, [Samples.routine]),
        RoundTrip(Endpoints.addRoutine, newRoutine, FakeService.Asked.addRoutine, Samples.routine),
        RoundTrip(Endpoints.routine, selection, FakeService.Asked.routine, Samples.routine),
        RoundTrip(Endpoints.editRoutine, routineEdit, FakeService.Asked.editRoutine, Samples.routine),
        RoundTrip(Endpoints.switchRoutine, switching, FakeService.Asked.switchRoutine, Samples.routine),
        RoundTrip(Endpoints.removeRoutine, selection, FakeService.Asked.removeRoutine, Samples.routine),
        RoundTrip(Endpoints.skipRoutine, skip, FakeService.Asked.skipRoutine, Samples.routine),
        RoundTrip(Endpoints.unskipRoutine, skip, FakeService.Asked.unskipRoutine, Samples.routine),
        RoundTrip(Endpoints.moveRoutine, move, FakeService.Asked.moveRoutine, Samples.routine),
        RoundTrip(
            Endpoints.runRoutine, RoutineRunRequest(name: "evening", device: "anna", ifRunning: "queue"),
            FakeService.Asked.runRoutine, Samples.routine),
        RoundTrip(Endpoints.stopRoutine, selection, FakeService.Asked.stopRoutine, Samples.routine),
        RoundTrip(
            Endpoints.controlRoutine,
            RoutineControlRequest(name: "evening", device: "anna", action: .extend, step: 2, length: "10m"),
            FakeService.Asked.controlRoutine, Samples.routine),
        RoundTrip(Endpoints.alarms, DeviceChoice(device: "nursery"), FakeService.Asked.alarms, [Samples.alarm]),
        RoundTrip(Endpoints.addAlarm, newAlarm, FakeService.Asked.addAlarm, Samples.alarm),
        RoundTrip(Endpoints.alarm, selection, FakeService.Asked.alarm, Samples.alarm),
        RoundTrip(Endpoints.editAlarm, alarmEdit, FakeService.Asked.editAlarm, Samples.alarm),
        RoundTrip(Endpoints.switchAlarm, switching, FakeService.Asked.switchAlarm, Samples.alarm),
        RoundTrip(Endpoints.removeAlarm, selection, FakeService.Asked.removeAlarm, Samples.alarm),
        RoundTrip(Endpoints.snoozeAlarm, snooze, FakeService.Asked.snoozeAlarm, Samples.alarm),
        RoundTrip(
            Endpoints.snoozeAlarms, SnoozeAllRequest(device: "anna", length: "9m"), FakeService.Asked.snoozeAlarms,
            [Samples.alarm]),
        RoundTrip(Endpoints.dismissAlarm, selection, FakeService.Asked.dismissAlarm, Samples.alarm),
        RoundTrip(Endpoints.dismissAlarms, choice, FakeService.Asked.dismissAlarms, [Samples.alarm]),
        RoundTrip(Endpoints.skipAlarm, skip, FakeService.Asked.skipAlarm, Samples.alarm),
        RoundTrip(Endpoints.unskipAlarm, skip, FakeService.Asked.unskipAlarm, Samples.alarm),
        RoundTrip(Endpoints.moveAlarm, move, FakeService.Asked.moveAlarm, Samples.alarm),
        RoundTrip(Endpoints.holidays, Empty(), { _ in .holidays }, [Samples.holidays]),
        RoundTrip(
            Endpoints.importHolidays, newHolidays, FakeService.Asked.importHolidays, Samples.importedHolidays),
        RoundTrip(
            Endpoints.removeHolidays, HolidaysSelection(name: "Schul & Ferien"), FakeService.Asked.removeHolidays,
            Samples.holidays),
        RoundTrip(Endpoints.pauses, Empty(), { _ in .pauses }, Samples.pauses),
        RoundTrip(Endpoints.pause, rest, FakeService.Asked.pause, Samples.pauses[0]),
        RoundTrip(Endpoints.resume, DeviceChoice(), FakeService.Asked.resume, Samples.pauses),
        RoundTrip(Endpoints.bedtimes, DeviceChoice(device: nil), FakeService.Asked.bedtimes, [Samples.bedtime]),
        RoundTrip(Endpoints.bedtime, selection, FakeService.Asked.bedtime, Samples.bedtime),
        RoundTrip(Endpoints.setBedtime, newBedtime, FakeService.Asked.setBedtime, Samples.bedtime),
        RoundTrip(Endpoints.switchBedtime, switching, FakeService.Asked.switchBedtime, Samples.bedtime),
        RoundTrip(Endpoints.removeBedtime, selection, FakeService.Asked.removeBedtime, Samples.bedtime),
        RoundTrip(Endpoints.skipBedtime, skip, FakeService.Asked.skipBedtime, Samples.bedtime),
        RoundTrip(Endpoints.unskipBedtime, skip, FakeService.Asked.unskipBedtime, Samples.bedtime),
        RoundTrip(Endpoints.moveBedtime, move, FakeService.Asked.moveBedtime, Samples.bedtime),
        RoundTrip(Endpoints.moveWakeTime, move, FakeService.Asked.moveWakeTime, Samples.bedtime),
        RoundTrip(Endpoints.startBedtime, selection, FakeService.Asked.startBedtime, Samples.bedtime),
        RoundTrip(Endpoints.endBedtime, selection, FakeService.Asked.endBedtime, Samples.bedtime),
        RoundTrip(
            Endpoints.sounds, DeviceChoice(device: "a b"), FakeService.Asked.sounds, [Samples.soundDocument]),
        RoundTrip(Endpoints.colors, Empty(), { _ in .colors }, ColorDocument.all),
        RoundTrip(Endpoints.templates, Empty(), { _ in .templates }, Samples.templates),
        RoundTrip(
            Endpoints.template, TemplateSelection(name: "tidy up"), FakeService.Asked.template, Samples.templates[0]),
        RoundTrip(
            Endpoints.addTemplate,
            TemplateRequest(name: "nap", device: "kids", newName: "rest", at: "13:00", days: "daily"),
            FakeService.Asked.addTemplate, Samples.addition),
        RoundTrip(Endpoints.explain, explanation, FakeService.Asked.explain, Samples.explained),
        RoundTrip(
            Endpoints.explain, ExplainQuery(RuleRequest()), FakeService.Asked.explain, Samples.explained),
        RoundTrip(
            Endpoints.next, NextQuery(days: 3, device: "a b", skipped: true), FakeService.Asked.next, [Samples.next]),
        RoundTrip(Endpoints.log, log, FakeService.Asked.log, [Samples.logDocument]),
        RoundTrip(
            Endpoints.logPage, LogPageQuery(device: "nursery", limit: 5, cursor: "12"), FakeService.Asked.logPage,
            LogPageDocument(lines: [Samples.logDocument], next: "7")),
        RoundTrip(
            Endpoints.occurrences, OccurrencePageQuery(schedule: "b-1", since: "12h", limit: 5, cursor: "b"),
            FakeService.Asked.occurrences, OccurrencePageDocument(occurrences: [Samples.recordedOccurrence], next: "a")),
        RoundTrip(Endpoints.exportSetup, Empty(), { _ in .exportSetup }, Samples.setup),
        RoundTrip(Endpoints.importSetup, newSetup, FakeService.Asked.importSetup, Samples.imported),
        RoundTrip(Endpoints.notices, NoticesQuery(), FakeService.Asked.notices, [Samples.notice]),
        RoundTrip(Endpoints.notices, NoticesQuery(all: true), FakeService.Asked.notices, [Samples.notice]),
        RoundTrip(
            Endpoints.acknowledgeNotices, NoticesSelection(id: 7), FakeService.Asked.acknowledgeNotices,
            [Samples.notice]),
        RoundTrip(
            Endpoints.acknowledgeNotices, NoticesSelection(id: nil), FakeService.Asked.acknowledgeNotices,
            [Samples.notice]),
        RoundTrip(Endpoints.damaged, Empty(), { _ in .damaged }, [Samples.damaged]),
        RoundTrip(
            Endpoints.removeDamaged, DamagedSelection(id: "log:1"), FakeService.Asked.removeDamaged, Samples.damaged),
        RoundTrip(Endpoints.health, Empty(), { _ in .health }, Samples.health),
        RoundTrip(Endpoints.metrics, Empty(), { _ in .metrics }, Samples.metrics),
    ]

    @Test("Every operation", .timeLimit(.minutes(1)), arguments: roundTrips + groupTrips)
    func operation_carriesRequestAndReply(_ roundTrip: RoundTrip) async throws {
        let service = FakeService()
        let isAnswered = try await withServer(service) { server in
            try await roundTrip.isAnswered(ControlHTTPClient(socketPath: server.path))
        }
        #expect(isAnswered)
        #expect(await service.asked == [roundTrip.asked])
    }

    @Test("The table holds every endpoint that is declared, each under a path of its own")
    func table_holdsEveryEndpoint_thatIsDeclared() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let files = [
            "Endpoints.swift", "Endpoints+Schedules.swift", "Catalog/Endpoints+Catalog.swift",
            "Groups/Endpoints+Groups.swift",
        ]
        let source = try files.map { file in
            try String(contentsOf: root.appending(path: "Sources/Control/ControlAPI/\(file)"), encoding: .utf8)
        }
        .joined()
        let declared = ["= Endpoint<", "= Endpoints."].map { source.split(separator: $0).count - 1 }
        #expect(Endpoints.all.count == declared.reduce(0, +))
        let paths = Endpoints.all.map(\.path) + [Endpoints.eventsPath]
        #expect(Set(paths).count == paths.count)
        #expect(Set((Self.roundTrips + Self.groupTrips).map(\.path)) == Set(Endpoints.all.map(\.path)))
    }

    @Test("The server answers at every path of the table", .timeLimit(.minutes(1)))
    func server_answers_atEveryPathOfTheTable() async throws {
        try await withServer(FakeService()) { server in
            for endpoint in Endpoints.all {
                let method = endpoint.method == .get ? "GET" : "POST"
                let (status, _) = try await request(server.path, method, endpoint.path, body: "{")
                // The sample of a daemon's health fails.
                let usual = endpoint.path == Endpoints.health.path ? 503 : 200
                #expect(status == (endpoint.method == .get ? usual : 400), "\(endpoint.path)")
            }
            let (status, _) = try await request(server.path, "GET", Endpoints.eventsPath)
            #expect(status == 200)
        }
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
            _ = try await ControlHTTPClient(socketPath: server.path).perform(
                Endpoints.log, LogQuery(since: name, device: name))
        }
        #expect(await service.asked == [.log(LogQuery(since: name, device: name))])
    }

    @Test("Names in bodies", .timeLimit(.minutes(1)), arguments: ["", "a/b", "🌙\u{0}\u{1f}", "\"\\"])
    func body_keepsEveryName(_ name: String) async throws {
        let service = FakeService()
        try await withServer(service) { server in
            _ = try await ControlHTTPClient(socketPath: server.path).perform(
                Endpoints.unpair, DeviceSelection(device: name))
        }
        #expect(await service.asked == [.unpair(DeviceSelection(device: name))])
    }

    @Test("Every error", .timeLimit(.minutes(1)), arguments: ControlErrorCode.allCases)
    func error_keepsCodeMessageAndAdvice(_ code: ControlErrorCode) async throws {
        let error = ControlError(code, "“x”/y \"failed\".", advice: "Do z.")
        try await withServer(FakeService(error: error)) { server in
            await #expect(throws: error) {
                try await ControlHTTPClient(socketPath: server.path).perform(Endpoints.devices)
            }
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
            _ = try await ControlHTTPClient(socketPath: server.path).perform(Endpoints.importSetup, request)
        }
        #expect(await service.asked == [.importSetup(request)])
    }

    @Test("The largest replies arrive whole", .timeLimit(.minutes(1)))
    func reply_arrivesWhole_whenItIsLong() async throws {
        let documents = Array(repeating: Samples.logDocument, count: 20_000)
        let reply = try await withServer(FakeService(log: documents)) { server in
            try await ControlHTTPClient(socketPath: server.path).perform(
                Endpoints.log, LogQuery(since: nil, device: nil))
        }
        #expect(reply == documents)
    }
}
