// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
public import GATT
public import SleepModel

/// A simulated Hatch Rest as a peripheral: its firmware behind its characteristics, with a journal and with faults.
///
/// Any peripheral transport can serve it, and its owner runs it, see `run()`. Unless its profile says otherwise it takes
/// one central at a time, and advertises only while it has none.
public actor SimulatedPeripheral: PeripheralDevice {
    struct Connection {
        var number: Int
        var central: any ConnectedCentral
    }

    struct LateReply {
        var due: Duration
        var central: any ConnectedCentral
        var texts: [[UInt8]]
    }

    /// The services of a Hatch Rest.
    public nonisolated let services: [ServiceDefinition]

    let clock: any NightClock
    let journal: SimulationJournal
    let profile: RestProfile
    var rest: SimulatedRest
    var connections: [Connection] = []
    var faults: RestFaultPlan?
    /// How many times each fault is still to occur on demand.
    var demanded: [RestFault: Int] = [:]
    var isSilent = false
    var refusesConnections = false
    var batteryPercent: UInt8
    var lateReplies: [LateReply] = []
    var lastReply: [UInt8] = []
    /// When the device is back on the mains, on its stopwatch; nil while it has power.
    var powerIsBack: Duration?

    let stopwatch: RestOscillator
    private let name: String
    private let presets: PresetsFile?
    private let wake = WakeSignal()
    private var connectionCount = 0
    /// When the next routine report is due.
    private var tick: Duration?
    /// Until when `run()` sleeps; nil while it does not, or has nothing to wait for.
    private var sleepsUntil: Duration?

    /// Makes a device that gets power at the present of `clock`.
    ///
    /// Reports tell what a command did `lag` after it: zero unless asked for, while real units take up to a second. Its
    /// own clock is fast by `driftPPM` parts per million. `faults` occur by chance; without a plan none does. Favourites
    /// and programs are those of `presets` and are kept there; without it the device comes with a new one's.
    public init(
        name: String, state: DeviceState = SimulatedRest.initialState, localOffset: Duration = .zero,
        batteryPercent: UInt8 = 100, profile: RestProfile = RestProfile(), lag: Duration = .zero, driftPPM: Int = 0,
        faults: RestFaultPlan? = nil, presets: PresetsFile? = nil, clock: any NightClock, journal: SimulationJournal
    ) {
        self.name = name
        self.batteryPercent = batteryPercent
        self.profile = profile
        self.faults = faults
        self.presets = presets
        self.clock = clock
        self.journal = journal
        services = RestServices.table(profile, batteryPercent: batteryPercent)
        let sample = clock.now()
        stopwatch = RestOscillator(started: sample)
        rest = SimulatedRest(
            state: state, presets: presets?.presets ?? .factory, localOffset: localOffset, profile: profile, lag: lag,
            driftPPM: driftPPM, at: sample)
    }

    /// What the device's reports say at present.
    public var state: DeviceState { rest.state(at: clock.now()) }

    /// What the device does, which its reports say once their lag is over.
    public var settledState: DeviceState { rest.settledState(at: clock.now()) }

    /// Whole seconds until the sleep timer ends; nil while none runs.
    public var sleepTimer: Int? { rest.sleepTimer(at: clock.now()) }

    /// The block of a favourite, 1 to 6, as `PGB` answers it; nil for any other number.
    public func favouriteBlock(_ number: Int) -> [UInt8]? { rest.favouriteBlock(number) }

    /// The block of a program, 1 to 10, and its status and name, as `EGB` answers them; nil for any other number.
    public func programBlocks(_ number: Int) -> [[UInt8]]? { rest.programBlocks(number) }

    /// Whether a central is connected.
    public var isConnected: Bool { !connections.isEmpty }

    /// Lets happen what the device does by itself: the state once a second while a central is connected, late reports,
    /// sleep timer and programs, each at its time by the clock.
    ///
    /// Without it the same happens with the next call. Runs until cancelled and throws `CancellationError` then, or the
    /// failure of the journal or the presets.
    public func run() async throws {
        while true {
            try Task.checkCancellation()
            if let failure { throw failure }
            let sample = clock.now()
            let elapsed = stopwatch.uptime(at: sample)
            catchUp(at: sample)
            if let tick, tick <= elapsed {
                self.tick = elapsed + .seconds(1)
                report(to: connections.filter(\.central.isReady), at: sample)
            }
            let delay = delay(after: sample)
            sleepsUntil = delay.map { elapsed + $0 }
            // A boot clock that begins anew with its host must not stop the device, hence the second deadline.
            try await sleep(
                until: delay.map { WakeRequest(wall: sample.wall + $0, boot: sample.boot + $0) } ?? WakeRequest())
            sleepsUntil = nil
        }
    }

    private func sleep(until request: WakeRequest) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [clock] in _ = try await clock.sleep(until: request) }
            group.addTask { [wake] in await wake.wait() }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private var failure: SimulationError? { journal.failure ?? presets?.failure }

    private func delay(after sample: ClockSample) -> Duration? {
        let elapsed = stopwatch.uptime(at: sample)
        if let powerIsBack { return max(.zero, powerIsBack - elapsed) }
        let own = ([tick] + lateReplies.map(\.due)).compactMap { $0 }.min().map { max(.zero, $0 - elapsed) }
        return [own, rest.delay(after: sample)].compactMap { $0 }.min()
    }

    /// Wakes `run()` if something is now due before it would wake by itself.
    func reconsider() {
        let sample = clock.now()
        let next = delay(after: sample).map { stopwatch.uptime(at: sample) + $0 }
        let isSooner = next.map { next in sleepsUntil.map { next < $0 } ?? true } ?? false
        if isSooner || failure != nil { wake.raise() }
    }

    // MARK: - As a peripheral

    /// The name, the battery level and the state; nil while it takes no central beside the one it has.
    public func advertisingContent() -> AdvertisingContent? {
        catchUp(at: clock.now())
        guard powerIsBack == nil, connections.isEmpty || profile.has(.manyCentrals) else { return nil }
        return AdvertisingContent(
            localName: name, services: [RestServices.deviceInformation],
            serviceData: [RestServices.battery: [batteryPercent]],
            manufacturerData: [RestServices.companyIdentifier: rest.advertisement(at: clock.now())])
    }

    /// Takes a central, unless it has one and takes no second, or a fault turns it away.
    public func connected(_ central: any ConnectedCentral) -> Bool {
        defer { reconsider() }
        catchUp(at: clock.now())
        if powerIsBack != nil { return false }
        if refusesConnections || strike(.connectFailure) {
            record(.fault(RestFault.connectFailure.rawValue), by: nil)
            return false
        }
        if !connections.isEmpty, !profile.has(.manyCentrals) || strike(.secondCentralRefused) {
            record(.fault(RestFault.secondCentralRefused.rawValue), by: nil)
            return false
        }
        connectionCount += 1
        connections.append(Connection(number: connectionCount, central: central))
        record(.connect, by: connectionCount)
        if tick == nil, !profile.has(.noPush) { tick = stopwatch.uptime(at: clock.now()) + .seconds(1) }
        if strike(.battery) {
            record(.fault(RestFault.battery.rawValue), by: connectionCount)
            batteryPercent = Self.lowBattery
        }
        return true
    }

    /// Frees the device for the next central; does nothing for a central that the device itself has disconnected.
    public func disconnected(_ central: any ConnectedCentral) {
        guard let connection = connections.first(where: { $0.central === central }) else { return }
        end(connection)
        reconsider()
    }

    /// The present value of a characteristic; nil for one whose value never changes.
    public func value(of characteristic: BluetoothUUID) -> [UInt8]? {
        switch characteristic {
        case RestServices.feedback:
            let report = rest.feedback(at: clock.now())
            guard strike(.truncatedRead) else { return report }
            record(.fault(RestFault.truncatedRead.rawValue), by: connections.first?.number)
            return Array(report.prefix(Self.truncatedLength))
        case RestServices.batteryLevel: return [batteryPercent]
        case RestServices.reply: return lastReply
        default: return nil
        }
    }

    /// Carries out a command of a connected central.
    public func write(_ value: [UInt8], to characteristic: BluetoothUUID, by central: any ConnectedCentral) {
        guard characteristic == RestServices.command,
            let connection = connections.first(where: { $0.central === central })
        else { return }
        let sample = clock.now()
        catchUp(at: sample)
        let fault = isSilent ? .silence : strike(anyOf: RestFault.ofCommands)
        carryOut(value, of: connection, spoiledBy: fault, at: sample)
        reconsider()
    }

    // MARK: - Parts

    /// Lets happen what has become due.
    func catchUp(at sample: ClockSample) {
        let elapsed = stopwatch.uptime(at: sample)
        if let powerIsBack {
            guard powerIsBack <= elapsed else { return }
            self.powerIsBack = nil
            perform(rest.getPower(at: sample), by: nil, at: sample)
        }
        perform(rest.advance(to: sample), by: connections.first?.number, at: sample)
        let due = lateReplies.filter { $0.due <= elapsed }
        lateReplies.removeAll { $0.due <= elapsed }
        for reply in due { notify(reply.texts, to: reply.central) }
    }

    /// Writes favourites and programs to their file, if they differ from what is there.
    func keepPresets() {
        presets?.keep(rest.presets)
    }

    /// Journals changes and reports what the reports tell otherwise than before; replies are the caller's.
    func perform(_ effects: [SimulatedRest.Effect], by number: Int?, at sample: ClockSample) {
        for case .changed(let state) in effects { record(.state(rest.document(of: state)), by: number, at: sample) }
        if effects.contains(.reported) { report(to: connections, at: sample) }
    }

    private func report(to connections: [Connection], at sample: ClockSample) {
        guard !connections.isEmpty, !isSilent, !profile.has(.noPush) else { return }
        let report = rest.feedback(at: sample)
        for connection in connections { connection.central.notify(report, of: RestServices.feedback) }
    }

    func notify(_ texts: [[UInt8]], to central: any ConnectedCentral) {
        lastReply = texts.last ?? lastReply
        for text in texts { central.notify(text, of: RestServices.reply) }
    }

    func replyLate(_ texts: [[UInt8]], to central: any ConnectedCentral, at sample: ClockSample) {
        lateReplies.append(
            LateReply(due: stopwatch.uptime(at: sample) + Self.replyDelay, central: central, texts: texts))
    }

    func end(_ connection: Connection) {
        record(.disconnect, by: connection.number)
        connections.removeAll { $0.number == connection.number }
        if connections.isEmpty { tick = nil }
    }

    func record(
        _ event: JournalEntry.Event, by number: Int?, data: [[UInt8]] = [], at sample: ClockSample? = nil
    ) {
        let sample = sample ?? clock.now()
        journal.record(
            JournalEntry(at: sample.wall, boot: sample.boot, connection: number, event: event, data: data))
    }
}
