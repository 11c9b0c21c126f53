// SPDX-License-Identifier: Apache-2.0

import CivilTime
public import Clocks
import Coordination
import DeviceModules
public import SleepModel
import Synchronization

/// Merges what devices report, where their links stand and what goes into the log, for everybody who watches.
public final class EventSource: Sendable {
    /// How many may watch at once.
    static let readers = 32
    /// How often a link is looked at for what changes with time alone.
    private static let look = Duration.seconds(60)

    private struct Reader {
        weak var queue: EventQueue?
    }

    private struct State {
        var readers: [Reader] = []
        var names: [MacAddress: String] = [:]
        /// The last event of each device about its link, and the last about its state.
        var standing: [MacAddress: (link: HouseholdEvent?, state: HouseholdEvent?)] = [:]
        var isFinished = false
        /// How many events there were.
        var count = 0
        /// The last of them, with their numbers.
        var recent: [(number: Int, event: HouseholdEvent)] = []
    }

    /// Tells the events of this run from those of another.
    private let run = String(UInt64.random(in: .min ... .max), radix: 36)

    private let clock: any NightClock
    private let radioClock: any NightClock
    private let state = Mutex(State())

    /// Dates by `clock`; links live in the time of `radioClock`.
    public init(clock: any NightClock, radioClock: any NightClock) {
        self.clock = clock
        self.radioClock = radioClock
    }

    /// A queue that begins with where devices stand and takes events from now on, for as long as somebody holds it; nil
    /// for all devices.
    ///
    /// After the event with an `identifier` that is still known, it begins with what came after that instead; after one
    /// that is not, a `snapshot` comes first. Throws `tooManyReaders` when too many watch.
    public func open(
        devices: Set<MacAddress>?, after identifier: String? = nil
    ) throws(HouseholdError) -> EventQueue {
        let queue = EventQueue(devices: devices, clock: clock, radioClock: radioClock)
        let isAccepted = state.withLock { state in
            state.readers.removeAll { $0.queue == nil }
            guard state.readers.count < Self.readers else { return false }
            if let start = identifier.flatMap({ number(in: $0, state) }) {
                for (number, event) in state.recent where number > start { queue.add(event, as: name(number)) }
            } else {
                let standing = state.standing.filter { devices?.contains($0.key) ?? true }
                    .sorted { $0.key < $1.key }.flatMap { [$0.value.link, $0.value.state].compactMap(\.self) }
                let events = (identifier == nil ? [] : [event(nil, .snapshot)]) + standing
                for event in events.dropLast() { queue.add(event) }
                // A reader that leaves before the last of them has not had all, and begins anew.
                if let last = events.last { queue.add(last, as: name(state.count)) }
            }
            state.readers.append(Reader(queue: queue))
            if state.isFinished { queue.finish() }
            return true
        }
        guard isAccepted else { throw .tooManyReaders(Self.readers) }
        return queue
    }

    /// Ends every queue.
    func finish() {
        let readers = state.withLock { state in
            state.isFinished = true
            return state.readers
        }
        for reader in readers { reader.queue?.finish() }
    }

    /// Notes what a device is called.
    func learn(_ device: PairedDevice) {
        state.withLock { $0.names[device.address] = device.name }
    }

    /// What a device is called: its nickname, or its address if it has none.
    func name(_ device: MacAddress) -> String {
        state.withLock { $0.names[device] } ?? device.rawValue
    }

    /// Where the links to devices stand, as they were told last.
    var links: [MacAddress: DeviceConnectionState] {
        state.withLock { state in
            state.standing.compactMapValues { standing in
                if case .link(let link) = standing.link?.content { link } else { nil }
            }
        }
    }

    /// Passes on what somebody should know.
    func tell(_ notice: Notice) {
        tell(event(notice.device, at: notice.at, .noticed(notice)))
    }

    /// Passes on what went into the log.
    func tell(_ entries: [LogEntry]) {
        for entry in entries {
            let content: HouseholdEvent.Content =
                switch entry.outcome {
                case .paired: .paired
                case .unpaired: .unpaired
                default: .logged(entry)
                }
            tell(event(entry.device, at: entry.at, content))
        }
    }

    /// Passes on what a device reports and where its link stands, until cancelled.
    @MainActor
    func follow(_ device: DeviceController) async {
        let (emitter, connection, address) = (device.emitter, device.connection, device.address)
        tell(event(address, .link(connection.state)))
        await withTaskGroup(of: Void.self) { [radioClock, codec = device.codec] group in
            group.addTask {
                var last: DeviceState?
                for await observed in emitter.updates() {
                    // The device's clock alone is no event, though it makes a report each second.
                    var state = observed.state
                    state.clock = nil
                    guard state != last else { continue }
                    let before = last
                    last = state
                    let isFadeStep = await device.isFading(from: before, to: state)
                    let content = HouseholdEvent.Content.state(
                        observed.state, product: codec.product, soundName: codec.name(of: observed.state.sound))
                    self.tell(self.event(address, at: observed.at, content, isFadeStep: isFadeStep))
                }
            }
            group.addTask {
                for await link in connection.stateChanges { self.tell(self.event(address, .link(link))) }
            }
            group.addTask {
                while (try? await radioClock.sleep(for: Self.look)) != nil { await connection.announceState() }
            }
        }
        state.withLock { _ = $0.standing.removeValue(forKey: address) }
    }

    // MARK: -

    private func name(_ number: Int) -> String { "\(run)-\(number)" }

    /// The number of an event after which all events are still known; nil if some are not, and for one of another run.
    private func number(in identifier: String, _ state: State) -> Int? {
        let parts = identifier.split(separator: "-")
        guard parts.count == 2, parts[0] == run, let number = Int(parts[1]) else { return nil }
        let oldest = state.recent.first?.number ?? state.count + 1
        return (oldest - 1...state.count).contains(number) ? number : nil
    }

    /// Hands an event on under the lock, so that every reader gets the same events in the same order.
    private func tell(_ event: HouseholdEvent) {
        state.withLock { state in
            if let address = event.device {
                switch event.content {
                case .link: state.standing[address, default: (nil, nil)].link = event
                case .state: state.standing[address, default: (nil, nil)].state = event
                case .paired, .unpaired, .logged, .noticed, .snapshot, .dropped: break
                }
            }
            state.count += 1
            state.recent.append((state.count, event))
            if state.recent.count > EventQueue.capacity { state.recent.removeFirst() }
            for reader in state.readers { reader.queue?.add(event, as: name(state.count)) }
        }
    }

    private func event(
        _ device: MacAddress?, at instant: Instant? = nil, _ content: HouseholdEvent.Content, isFadeStep: Bool = false
    ) -> HouseholdEvent {
        HouseholdEvent(
            at: instant ?? clock.now().wall, device: device, deviceName: device.map(name), content: content,
            isFadeStep: isFadeStep)
    }
}

extension DeviceController {
    /// Whether two states differ only in what is on its way to another value.
    fileprivate func isFading(from before: DeviceState?, to state: DeviceState) -> Bool {
        guard var before else { return false }
        let channels = DeviceChannel.allCases.filter { before.action(of: $0) != state.action(of: $0) }
        for channel in channels { before.show(state.action(of: channel)) }
        guard before == state, !channels.isEmpty else { return false }
        let (owners, now) = (coordinator.owners(of: address), clock.now())
        return channels.allSatisfy { owners[$0]?.target.isFading(at: now) ?? false }
    }
}
