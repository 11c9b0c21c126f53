// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import DeviceDocuments
import DeviceModules
import Household
import SleepModel

/// What happens now.
@MainActor
struct EventService: EventControl {
    let finder: DeviceFinder
    let source: EventSource
    let daemon: DaemonCheck

    func events(
        _ query: DeviceChoice, after identifier: String?
    ) async throws(ControlError) -> AsyncThrowingStream<EventMessage, any Error> {
        try await answering {
            try daemon.require(for: "lull watch", because: "nothing else happens while it runs")
            let devices = try await query.device.asyncMap { Set(try await finder.targets($0).map(\.device.address)) }
            let queue = try source.open(devices: devices, after: identifier)
            return AsyncThrowingStream { await queue.next().map { EventMessage($0, after: queue) } }
        }
    }
}

extension EventMessage {
    /// A message that somebody has just taken from a queue.
    fileprivate init(_ message: HouseholdMessage, after queue: EventQueue) {
        switch message {
        case .heartbeat: self = .heartbeat
        case .event(let event):
            var document = EventDocument(event)
            // What the reader lost has no place of its own.
            if document.event != .dropped { document.id = queue.position }
            self = .event(document)
        }
    }
}

extension EventDocument {
    /// An event as the API tells it.
    init(_ event: HouseholdEvent) {
        self.init(
            at: event.at, event: event.content.kind, device: event.deviceName, address: event.device,
            subject: event.device.map { .device($0) })
        switch event.content {
        case .state(let state, let product, let soundName):
            self.state = DeviceStateDocument(state, product: product, soundName: soundName)
            fading = event.isFadeStep
        case .link(let link):
            self.link = link
        case .logged(let entry):
            subject = entry.subject
            kind = entry.kind
            schedule = entry.schedule?.rawValue
            occurrence = entry.occurrence.map { OccurrenceDocument($0) }
            name = entry.name
            detail = entry.detail
            outcome = entry.outcome
            planned = entry.planned
            reason = entry.reason?.rawValue
            lateSeconds = entry.lateSeconds
            actor = entry.actor
        case .noticed(let notice):
            let document = NoticeDocument(notice, device: event.deviceName)
            (self.notice, subject) = (document, document.subject)
            (schedule, occurrence) = (document.schedule, document.occurrence)
        case .dropped(let count):
            dropped = count
        case .paired, .unpaired, .snapshot:
            break
        }
    }
}

extension HouseholdEvent.Content {
    fileprivate var kind: EventKind {
        switch self {
        case .state: .state
        case .link: .link
        case .paired: .paired
        case .unpaired: .unpaired
        case .logged: .occurrence
        case .noticed: .notice
        case .snapshot: .snapshot
        case .dropped: .dropped
        }
    }
}
