// SPDX-License-Identifier: Apache-2.0

import Captures
import CivilTime
import DeviceModules
import GATT
import SleepModel

/// What one device of a capture did and was told, in order.
struct ReplayScript: Sendable {
    /// One thing that happened to the device.
    struct Step: Sendable {
        enum Event: Sendable {
            case advertisement(Advertisement)
            case connected
            /// A command, the error it was refused with, and what the device answered to it, if it did.
            case write([UInt8], refusal: String?, answer: CommandReply?)
            case read(BluetoothUUID, [UInt8], refusal: String?)
            case notification(BluetoothUUID, [UInt8])
            case ended(byHost: Bool)
        }

        var packet: Int
        var offset: Int
        var time: Instant
        var elapsed: Duration
        var event: Event
        /// The step of the host that it followed, by its index; nil for what came before any.
        var cue: Int?
        /// Whether the host makes it happen.
        var isOfHost = false
    }

    let address: MacAddress
    let codec: any ProductCodec
    private(set) var steps: [Step] = []
    /// The indices of the commands among them.
    private(set) var writes: [Int] = []
    /// The indices of the ends of connections.
    private(set) var ends: [Int] = []
    /// The characteristics that discovery showed; empty where it is not in the capture.
    private(set) var discovered: Set<BluetoothUUID> = []
    /// Writes to other characteristics than the one for commands, which are not played.
    private(set) var skipped = 0

    /// Takes from a timeline what concerns the device at `address`.
    ///
    /// If it is driven, somebody makes each step in turn: the state is read when it was, and the device ends a connection
    /// when it is told to, not when somebody happens to be late.
    /// Throws when there were writes and none of them can be told to be a command.
    init(
        _ timeline: CaptureTimeline, address: MacAddress, codec: any ProductCodec, isDriven: Bool = false
    ) throws(CaptureError) {
        self.address = address
        self.codec = codec
        var unnamed: CaptureEntry?
        for entry in timeline.entries where entry.address == address {
            if let event = event(of: entry) { steps.append(Step(entry, event)) }
            switch entry.kind {
            case .discovered: entry.characteristic.map { _ = discovered.insert($0) }
            case .write, .writeWithoutResponse:
                if entry.characteristic == nil { unnamed = unnamed ?? entry }
                if entry.characteristic != codec.commandCharacteristic { skipped += 1 }
            case .error: refuse(entry)
            default: break
            }
        }
        if let unnamed, !discovered.contains(codec.commandCharacteristic), !steps.contains(where: \.isWrite) {
            throw CaptureError(
                .noDevice,
                "Packet \(unnamed.packet) at offset \(unnamed.offset) writes to a handle that the capture does not name.",
                advice: "Record again from before the phone connects for the first time.", offset: unnamed.offset,
                packet: unnamed.packet)
        }
        close()
        for index in steps.indices { steps[index].isOfHost = isOfHost(steps[index].event, isDriven) }
        giveCues()
        writes = steps.indices.filter { steps[$0].isWrite }
        ends = steps.indices.filter { steps[$0].isEnd }
    }

    private func event(of entry: CaptureEntry) -> Step.Event? {
        switch (entry.kind, entry.characteristic) {
        case (.advertisement, _): entry.advertisement.map(Step.Event.advertisement)
        case (.connected, _): .connected
        case (.disconnected, _): .ended(byHost: entry.isEndedByHost)
        case (.write, codec.commandCharacteristic), (.writeWithoutResponse, codec.commandCharacteristic):
            .write(entry.bytes, refusal: nil, answer: nil)
        case (.read, let characteristic?): .read(characteristic, entry.bytes, refusal: nil)
        case (.notification, let characteristic?): .notification(characteristic, entry.bytes)
        case (.error, let characteristic?) where entry.refused == .read:
            .read(characteristic, [], refusal: entry.text)
        default: nil
        }
    }

    /// Only a state that can be read counts as one: after anything else the modules ask once more by themselves.
    private func isOfHost(_ event: Step.Event, _ isDriven: Bool) -> Bool {
        switch event {
        case .connected, .write: true
        case .ended(let byHost): byHost || isDriven
        case .read(codec.stateCharacteristic, let bytes, refusal: nil):
            isDriven && (try? codec.state(fromReport: bytes)) != nil
        case .advertisement, .read, .notification: false
        }
    }

    /// A refused write is the last one before the refusal: a host makes one request at a time.
    private mutating func refuse(_ entry: CaptureEntry) {
        guard entry.refused == .write, entry.characteristic == codec.commandCharacteristic,
            let index = steps.lastIndex(where: \.isWrite), case .write(let bytes, _, _) = steps[index].event
        else { return }
        steps[index].event = .write(bytes, refusal: entry.text, answer: nil)
    }

    /// A connection that outlived the capture, or that another one follows, ends with what was last seen of it.
    private mutating func close() {
        var closed: [Step] = []
        var isOpen = false
        for step in steps {
            switch step.event {
            case .connected:
                if isOpen, let last = closed.last { closed.append(last.asEnd) }
                isOpen = true
            case .ended: isOpen = false
            default: break
            }
            closed.append(step)
        }
        if isOpen, let last = closed.last { closed.append(last.asEnd) }
        steps = closed
    }

    /// Lets each step follow the host's last one; a reply follows the command it answers, as a host may have sent the
    /// next one before it came.
    private mutating func giveCues() {
        var cue: Int?
        var unanswered: [Int] = []
        for index in steps.indices {
            steps[index].cue = cue
            switch steps[index].event {
            case .connected: unanswered = []
            case .write(_, refusal: nil, _): unanswered.append(index)
            case .notification(codec.replyCharacteristic, let bytes):
                guard let command = unanswered.first else { break }
                steps[index].cue = command
                let reply = codec.reply(bytes)
                if case .data = reply { break }
                unanswered.removeFirst()
                guard case .write(let bytes, let refusal, _) = steps[command].event else { break }
                steps[command].event = .write(bytes, refusal: refusal, answer: reply)
            default: break
            }
            if steps[index].isOfHost { cue = index }
        }
    }
}

extension ReplayScript.Step {
    init(_ entry: CaptureEntry, _ event: Event) {
        self.init(
            packet: entry.packet, offset: entry.offset, time: entry.time, elapsed: entry.elapsed, event: event, cue: nil
        )
    }

    var isWrite: Bool {
        if case .write = event { true } else { false }
    }

    var isEnd: Bool {
        if case .ended = event { true } else { false }
    }

    /// The end of a connection of which this is the last that was seen.
    fileprivate var asEnd: ReplayScript.Step {
        var end = self
        end.event = .ended(byHost: true)
        return end
    }
}
