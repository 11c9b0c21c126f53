// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
public import GATT
public import SleepModel

/// Makes frames true on one device: one exchange at a time, each acknowledged, the whole verified by the device's report.
public actor IoTActionSender {
    let connection: DeviceConnection
    let address: MacAddress
    let codec: any ProductCodec
    private let emitter: DeviceStateEmitter
    let clock: any NightClock
    let policy: ConnectionPolicy
    let gate = SerialGate()
    var acknowledged: [DeviceChannel: DeviceAction] = [:]
    /// What a blink has changed and is still to be put back, in this order.
    var owed: [DeviceAction] = []

    init(
        connection: DeviceConnection, address: MacAddress, codec: any ProductCodec, emitter: DeviceStateEmitter,
        clock: any NightClock, policy: ConnectionPolicy
    ) {
        self.connection = connection
        self.address = address
        self.codec = codec
        self.emitter = emitter
        self.clock = clock
        self.policy = policy
    }

    /// Makes `frame` true and says whether the device reports it.
    ///
    /// Connects if need be. A frame of a fade sends what changed and trusts the acknowledgement; any other looks at the
    /// device's report first, sends what differs, and looks again. Cancellation ends the connection and fails the frame.
    public func perform(_ frame: DeviceFrame) async -> DeliveryOutcome {
        do {
            return try await gate.run {
                await self.settleDebt(by: frame)
                return try await self.deliver(frame)
            }
        } catch {
            acknowledged = [:]
            return .failed(DeviceConnection.gattError(error, address: address))
        }
    }

    /// Connects if need be; throws what keeps the device from being reached.
    public func reach() async throws(GATTError) {
        do {
            try await gate.run { [self] in try await connection.withSession { _ in } }
        } catch {
            throw DeviceConnection.gattError(error, address: address)
        }
    }

    /// Asks the device for its state.
    public func readState() async throws(GATTError) -> DeviceState {
        do {
            return try await gate.run { [self] in
                try await connection.withSession { session in
                    try await withDeadline(policy.exchangeDeadline, on: clock) { try await self.report(session) }
                }
            }
        } catch {
            throw DeviceConnection.gattError(error, address: address)
        }
    }

    private func deliver(_ frame: DeviceFrame) async throws -> DeliveryOutcome {
        try await connection.withSession { [self] session in
            if frame.isTransient {
                try await send(await changes(in: frame.actions), session)
                return .unconfirmed(nil)
            }
            let before = try await withDeadline(policy.exchangeDeadline, on: clock) {
                try await self.report(session)
            }
            let wanted = before.isOn ? frame.actions : frame.actions + frame.actionsIfOff
            await note(wanted.filter { $0.isFulfilled(by: before) })
            try await send(wanted.filter { !$0.isFulfilled(by: before) }, session)
            return try await settle(wanted, session)
        }
    }

    /// Looks until the report shows all of it; what is not there after a while is sent once more.
    func settle(_ actions: [DeviceAction], _ session: DeviceSession) async throws -> DeliveryOutcome {
        var last: DeviceState?
        for attempt in 0..<2 {
            let start = clock.now().boot
            repeat {
                let state = try await withDeadline(policy.exchangeDeadline, on: clock) {
                    try await self.report(session)
                }
                last = state
                let missing = actions.filter { !$0.isFulfilled(by: state) }
                if missing.isEmpty { return .confirmed(state) }
                try await clock.sleep(for: policy.settlePause)
            } while clock.now().boot - start < policy.settleDeadline
            if attempt == 0, let last {
                try await send(actions.filter { !$0.isFulfilled(by: last) }, session)
            }
        }
        return .unconfirmed(last)
    }

    /// What a frame of a fade changes: never the power, or a device that somebody switched off meanwhile would come back
    /// on with the next step.
    private func changes(in actions: [DeviceAction]) -> [DeviceAction] {
        actions.filter { $0.channel != .power && acknowledged[$0.channel] != $0 }
    }

    private func note(_ actions: [DeviceAction]) {
        for action in actions { acknowledged[action.channel] = action }
    }

    /// Sends in an order that never shows or plays something nobody asked for: what is to be seen and heard is set
    /// while the device is still off, and the volume before the sound.
    private func send(_ actions: [DeviceAction], _ session: DeviceSession) async throws {
        let order: [DeviceChannel] = [.light, .volume, .sound, .power]
        for channel in order {
            for action in actions where action.channel == channel {
                try await exchange(codec.command(for: action), session)
                note([action])
            }
        }
    }

    func exchange(_ command: [UInt8], _ session: DeviceSession) async throws {
        try await withDeadline(policy.exchangeDeadline, on: clock) { [codec, address] in
            try await session.connection.write(command, to: codec.commandCharacteristic, acknowledged: true)
            for await bytes in session.replies {
                switch codec.reply(bytes) {
                case .acknowledged: return
                case .data: continue
                case .refused(let code):
                    throw GATTError(
                        .attributeError, "\(address) refused a command with \(code).",
                        advice: "Report this with the output of `lull log`.")
                }
            }
            throw GATTError(.disconnected, "\(address) ended the connection.")
        }
    }

    func report(_ session: DeviceSession) async throws -> DeviceState {
        let bytes = try await session.connection.read(codec.stateCharacteristic)
        do {
            let state = try codec.state(fromReport: bytes)
            emitter.observe(state, from: .read)
            return state
        } catch {
            throw GATTError(
                .protocolViolation, "\(address) sent a state that cannot be read. \(error)",
                advice: "Check that it is the product it was paired as.")
        }
    }
}
