// SPDX-License-Identifier: Apache-2.0

import Clocks
import ControlAPI
import DeviceModules
import SleepModel
import Synchronization

/// Merges what devices report, where their links stand and what the log notes, for everybody who watches.
///
/// It only listens: nothing in the house knows it but the composition, which shows it devices and the store.
final class EventSource: Sendable {
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
        var standing: [MacAddress: (link: EventDocument?, state: EventDocument?)] = [:]
        var isFinished = false
    }

    private let clock: any NightClock
    private let radioClock: any NightClock
    private let state = Mutex(State())

    /// Dates by `clock`; links live in the time of `radioClock`.
    init(clock: any NightClock, radioClock: any NightClock) {
        self.clock = clock
        self.radioClock = radioClock
    }

    /// A queue that begins with where devices stand and takes events from now on, for as long as somebody holds it.
    ///
    /// Throws `busy` when too many watch.
    func open(device: MacAddress?) throws(ControlError) -> EventQueue {
        let queue = EventQueue(device: device, clock: clock, radioClock: radioClock)
        let isAccepted = state.withLock { state in
            state.readers.removeAll { $0.queue == nil }
            guard state.readers.count < Self.readers else { return false }
            for (_, standing) in state.standing.sorted(by: { $0.key < $1.key }) {
                for event in [standing.link, standing.state].compactMap(\.self) { queue.add(event) }
            }
            state.readers.append(Reader(queue: queue))
            if state.isFinished { queue.finish() }
            return true
        }
        guard isAccepted else {
            throw ControlError(
                .busy, "\(Self.readers) programs already watch.", advice: "End one of them, and try again.")
        }
        return queue
    }

    /// Nothing happens any more.
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

    /// Tells what the log notes.
    func tell(_ entries: [LogEntry]) {
        for entry in entries {
            if entry.kind == LogEntry.control, ["paired", "unpaired"].contains(entry.outcome) {
                tell(event(entry.outcome, entry.device) { $0.at = entry.at })
                continue
            }
            tell(
                event("occurrence", entry.device) {
                    $0.at = entry.at
                    $0.kind = entry.kind
                    $0.name = entry.name
                    $0.outcome = entry.outcome
                    $0.reason = entry.reason?.rawValue
                    $0.actor = entry.actor
                })
        }
    }

    /// Tells what a device reports and where its link stands, until cancelled.
    @MainActor
    func follow(_ rooms: DeviceRooms) async {
        let (emitter, connection, address) = (rooms.emitter, rooms.connection, rooms.address)
        tell(event(await connection.state, of: address))
        await withTaskGroup(of: Void.self) { [radioClock] group in
            group.addTask {
                var last: DeviceState?
                for await observed in emitter.updates() {
                    // The clock alone makes no news, though it makes a report each second.
                    var state = observed.state
                    state.clock = nil
                    guard state != last else { continue }
                    last = state
                    self.tell(await self.event(observed, in: rooms))
                }
            }
            group.addTask {
                for await link in connection.stateChanges { self.tell(self.event(link, of: address)) }
            }
            group.addTask {
                while (try? await radioClock.sleep(for: Self.look)) != nil { await connection.announceState() }
            }
        }
        state.withLock { _ = $0.standing.removeValue(forKey: address) }
    }

    // MARK: -

    /// Handed on under the lock, so that every reader gets the same events in the same order.
    private func tell(_ event: EventDocument) {
        state.withLock { state in
            if let address = event.address {
                if event.link != nil { state.standing[address, default: (nil, nil)].link = event }
                if event.state != nil { state.standing[address, default: (nil, nil)].state = event }
            }
            for reader in state.readers { reader.queue?.add(event) }
        }
    }

    @MainActor
    private func event(_ observed: ObservedState, in rooms: DeviceRooms) -> EventDocument {
        event("state", rooms.address) {
            $0.at = observed.at
            $0.state = rooms.document(observed.state)
        }
    }

    private func event(_ link: DeviceConnectionState, of device: MacAddress) -> EventDocument {
        event("link", device) { $0.link = link.rawValue }
    }

    private func event(
        _ name: String, _ device: MacAddress?, _ fill: (inout EventDocument) -> Void
    ) -> EventDocument {
        let nickname = device.map { address in state.withLock { $0.names[address] } ?? address.rawValue }
        var event = EventDocument(at: clock.now().wall, event: name, device: nickname, address: device)
        fill(&event)
        return event
    }
}
