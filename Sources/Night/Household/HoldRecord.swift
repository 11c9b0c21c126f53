// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import Coordination
import SleepModel
import Storage

/// Keeps on disk what somebody set by hand on one device, so that it survives a restart.
@MainActor
final class HoldRecord {
    private let device: MacAddress
    private let coordinator: NightCoordinator
    private let store: any ChangeRepository
    private let clock: any NightClock
    private let soundName: (SoundID) -> String?
    private let changes: AsyncStream<Void>
    private let sightings: AsyncStream<Void>
    private let sighting: AsyncStream<Void>.Continuation
    private let queue = SerialQueue()
    /// What the store has; nil when that is not known.
    private var saved: DeviceHolds? = DeviceHolds()
    /// What another process keeps, where this one is for one command only.
    private var others = DeviceHolds()
    private var seenOn: SeenOn? { didSet { if seenOn != oldValue { sighting.yield() } } }

    /// How long to wait after a failure of the store.
    private static let retry = Duration.seconds(5)

    init(
        of device: MacAddress, coordinator: NightCoordinator, store: any ChangeRepository, clock: any NightClock,
        soundName: @escaping (SoundID) -> String?
    ) {
        self.soundName = soundName
        self.device = device
        self.coordinator = coordinator
        self.store = store
        self.clock = clock
        changes = coordinator.holdChanges(of: device)
        (sightings, sighting) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Goes on from what the process before left, or only notes it; before anything else happens to the device.
    func restore(_ left: DeviceHolds, isFollowed: Bool) {
        saved = left
        seenOn = left.seenOn
        if isFollowed {
            coordinator.restore(left, on: device)
        } else {
            others = left
            // Whoever switches it on brings back no sound of an alarm, and no volume of a fade.
            coordinator.inheritSound(of: left, on: device)
        }
    }

    /// Notes what the device reported.
    func saw(_ state: DeviceState, at instant: Instant) {
        seenOn = state.isOn ? SeenOn(since: seenOn?.since ?? instant, hasTimer: state.isTimerRunning ?? false) : nil
    }

    /// Forgets what another process keeps, as somebody ended everything.
    func endOthers() { others = DeviceHolds(settledAt: others.settledAt, hasRung: others.hasRung) }

    /// Notes that the device is about to be switched off: whoever finds it off later must not take that for a touch.
    func switchesOff() { seenOn = nil }

    /// Saves every change until the device is closed or the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.save(on: self.changes) }
            group.addTask { await self.save(on: self.sightings) }
            await group.next()
            group.cancelAll()
        }
    }

    private func save(on changes: AsyncStream<Void>) async {
        for await _ in changes {
            while await !save() {
                guard (try? await clock.sleep(for: Self.retry)) != nil else { return }
            }
        }
    }

    /// Saves what is held now; false when the store did not take it, and it is to be tried again.
    @discardableResult
    func save() async -> Bool {
        await queue.runEvenIfCancelled {
            let wanted = wanted
            guard wanted != saved else { return true }
            do throws(StorageError) {
                try await store.commit(.hold(wanted, on: device, log: ended(in: wanted)))
                saved = wanted
                return true
            } catch {
                // The store may have taken it all the same.
                if error.code == .overdue { saved = nil }
                return false
            }
        }
    }

    private var wanted: DeviceHolds {
        var wanted = coordinator.holds(of: device)
        wanted.seenOn = seenOn
        wanted.waiting = others.waiting + wanted.waiting
        let channels = Set(wanted.holds.map(\.action.channel))
        guard !wanted.holds.contains(where: { $0.action == .power(false) }) else { return wanted }
        wanted.holds = others.holds.filter { !channels.contains($0.action.channel) } + wanted.holds
        wanted.settledAt = wanted.settledAt ?? others.settledAt
        wanted.nap = wanted.nap ?? others.nap
        return wanted
    }

    /// What the log says about holds that have come to their end; whatever else ends them has its own line.
    private func ended(in wanted: DeviceHolds) -> [LogEntry] {
        let now = clock.now().wall
        let ended = (saved?.holds ?? []).filter { $0.until <= now && !wanted.holds.contains($0) }
        guard !ended.isEmpty else { return [] }
        return [
            LogEntry(
                at: now, device: device, kind: .control,
                name: ended.map(\.action.channel.rawValue).joined(separator: ", "),
                detail: comeback(of: ended.map(\.action.channel)), outcome: .released, actor: .daemon)
        ]
    }

    /// What comes back on channels whose hold has ended, for example `rain at 30%, as “bedtime” wants it`; nil for nothing
    /// that anybody sees or hears.
    private func comeback(of channels: [DeviceChannel]) -> String? {
        let owners = coordinator.claims(on: device).compactMapValues(\.first)
        func value(_ channel: DeviceChannel) -> DeviceAction? {
            if case .value(let action)? = owners[channel]?.target { action } else { nil }
        }
        let level = if case .volume(let level)? = value(.volume) { " at \(level.percent)%" } else { "" }
        let found = channels.compactMap { channel -> (words: String, by: String)? in
            guard let owner = owners[channel], [.night, .routine].contains(owner.layer) else { return nil }
            switch value(channel) {
            case .light(let light)? where light.brightness > .zero: return (light.text(), owner.by)
            case .sound(let sound)? where sound != .none:
                return ((soundName(sound) ?? "sound \(sound.rawValue)") + level, owner.by)
            default: return nil
            }
        }
        guard let by = found.first?.by else { return nil }
        return "\(found.map(\.words).joined(separator: ", ")), as “\(by)” wants it"
    }
}
