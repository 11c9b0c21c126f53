// SPDX-License-Identifier: Apache-2.0

import CivilTime
import GRDB
import SleepModel
import Storage

/// What was set by hand on one device.
struct HoldRow: StoredRow {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case device = "device"
        case settledSeconds = "settled_seconds"
        case settledNanosecond = "settled_nanosecond"
        case holds = "holds"
        case onSeconds = "on_seconds"
        case onNanosecond = "on_nanosecond"
        case hasTimer = "has_timer"
        case hasRung = "has_rung"
        case ownVolume = "own_volume"
        case nap = "nap"
        case fadeStarts = "fade_starts"
        case waiting = "waiting"
    }

    static let table = "holds"
    static let key = [CodingKeys.device]

    var device: String
    var settledSeconds: Int64?
    var settledNanosecond: Int32?
    var holds: String
    var onSeconds: Int64?
    var onNanosecond: Int32?
    var hasTimer: Bool
    var hasRung: Bool
    var ownVolume: UInt8?
    var nap: String?
    var fadeStarts: String?
    var waiting: String?

    init(_ holds: DeviceHolds, on device: MacAddress) throws {
        self.device = device.rawValue
        settledSeconds = holds.settledAt?.secondsSince1970
        settledNanosecond = holds.settledAt?.nanosecond
        onSeconds = holds.seenOn?.since.secondsSince1970
        onNanosecond = holds.seenOn?.since.nanosecond
        hasTimer = holds.seenOn?.hasTimer ?? false
        hasRung = holds.hasRung
        ownVolume = holds.ownVolume?.rawValue
        self.holds = try VersionedPayload(holds.holds.map(HoldPayload.init)).text()
        nap = try holds.nap.map { try VersionedPayload(NapPayload($0)).text() }
        let starts = holds.fadeStarts.map(FadeStartPayload.init).sorted { $0.part.order < $1.part.order }
        fadeStarts = starts.isEmpty ? nil : try VersionedPayload(starts).text()
        waiting = holds.waiting.isEmpty ? nil : try VersionedPayload(holds.waiting.map(WaitingPayload.init)).text()
    }

    func value() throws -> (device: MacAddress, holds: DeviceHolds) {
        let stored = try VersionedPayload<[HoldPayload]>(text: holds).content.map { try $0.value() }
        return (
            try MacAddress(stored: device),
            DeviceHolds(
                holds: stored, settledAt: try Instant(storedSeconds: settledSeconds, nanosecond: settledNanosecond),
                seenOn: try Instant(storedSeconds: onSeconds, nanosecond: onNanosecond).map {
                    SeenOn(since: $0, hasTimer: hasTimer)
                }, hasRung: hasRung, ownVolume: ownVolume.map(Level.init(rawValue:)),
                fadeStarts: try starts(),
                waiting: try waiting.map {
                    try VersionedPayload<[WaitingPayload]>(text: $0).content.map { try $0.value() }
                } ?? [],
                nap: try nap.map { try VersionedPayload<NapPayload>(text: $0).content.value() })
        )
    }

    private func starts() throws -> [ManualHold.Part: Level] {
        guard let fadeStarts else { return [:] }
        let stored = try VersionedPayload<[FadeStartPayload]>(text: fadeStarts).content
        return try stored.reduce(into: [:]) { $0[try $1.part.value()] = Level(rawValue: $1.volume) }
    }

    static func describe(_ row: Row, into report: inout QuarantinedRow) {
        report.device = row.device("device")
    }
}

/// A nap as stored.
struct NapPayload: Codable {
    var lengthNanoseconds: Int64
    var sound: UInt8
    var volume: UInt8
    var wakeLight: LightPayload
    var start: AnchorPayload

    init(_ nap: Nap) {
        lengthNanoseconds = nap.length.storedNanoseconds
        sound = nap.sound.rawValue
        volume = nap.volume.rawValue
        wakeLight = LightPayload(nap.wakeLight)
        start = AnchorPayload(nap.start)
    }

    func value() throws -> Nap {
        Nap(
            length: .nanoseconds(lengthNanoseconds), sound: SoundID(rawValue: sound), volume: Level(rawValue: volume),
            wakeLight: wakeLight.value, start: try start.value())
    }
}

/// Where a fade to silence began, as stored.
struct FadeStartPayload: Codable {
    var part: HoldPayload.Part
    var volume: UInt8

    init(_ part: ManualHold.Part, _ volume: Level) {
        self.part = HoldPayload.Part(part)
        self.volume = volume.rawValue
    }
}

/// What waits for a device, as stored.
struct WaitingPayload: Codable {
    var name: String
    var actions: [HoldPayload.Action]
    var since: InstantPayload

    init(_ change: WaitingChange) {
        name = change.name
        actions = change.actions.map(HoldPayload.Action.init)
        since = InstantPayload(change.since)
    }

    func value() throws -> WaitingChange {
        WaitingChange(name: name, actions: actions.map(\.value), since: try since.value())
    }
}

/// A manual hold as stored.
struct HoldPayload: Codable {
    enum Action: Codable {
        case power(isOn: Bool)
        case light(light: LightPayload)
        case sound(number: UInt8)
        case volume(level: UInt8)
    }

    struct Key: Codable {
        var schedule: String
        var date: String
        var slot: String
        var pass: Int
    }

    struct Part: Codable {
        var kind: ScheduleKind
        var occurrence: Key
        var number: Int
    }

    var action: Action
    var since: InstantPayload
    var until: InstantPayload
    var actor: LogActor
    var over: [Part]
    var outlasts: [Key]

    init(_ hold: ManualHold) {
        action = Action(hold.action)
        since = InstantPayload(hold.since)
        until = InstantPayload(hold.until)
        actor = hold.actor
        over = hold.over.map(Part.init).sorted { $0.order < $1.order }
        outlasts = hold.outlasts.map(Key.init).sorted { $0.order < $1.order }
    }

    func value() throws -> ManualHold {
        ManualHold(
            action: action.value, since: try since.value(), until: try until.value(), actor: actor,
            over: Set(try over.map { try $0.value() }),
            outlasts: Set(try outlasts.map { try $0.value() }))
    }
}

extension HoldPayload.Action {
    init(_ action: DeviceAction) {
        self =
            switch action {
            case .power(let isOn): .power(isOn: isOn)
            case .light(let light): .light(light: LightPayload(light))
            case .sound(let sound): .sound(number: sound.rawValue)
            case .volume(let level): .volume(level: level.rawValue)
            }
    }

    var value: DeviceAction {
        switch self {
        case .power(let isOn): .power(isOn)
        case .light(let light): .light(light.value)
        case .sound(let number): .sound(SoundID(rawValue: number))
        case .volume(let level): .volume(Level(rawValue: level))
        }
    }
}

extension HoldPayload.Part {
    init(_ part: ManualHold.Part) {
        kind = part.kind
        occurrence = HoldPayload.Key(part.occurrence)
        number = part.number
    }

    func value() throws -> ManualHold.Part {
        ManualHold.Part(kind: kind, occurrence: try occurrence.value(), number: number)
    }

    /// Decides the order in which they are written.
    fileprivate var order: (String, Int) { (occurrence.order, number) }
}

extension HoldPayload.Key {
    init(_ key: OccurrenceKey) {
        schedule = key.schedule.rawValue
        date = key.date.description
        slot = key.slot
        pass = key.pass
    }

    func value() throws -> OccurrenceKey {
        OccurrenceKey(
            schedule: ScheduleID(rawValue: schedule), date: try CivilDate(stored: date), slot: slot, pass: pass)
    }

    fileprivate var order: String { "\(schedule) \(date) \(slot) \(pass)" }
}
