// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import SleepModel

/// Single exchanges with the device: a command with its answer, or a read of its state.
extension IoTActionSender {
    /// Sends the command of an action; reports of it from now on are echoes, not changes.
    func make(_ action: DeviceAction, _ session: DeviceSession) async throws {
        emitter.expect(codec.shown(action))
        try await submit(codec.command(for: action), session)
    }

    /// Sends a command that reading verifies: it may be sent again, and a silent device need not acknowledge it.
    ///
    /// Throws `DeadlineExceeded` when a device that usually acknowledges does not.
    func submit(_ command: [UInt8], _ session: DeviceSession) async throws {
        let hasFallenBack = try await withDeadline(policy.exchangeDeadline, on: clock) { [self] in
            try await write(command, session)
        }
        guard let patience = acknowledgements.patience(in: session.number, usually: policy.replyDeadline) else {
            return
        }
        do {
            _ = try await withDeadline(patience, on: clock) { [self] in try await reply(session) }
        } catch is DeadlineExceeded where !Task.isCancelled && acknowledgements.missed(in: session.number) {
            return
        }
        acknowledgements.heard()
        if hasFallenBack { writeWithoutResponse() }
    }

    /// Writes one command and collects what is notified until the device acknowledges it.
    func exchange(_ command: [UInt8], _ session: DeviceSession) async throws -> [[UInt8]] {
        try await withDeadline(policy.exchangeDeadline, on: clock) { [self] in
            let hasFallenBack = try await write(command, session)
            let data = try await reply(session)
            await noteReply()
            if hasFallenBack { await writeWithoutResponse() }
            return data
        }
    }

    private func noteReply() {
        acknowledgements.heard()
    }

    /// Collects what is notified until the device acknowledges.
    private nonisolated func reply(_ session: DeviceSession) async throws -> [[UInt8]] {
        var data: [[UInt8]] = []
        for await bytes in session.replies {
            switch codec.reply(bytes) {
            case .acknowledged: return data
            case .data(let bytes):
                guard data.count < Self.longestAnswer else {
                    throw GATTError(.protocolViolation, "\(address) answered without an end.")
                }
                data.append(bytes)
            case .refused(let code):
                throw GATTError(
                    .attributeError, "\(address) refused a command with \(code).",
                    advice: "Report this with the output of `lull log`.")
            }
        }
        throw GATTError(.disconnected, "\(address) ended the connection.")
    }

    /// No known answer has more than two notifications before its acknowledgement.
    private static let longestAnswer = 16

    /// Writes with a response, which works for all sources but one (wmbest2/hatch_rest_homeassistant), or without one
    /// if the device refuses that; true when it had to fall back.
    private func write(_ command: [UInt8], _ session: DeviceSession) async throws -> Bool {
        let characteristic = codec.commandCharacteristic
        var hasFallenBack = false
        if !writesWithoutResponse {
            do throws(GATTError) {
                try await session.connection.write(command, to: characteristic, acknowledged: true)
                return false
            } catch {
                guard error.code == .attributeError else { throw error }
                hasFallenBack = true
            }
        }
        try await session.connection.write(command, to: characteristic, acknowledged: false)
        return hasFallenBack
    }

    private func writeWithoutResponse() {
        writesWithoutResponse = true
    }

    /// Reads the state; tries twice more after a report that was cut short, which some units send
    /// (eskibars/hatchbabyble).
    func report(_ session: DeviceSession) async throws -> DeviceState {
        try await withDeadline(policy.exchangeDeadline, on: clock) { [self] in
            var attempt = 0
            while true {
                let bytes = try await session.connection.read(codec.stateCharacteristic)
                do throws(CodecError) {
                    let state = try codec.state(fromReport: bytes)
                    emitter.observe(state, from: .read)
                    return state
                } catch {
                    attempt += 1
                    let isCutShort = error.offset >= bytes.count
                    guard !isCutShort || attempt < 3 else {
                        throw GATTError(
                            .connectionFailed, "\(address) sent its state cut short again and again.",
                            advice: "Move the device closer, and try again.")
                    }
                    guard isCutShort else {
                        throw GATTError(
                            .protocolViolation, "\(address) sent a state that cannot be read. \(error)",
                            advice: "Check that it is the product it was paired as.")
                    }
                }
                try await clock.sleep(for: policy.settlePause)
            }
        }
    }
}
