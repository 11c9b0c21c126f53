// SPDX-License-Identifier: Apache-2.0

import CivilTime
import Clocks
import DeviceModules
import GATT
import Logging
import Scheduling
import SleepModel

/// Keeps the end of the night and the next alarm in the programs of one device.
@MainActor
final class DeviceMirror {
    private let device: MacAddress
    private let sender: IoTActionSender
    private let clockKeeper: DeviceClockKeeper
    private let zones: ZoneBook
    private let clock: any NightClock
    private let log: HouseholdLog
    private let logger: Logger
    /// Raised when there is something new to look at.
    private let signal: WakeSignal
    private let attempts = SerialQueue()
    private let requests: AsyncStream<Void>
    private let request: AsyncStream<Void>.Continuation
    private(set) var machine: MirrorMachine
    /// Whether time passes for the device, so that its schedules say what is to happen.
    private(set) var isFollowed = false

    init(
        of device: MacAddress, codec: any ProductCodec, sender: IoTActionSender, clockKeeper: DeviceClockKeeper,
        zones: ZoneBook, clock: any NightClock, log: HouseholdLog, signal: WakeSignal, logger: Logger
    ) {
        self.device = device
        self.sender = sender
        self.clockKeeper = clockKeeper
        self.zones = zones
        self.clock = clock
        self.log = log
        self.signal = signal
        self.logger = logger
        let memory = codec.memory
        machine = MirrorMachine(slotCount: codec.capabilities.programCount) { memory?.stored($0) ?? $0 }
        (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Switches the mirror on or off.
    func turn(on isOn: Bool) {
        guard machine.turn(on: isOn) else { return }
        clockKeeper.rely(onPrograms: isOn)
        signal.raise()
    }

    /// Changes the programs whenever that is due, and stops where `isBusy`, until cancelled.
    func run(unless isBusy: @escaping @MainActor () -> Bool) async {
        for await _ in requests { await bringInStep(unless: isBusy) }
    }

    /// Lets time pass.
    func advance(to sample: ClockSample, moments: [MirroredMoment], isBusy: Bool) {
        isFollowed = true
        if look(at: sample, moments: moments, isBusy: isBusy) { request.yield() }
    }

    /// When to look again.
    func nextLook(at sample: ClockSample) -> WakeRequest { machine.wake() }

    /// Notes that the device was heard, or has reported something.
    func heard() {
        if machine.heard(at: clock.now().boot) { signal.raise() }
    }

    /// Compares what the device holds with `moments`; true if there is something to do.
    func look(at sample: ClockSample, moments: [MirroredMoment], isBusy: Bool) -> Bool {
        machine.advance(
            to: sample,
            MirrorMachine.Look(
                moments: moments, programs: sender.knownPrograms, isBusy: isBusy,
                hasRightClock: clockKeeper.isExact(at: sample) ?? true), zone: zones.rules(of: nil))
    }

    /// Has the device hold what it is to hold, as far as it is reached and nothing is in the way.
    func bringInStep(unless isBusy: @MainActor () -> Bool) async {
        // One that waits for another finds the rest.
        try? await attempts.run {
            // By a clock that is not trusted yet nothing is written.
            guard machine.hasWork(at: clock.now().boot), isFollowed || !machine.isOn else { return }
            machine.begin()
            let new: MirrorProblem?
            do {
                try await readIfDue()
                if machine.isOn, try await !clockKeeper.settle() { throw MirrorProblem.clock }
                try await change(unless: isBusy)
                new = machine.succeeded()
            } catch {
                new = machine.failed(problem(for: error), at: clock.now().boot)
                logger.notice("could not keep the device's programs in step", metadata: ["error": "\(error)"])
            }
            signal.raise()
            guard let name = new?.logName else { return }
            await log.write(
                LogEntry(
                    at: clock.now().wall, device: device, kind: .daemon, name: name, outcome: .failed, actor: .daemon))
        }
    }

    private func readIfDue() async throws(GATTError) {
        let isKnown = sender.knownPrograms != nil
        guard !isKnown || machine.mustRead(at: clock.now().boot) else { return }
        _ = try await sender.programs()
        machine.read(at: clock.now().boot)
    }

    private func change(unless isBusy: @MainActor () -> Bool) async throws(GATTError) {
        compare()
        for step in machine.changes?.steps ?? [] {
            guard !isBusy() else { return }
            // Somebody may have called it off meanwhile.
            guard machine.changes?.steps.contains(step) == true else { continue }
            // Somebody may have put a program of their own there since.
            let there = try await sender.program(step.number)
            guard there == nil || there?.mirrorRole != nil else { continue }
            switch step {
            case .delete(let number): try await sender.deleteProgram(number)
            case .write(let program): try await sender.store(program)
            }
        }
        compare()
    }

    private func compare() {
        machine.compare(with: sender.knownPrograms, at: clock.now().wall, zone: zones.rules(of: nil))
    }

    /// What an error says of the device; nil for what was given up.
    private func problem(for error: any Error) -> MirrorProblem? {
        if let problem = error as? MirrorProblem { return problem }
        guard let error = error as? GATTError else { return .refused("\(error)") }
        switch error.code {
        case .cancelled: return nil
        case .notStored, .attributeError, .protocolViolation: return .refused(error.message)
        default: return .unreachable
        }
    }
}
