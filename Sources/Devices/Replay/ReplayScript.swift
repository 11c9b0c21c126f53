// SPDX-License-Identifier: Apache-2.0

import Captures
import CivilTime
import DeviceModules
import GATT
import SleepModel

/// What one device of a capture sent and received, in order.
struct ReplayScript: Sendable {
    /// One thing that happened to the device.
    struct Step: Sendable {
        enum Event: Sendable {
            case advertisement(Advertisement)
            case connected
            /// A command, with its refusal or its answer, if there is one.
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
        /// The index of the host's step that it followed; nil if there was none.
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
    /// The discovered characteristics; empty if the capture does not contain the discovery.
    private(set) var discovered: Set<BluetoothUUID> = []
    /// How many writes are not played, because they are not commands.
    private(set) var skipped = 0

    /// Takes from a timeline what concerns the device at `address`.
    ///
    /// With `isDriven`, the caller makes every step in turn, also the reads of the state and the ends of connections by
    /// the device. Throws if the capture has writes, but none of them can be recognized as a command.
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
                "Packet \(unnamed.packet) at offset \(unnamed.offset) writes to a handle of an unknown characteristic.",
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

    /// Only a valid state counts: after anything else the modules read again by themselves.
    private func isOfHost(_ event: Step.Event, _ isDriven: Bool) -> Bool {
        switch event {
        case .connected, .write: true
        case .ended(let byHost): byHost || isDriven
        case .read(codec.stateCharacteristic, let bytes, refusal: nil):
            isDriven && (try? codec.state(fromReport: bytes)) != nil
        case .advertisement, .read, .notification: false
        }
    }

    /// A refusal belongs to the last write before it, because a host makes one request at a time.
    private mutating func refuse(_ entry: CaptureEntry) {
        guard entry.refused == .write, entry.characteristic == codec.commandCharacteristic,
            let index = steps.lastIndex(where: \.isWrite), case .write(let bytes, _, _) = steps[index].event
        else { return }
        steps[index].event = .write(bytes, refusal: entry.text, answer: nil)
    }

    /// Ends a connection that has no end in the capture after its last step.
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

    /// Makes each step follow the host's last one.
    ///
    /// A reply follows the command it answers, even if the host sent the next command before the reply came.
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

    /// The end of a connection whose last step this is.
    fileprivate var asEnd: ReplayScript.Step {
        var end = self
        end.event = .ended(byHost: true)
        return end
    }
}
