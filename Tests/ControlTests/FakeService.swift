// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import DeviceDocuments

/// A service that remembers what it was asked and answers with samples, or with one error.
actor FakeService:
    DeviceControl, LightAndSoundControl, PresetControl, RoutineControl, AlarmControl, BedtimeControl, HolidayControl,
    GroupControl, PauseControl,
    CatalogControl, PlanControl, SetupControl, NoticeControl, DamageControl, DaemonControl, EventControl
{
    /// What can be asked.
    enum Asked: Hashable, Sendable {
        case devices
        case scan(ScanRequest)
        case identify(DeviceSelection)
        case record(RecordingRequest)
        case finishRecording(DeviceSelection)
        case events(DeviceChoice, after: String? = nil)
        case pair(PairRequest)
        case belongings(DeviceSelection)
        case unpair(DeviceSelection)
        case rename(RenameRequest)
        case status(DeviceChoice)
        case power(PowerRequest)
        case light(LightRequest)
        case sound(SoundRequest)
        case volume(VolumeRequest)
        case stop(DeviceChoice)
        case startNap(NapRequest)
        case endNap(DeviceSelection)
        case limit(SlotQuery)
        case setLimit(LimitRequest)
        case removeLimit(DeviceSelection)
        case favourites(SlotQuery)
        case playFavourite(SlotRequest)
        case saveFavourite(SlotRequest)
        case editFavourite(FavouriteRequest)
        case programs(SlotQuery)
        case setProgram(ProgramRequest)
        case switchProgram(ProgramSwitchRequest)
        case deleteProgram(SlotRequest)
        case timer(SlotQuery)
        case setTimer(TimerRequest)
        case clock(SlotQuery)
        case setClock(DeviceSelection)
        case mirror(SlotQuery)
        case setMirror(MirrorRequest)
        case routines(DeviceChoice)
        case routine(ScheduleSelection)
        case addRoutine(RoutineRequest)
        case editRoutine(RoutineEditRequest)
        case switchRoutine(ScheduleSwitchRequest)
        case removeRoutine(ScheduleSelection)
        case skipRoutine(SkipRequest)
        case unskipRoutine(SkipRequest)
        case moveRoutine(MoveRequest)
        case runRoutine(RoutineRunRequest)
        case stopRoutine(ScheduleSelection)
        case controlRoutine(RoutineControlRequest)
        case alarms(DeviceChoice)
        case alarm(ScheduleSelection)
        case addAlarm(AlarmRequest)
        case editAlarm(AlarmEditRequest)
        case switchAlarm(ScheduleSwitchRequest)
        case removeAlarm(ScheduleSelection)
        case snoozeAlarm(SnoozeRequest)
        case snoozeAlarms(SnoozeAllRequest)
        case dismissAlarm(ScheduleSelection)
        case dismissAlarms(DeviceChoice)
        case skipAlarm(SkipRequest)
        case unskipAlarm(SkipRequest)
        case moveAlarm(MoveRequest)
        case holidays
        case importHolidays(HolidaysImportRequest)
        case removeHolidays(HolidaysSelection)
        case groups
        case setGroup(GroupRequest)
        case removeGroup(GroupSelection)
        case addRoutines(RoutineRequest)
        case editRoutines(RoutineEditRequest)
        case addAlarms(AlarmRequest)
        case editAlarms(AlarmEditRequest)
        case setBedtimes(BedtimeRequest)
        case pauses
        case pause(PauseRequest)
        case resume(DeviceChoice)
        case bedtimes(DeviceChoice)
        case bedtime(ScheduleSelection)
        case setBedtime(BedtimeRequest)
        case switchBedtime(ScheduleSwitchRequest)
        case removeBedtime(ScheduleSelection)
        case skipBedtime(SkipRequest)
        case unskipBedtime(SkipRequest)
        case moveBedtime(MoveRequest)
        case moveWakeTime(MoveRequest)
        case startBedtime(ScheduleSelection)
        case endBedtime(ScheduleSelection)
        case sounds(DeviceChoice)
        case colors
        case templates
        case template(TemplateSelection)
        case addTemplate(TemplateRequest)
        case explain(ExplainQuery)
        case next(NextQuery)
        case log(LogQuery)
        case logPage(LogPageQuery)
        case occurrences(OccurrencePageQuery)
        case exportSetup
        case importSetup(ImportRequest)
        case notices(NoticesQuery)
        case acknowledgeNotices(NoticesSelection)
        case damaged
        case removeDamaged(DamagedSelection)
        case health
        case metrics
    }

    /// All that was asked, in order.
    private(set) var asked: [Asked] = []
    private let error: ControlError?
    private let logDocuments: [LogDocument]
    private let group: GroupMembers?
    private let gate: Gate?
    private let messages: @Sendable () -> AsyncThrowingStream<EventMessage, any Error>

    /// Answers with `error` if there is one; every answer waits for the gate if there is one.
    init(
        error: ControlError? = nil, log: [LogDocument] = [Samples.logDocument], group: GroupMembers? = nil,
        gate: Gate? = nil,
        events: @escaping @Sendable () -> AsyncThrowingStream<EventMessage, any Error> = { AsyncThrowingStream { nil } }
    ) {
        self.error = error
        logDocuments = log
        self.group = group
        self.gate = gate
        messages = events
    }

    /// Answers every operation.
    nonisolated var services: ControlServiceGroup {
        ControlServiceGroup(
            devices: self, lightAndSound: self, presets: self, routines: self, alarms: self, bedtimes: self,
            holidays: self, groups: self, pauses: self, catalog: self, plan: self, setup: self, notices: self,
            damage: self, daemon: self, events: self)
    }

    private func answer<Reply: Sendable>(_ asked: Asked, _ reply: Reply) async throws(ControlError) -> Reply {
        self.asked.append(asked)
        await gate?.pass()
        if let error { throw error }
        return reply
    }

    func devices() async throws(ControlError) -> [DeviceDocument] { try await answer(.devices, [Samples.device]) }
    func scan(_ request: ScanRequest) async throws(ControlError) -> [DeviceDocument] {
        try await answer(.scan(request), [Samples.device])
    }
    func identify(_ request: DeviceSelection) async throws(ControlError) -> ControlResult {
        try await answer(.identify(request), Samples.result)
    }
    func events(
        _ query: DeviceChoice, after identifier: String?
    ) async throws(ControlError) -> AsyncThrowingStream<EventMessage, any Error> {
        try await answer(.events(query, after: identifier), messages())
    }
    func pair(_ request: PairRequest) async throws(ControlError) -> DeviceDocument {
        try await answer(.pair(request), Samples.device)
    }
    func belongings(_ query: DeviceSelection) async throws(ControlError) -> UnpairDocument {
        try await answer(.belongings(query), Samples.belongings)
    }
    func unpair(_ request: DeviceSelection) async throws(ControlError) -> UnpairDocument {
        try await answer(.unpair(request), Samples.unpaired)
    }
    func status(_ query: DeviceChoice) async throws(ControlError) -> [StatusDocument] {
        try await answer(.status(query), [Samples.status])
    }
    func power(_ request: PowerRequest) async throws(ControlError) -> ControlResult {
        try await answer(.power(request), Samples.result)
    }
    func light(_ request: LightRequest) async throws(ControlError) -> ControlResult {
        try await answer(.light(request), Samples.result)
    }
    func sound(_ request: SoundRequest) async throws(ControlError) -> ControlResult {
        try await answer(.sound(request), Samples.result)
    }
    func volume(_ request: VolumeRequest) async throws(ControlError) -> ControlResult {
        try await answer(.volume(request), Samples.result)
    }
    func stop(_ request: DeviceChoice) async throws(ControlError) -> [StopDocument] {
        try await answer(.stop(request), [Samples.stop])
    }
    func startNap(_ request: NapRequest) async throws(ControlError) -> NapDocument {
        try await answer(.startNap(request), Samples.nap)
    }
    func endNap(_ request: DeviceSelection) async throws(ControlError) -> NapDocument {
        try await answer(.endNap(request), Samples.nap)
    }
    func limit(_ query: SlotQuery) async throws(ControlError) -> LimitDocument {
        try await answer(.limit(query), Samples.limit)
    }
    func setLimit(_ request: LimitRequest) async throws(ControlError) -> LimitDocument {
        try await answer(.setLimit(request), Samples.limit)
    }
    func removeLimit(_ request: DeviceSelection) async throws(ControlError) -> LimitDocument {
        try await answer(.removeLimit(request), Samples.limit)
    }
    func record(_ request: RecordingRequest) async throws(ControlError) -> RecordingDocument {
        try await answer(.record(request), Samples.recording)
    }
    func finishRecording(_ request: DeviceSelection) async throws(ControlError) -> DeviceDocument {
        try await answer(.finishRecording(request), Samples.device)
    }
    func favourites(_ request: SlotQuery) async throws(ControlError) -> [DeviceFavouriteDocument] {
        try await answer(.favourites(request), [Samples.favourite])
    }
    func playFavourite(_ request: SlotRequest) async throws(ControlError) -> ControlResult {
        try await answer(.playFavourite(request), Samples.result)
    }
    func saveFavourite(_ request: SlotRequest) async throws(ControlError) -> DeviceFavouriteDocument {
        try await answer(.saveFavourite(request), Samples.favourite)
    }
    func editFavourite(_ request: FavouriteRequest) async throws(ControlError) -> DeviceFavouriteDocument {
        try await answer(.editFavourite(request), Samples.favourite)
    }
    func programs(_ request: SlotQuery) async throws(ControlError) -> [DeviceProgramDocument] {
        try await answer(.programs(request), [Samples.program, Samples.emptyProgram])
    }
    func setProgram(_ request: ProgramRequest) async throws(ControlError) -> ProgramChangeDocument {
        try await answer(.setProgram(request), Samples.programChange)
    }
    func switchProgram(_ request: ProgramSwitchRequest) async throws(ControlError) -> ProgramChangeDocument {
        try await answer(.switchProgram(request), Samples.programChange)
    }
    func deleteProgram(_ request: SlotRequest) async throws(ControlError) -> DeviceProgramDocument {
        try await answer(.deleteProgram(request), Samples.emptyProgram)
    }
    func timer(_ request: SlotQuery) async throws(ControlError) -> TimerDocument {
        try await answer(.timer(request), Samples.timer)
    }
    func setTimer(_ request: TimerRequest) async throws(ControlError) -> TimerDocument {
        try await answer(.setTimer(request), Samples.timer)
    }
    func clock(_ request: SlotQuery) async throws(ControlError) -> ClockDocument {
        try await answer(.clock(request), Samples.clock)
    }
    func setClock(_ request: DeviceSelection) async throws(ControlError) -> ClockDocument {
        try await answer(.setClock(request), Samples.clock)
    }
    func mirror(_ query: SlotQuery) async throws(ControlError) -> MirrorDocument {
        try await answer(.mirror(query), Samples.mirror)
    }
    func setMirror(_ request: MirrorRequest) async throws(ControlError) -> MirrorDocument {
        try await answer(.setMirror(request), Samples.mirror)
    }

    func routines(_ query: DeviceChoice) async throws(ControlError) -> [RoutineDocument] {
        try await answer(.routines(query), [Samples.routine])
    }
    func addRoutine(_ request: RoutineRequest) async throws(ControlError) -> RoutineDocument {
        try await answer(.addRoutine(request), Samples.routine)
    }
    func routine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument {
        try await answer(.routine(request), Samples.routine)
    }
    func editRoutine(_ request: RoutineEditRequest) async throws(ControlError) -> RoutineDocument {
        try await answer(.editRoutine(request), Samples.routine)
    }
    func switchRoutine(_ request: ScheduleSwitchRequest) async throws(ControlError) -> RoutineDocument {
        try await answer(.switchRoutine(request), Samples.routine)
    }
    func removeRoutine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument {
        try await answer(.removeRoutine(request), Samples.routine)
    }
    func skipRoutine(_ request: SkipRequest) async throws(ControlError) -> RoutineDocument {
        try await answer(.skipRoutine(request), Samples.routine)
    }
    func unskipRoutine(_ request: SkipRequest) async throws(ControlError) -> RoutineDocument {
        try await answer(.unskipRoutine(request), Samples.routine)
    }
    func moveRoutine(_ request: MoveRequest) async throws(ControlError) -> RoutineDocument {
        try await answer(.moveRoutine(request), Samples.routine)
    }
    func runRoutine(_ request: RoutineRunRequest) async throws(ControlError) -> RoutineDocument {
        try await answer(.runRoutine(request), Samples.routine)
    }
    func stopRoutine(_ request: ScheduleSelection) async throws(ControlError) -> RoutineDocument {
        try await answer(.stopRoutine(request), Samples.routine)
    }
    func controlRoutine(_ request: RoutineControlRequest) async throws(ControlError) -> RoutineDocument {
        try await answer(.controlRoutine(request), Samples.routine)
    }
    func alarms(_ query: DeviceChoice) async throws(ControlError) -> [AlarmDocument] {
        try await answer(.alarms(query), [Samples.alarm])
    }
    func addAlarm(_ request: AlarmRequest) async throws(ControlError) -> AlarmDocument {
        try await answer(.addAlarm(request), Samples.alarm)
    }
    func alarm(_ request: ScheduleSelection) async throws(ControlError) -> AlarmDocument {
        try await answer(.alarm(request), Samples.alarm)
    }
    func editAlarm(_ request: AlarmEditRequest) async throws(ControlError) -> AlarmDocument {
        try await answer(.editAlarm(request), Samples.alarm)
    }
    func switchAlarm(_ request: ScheduleSwitchRequest) async throws(ControlError) -> AlarmDocument {
        try await answer(.switchAlarm(request), Samples.alarm)
    }
    func removeAlarm(_ request: ScheduleSelection) async throws(ControlError) -> AlarmDocument {
        try await answer(.removeAlarm(request), Samples.alarm)
    }
    func snoozeAlarm(_ request: SnoozeRequest) async throws(ControlError) -> AlarmDocument {
        try await answer(.snoozeAlarm(request), Samples.alarm)
    }
    func snoozeAlarms(_ request: SnoozeAllRequest) async throws(ControlError) -> [AlarmDocument] {
        try await answer(.snoozeAlarms(request), [Samples.alarm])
    }
    func dismissAlarm(_ request: ScheduleSelection) async throws(ControlError) -> AlarmDocument {
        try await answer(.dismissAlarm(request), Samples.alarm)
    }
    func dismissAlarms(_ request: DeviceChoice) async throws(ControlError) -> [AlarmDocument] {
        try await answer(.dismissAlarms(request), [Samples.alarm])
    }
    func skipAlarm(_ request: SkipRequest) async throws(ControlError) -> AlarmDocument {
        try await answer(.skipAlarm(request), Samples.alarm)
    }
    func unskipAlarm(_ request: SkipRequest) async throws(ControlError) -> AlarmDocument {
        try await answer(.unskipAlarm(request), Samples.alarm)
    }
    func moveAlarm(_ request: MoveRequest) async throws(ControlError) -> AlarmDocument {
        try await answer(.moveAlarm(request), Samples.alarm)
    }
    func pauses() async throws(ControlError) -> [PauseDocument] { try await answer(.pauses, Samples.pauses) }
    func pause(_ request: PauseRequest) async throws(ControlError) -> PauseDocument {
        try await answer(.pause(request), Samples.pauses[0])
    }
    func resume(_ request: DeviceChoice) async throws(ControlError) -> [PauseDocument] {
        try await answer(.resume(request), Samples.pauses)
    }
    func bedtimes(_ query: DeviceChoice) async throws(ControlError) -> [BedtimeDocument] {
        try await answer(.bedtimes(query), [Samples.bedtime])
    }
    func bedtime(_ request: ScheduleSelection) async throws(ControlError) -> BedtimeDocument {
        try await answer(.bedtime(request), Samples.bedtime)
    }
    func setBedtime(_ request: BedtimeRequest) async throws(ControlError) -> BedtimeDocument {
        try await answer(.setBedtime(request), Samples.bedtime)
    }
    func switchBedtime(_ request: ScheduleSwitchRequest) async throws(ControlError) -> BedtimeDocument {
        try await answer(.switchBedtime(request), Samples.bedtime)
    }
    func removeBedtime(_ request: ScheduleSelection) async throws(ControlError) -> BedtimeDocument {
        try await answer(.removeBedtime(request), Samples.bedtime)
    }
    func skipBedtime(_ request: SkipRequest) async throws(ControlError) -> BedtimeDocument {
        try await answer(.skipBedtime(request), Samples.bedtime)
    }
    func unskipBedtime(_ request: SkipRequest) async throws(ControlError) -> BedtimeDocument {
        try await answer(.unskipBedtime(request), Samples.bedtime)
    }
    func moveBedtime(_ request: MoveRequest) async throws(ControlError) -> BedtimeDocument {
        try await answer(.moveBedtime(request), Samples.bedtime)
    }
    func moveWakeTime(_ request: MoveRequest) async throws(ControlError) -> BedtimeDocument {
        try await answer(.moveWakeTime(request), Samples.bedtime)
    }

    func startBedtime(_ request: ScheduleSelection) async throws(ControlError) -> BedtimeDocument {
        try await answer(.startBedtime(request), Samples.bedtime)
    }

    func endBedtime(_ request: ScheduleSelection) async throws(ControlError) -> BedtimeDocument {
        try await answer(.endBedtime(request), Samples.bedtime)
    }
    func holidays() async throws(ControlError) -> [HolidaysDocument] {
        try await answer(.holidays, [Samples.holidays])
    }
    func importHolidays(_ request: HolidaysImportRequest) async throws(ControlError) -> HolidaysImportDocument {
        try await answer(.importHolidays(request), Samples.importedHolidays)
    }
    func removeHolidays(_ request: HolidaysSelection) async throws(ControlError) -> HolidaysDocument {
        try await answer(.removeHolidays(request), Samples.holidays)
    }
    func groups() async throws(ControlError) -> [GroupDocument] { try await answer(.groups, [Samples.group]) }
    func setGroup(_ request: GroupRequest) async throws(ControlError) -> GroupChangeDocument {
        try await answer(.setGroup(request), Samples.groupChange)
    }
    func removeGroup(_ request: GroupSelection) async throws(ControlError) -> GroupChangeDocument {
        try await answer(.removeGroup(request), Samples.groupChange)
    }
    func members(of device: String) async throws(ControlError) -> GroupMembers? { group }
    func members(of request: GroupQuestion) async throws(ControlError) -> GroupMembers? { group }
    func addRoutines(_ request: RoutineRequest) async throws(ControlError) -> GroupReply<RoutineDocument> {
        try await answer(.addRoutines(request), GroupReply(Samples.routine))
    }
    func editRoutines(_ request: RoutineEditRequest) async throws(ControlError) -> GroupReply<RoutineDocument> {
        try await answer(.editRoutines(request), GroupReply(Samples.routine))
    }
    func addAlarms(_ request: AlarmRequest) async throws(ControlError) -> GroupReply<AlarmDocument> {
        try await answer(.addAlarms(request), GroupReply(Samples.alarm))
    }
    func editAlarms(_ request: AlarmEditRequest) async throws(ControlError) -> GroupReply<AlarmDocument> {
        try await answer(.editAlarms(request), GroupReply(Samples.alarm))
    }
    func setBedtimes(_ request: BedtimeRequest) async throws(ControlError) -> GroupReply<BedtimeDocument> {
        try await answer(.setBedtimes(request), GroupReply(Samples.bedtime))
    }
    func rename(_ request: RenameRequest) async throws(ControlError) -> DeviceDocument {
        try await answer(.rename(request), Samples.device)
    }
    func sounds(_ choice: DeviceChoice) async throws(ControlError) -> [SoundDocument] {
        try await answer(.sounds(choice), [Samples.soundDocument])
    }
    func colors() async throws(ControlError) -> [ColorDocument] { try await answer(.colors, ColorDocument.all) }
    func templates() async throws(ControlError) -> [TemplateDocument] {
        try await answer(.templates, Samples.templates)
    }
    func template(_ request: TemplateSelection) async throws(ControlError) -> TemplateDocument {
        try await answer(.template(request), Samples.templates[0])
    }
    func addTemplate(_ request: TemplateRequest) async throws(ControlError) -> TemplateAdditionDocument {
        try await answer(.addTemplate(request), Samples.addition)
    }
    func explain(_ query: ExplainQuery) async throws(ControlError) -> [ExplainedOccurrenceDocument] {
        try await answer(.explain(query), Samples.explained)
    }
    func next(_ query: NextQuery) async throws(ControlError) -> [NextDocument] {
        try await answer(.next(query), [Samples.next])
    }
    func log(_ query: LogQuery) async throws(ControlError) -> [LogDocument] {
        try await answer(.log(query), logDocuments)
    }
    func logPage(_ query: LogPageQuery) async throws(ControlError) -> LogPageDocument {
        try await answer(.logPage(query), LogPageDocument(lines: logDocuments, next: "7"))
    }
    func occurrences(_ query: OccurrencePageQuery) async throws(ControlError) -> OccurrencePageDocument {
        try await answer(
            .occurrences(query), OccurrencePageDocument(occurrences: [Samples.recordedOccurrence], next: "a"))
    }
    func exportSetup() async throws(ControlError) -> SetupTextDocument {
        try await answer(.exportSetup, Samples.setup)
    }
    func importSetup(_ request: ImportRequest) async throws(ControlError) -> ImportDocument {
        try await answer(.importSetup(request), Samples.imported)
    }
    func notices(_ query: NoticesQuery) async throws(ControlError) -> [NoticeDocument] {
        try await answer(.notices(query), [Samples.notice])
    }
    func acknowledgeNotices(_ request: NoticesSelection) async throws(ControlError) -> [NoticeDocument] {
        try await answer(.acknowledgeNotices(request), [Samples.notice])
    }
    func health() async throws(ControlError) -> HealthDocument { try await answer(.health, Samples.health) }
    func metrics() async throws(ControlError) -> MetricsText { try await answer(.metrics, Samples.metrics) }
    func damaged() async throws(ControlError) -> [DamagedRowDocument] {
        try await answer(.damaged, [Samples.damaged])
    }
    func removeDamaged(_ request: DamagedSelection) async throws(ControlError) -> DamagedRowDocument {
        try await answer(.removeDamaged(request), Samples.damaged)
    }
}

/// Holds whoever passes until it is opened, and tells when the first one waits.
actor Gate {
    private var isOpen = false
    private var hasVisitor = false
    private var visitors: [CheckedContinuation<Void, Never>] = []
    private var watchers: [CheckedContinuation<Void, Never>] = []

    /// Waits until the gate is open.
    func pass() async {
        hasVisitor = true
        watchers.forEach { $0.resume() }
        watchers = []
        guard !isOpen else { return }
        await withCheckedContinuation { visitors.append($0) }
    }

    /// Waits until somebody is at the gate.
    func visited() async {
        guard !hasVisitor else { return }
        await withCheckedContinuation { watchers.append($0) }
    }

    /// Lets everybody through.
    func open() {
        isOpen = true
        visitors.forEach { $0.resume() }
        visitors = []
    }
}
