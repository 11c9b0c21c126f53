// SPDX-License-Identifier: Apache-2.0

import Captures
import Clocks
import DeviceModules
import GATT
import Logging
import SleepModel

/// One replay: the device modules over a replay transport, and the loop that repeats the host's steps.
struct ReplayPlay: Sendable {
    private typealias Step = ReplayScript.Step

    private let script: ReplayScript
    private let stage: ReplayStage
    private let transport: ReplayTransport
    private let connection: DeviceConnection
    private let sender: IoTActionSender
    private let states: ReplayStates

    init(
        _ script: ReplayScript, clock: any NightClock, speed: Int,
        _ show: @escaping @Sendable (ReplayReport.Entry) -> Void
    ) {
        self.script = script
        let states = ReplayStates(script.codec, show)
        let stage = ReplayStage(script, clock: clock, speed: speed, processed: states.note)
        let transport = ReplayTransport(stage)
        // The capture decides when a connection ends, not the modules.
        let policy = ConnectionPolicy(hold: .seconds(100 * 365 * 86_400))
        let factory = DeviceConnectionStateFactory(
            transport: transport, clock: clock, policy: policy,
            logger: Logger(label: "lull.replay") { _ in SwiftLogNoOpLogHandler() })
        let emitter = factory.makeEmitter(clock: clock)
        connection = factory.makeConnection(address: script.address, codec: script.codec, emitter: emitter)
        sender = factory.makeActionSender(
            connection: connection, address: script.address, codec: script.codec, emitter: emitter)
        states.follow(emitter)
        self.stage = stage
        self.transport = transport
        self.states = states
    }

    /// Plays to the end.
    func run() async throws(CaptureError) -> ReplayReport {
        // Before the first step, so that no advertisement is missed.
        let advertisements = try? await transport.advertisements(.attentive)
        let failure = await withTaskGroup(of: Void.self) { group in
            group.addTask { await connection.run() }
            group.addTask { await listen(to: advertisements) }
            defer { group.cancelAll() }
            do throws(CaptureError) {
                try await perform()
                return CaptureError?.none
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        try stage.verify()
        return ReplayReport(
            address: script.address, product: script.codec.product, connections: script.ends.count,
            commands: script.writes.count, skipped: script.skipped, states: states.all)
    }

    private func listen(to advertisements: AsyncStream<Advertisement>?) async {
        guard let advertisements else { return }
        for await advertisement in advertisements { await connection.observe(advertisement) }
    }

    private func perform() async throws(CaptureError) {
        for index in script.steps.indices where script.steps[index].isOfHost {
            let step = script.steps[index]
            guard await stage.wait(for: index) else { throw failure(step, nil) }
            do throws(GATTError) {
                if !stage.isMade(index) { try await perform(step, index) }
            } catch {
                throw failure(step, error)
            }
            stage.pass(index)
        }
        // The last values of the device are processed too.
        _ = await stage.wait(for: script.steps.count)
    }

    private func perform(_ step: Step, _ index: Int) async throws(GATTError) {
        switch step.event {
        case .connected: try await sender.reach()
        case .write(let bytes, let refusal, let answer): try await send(bytes, refusal, answer)
        case .read:
            _ = try await sender.readState()
            states.note(step)
        case .ended(byHost: true): await connection.close()
        case .ended(byHost: false):
            stage.pass(index)
            await waitForLoss()
        case .advertisement, .notification: break
        }
    }

    private func send(_ bytes: [UInt8], _ refusal: String?, _ answer: CommandReply?) async throws(GATTError) {
        guard refusal != nil || answer != nil else {
            throw GATTError(.timedOut, "the capture has no answer to it")
        }
        let codec = script.codec
        let action = codec.explanation(of: bytes, on: codec.commandCharacteristic)?.action
        do throws(GATTError) {
            _ = try await sender.send(action.map(codec.command) ?? bytes)
        } catch {
            // The device refuses the command as in the capture.
            guard error.code == .attributeError, stage.failure == nil else { throw error }
        }
    }

    /// Waits until the modules have noticed that the device ended the connection.
    private func waitForLoss() async {
        let linked: Set<DeviceConnectionState> = [.connecting, .connected, .held]
        guard linked.contains(connection.state) else { return }
        for await state in connection.stateChanges where !linked.contains(state) { return }
    }

    private func failure(_ step: Step, _ error: GATTError?) -> CaptureError {
        if let failure = stage.failure { return failure }
        if Task.isCancelled {
            return CaptureError(.cancelled, "The replay was cancelled.", advice: "Start it again.")
        }
        let isUnanswered = if case .write(_, refusal: nil, answer: nil) = step.event { true } else { false }
        return ReplayMachine.error(
            isUnanswered ? .noAnswer : .replayFailed, step,
            "could not be played: \(error?.message ?? "the replay has ended")")
    }
}
