// SPDX-License-Identifier: Apache-2.0

public import CivilTime
import Clocks
public import GATT
public import SleepModel
import Synchronization

extension GATTError.Code {
    /// The device does not hold what was written to it.
    public static let notStored = GATTError.Code(rawValue: "not_stored")
    /// The product has no such thing.
    public static let notSupported = GATTError.Code(rawValue: "not_supported")
}

/// What the device keeps by itself. Everything is written whole and read back. Nothing half-written counts: the last
/// command makes it count, and is not sent after one that was not acknowledged.
extension IoTActionSender {
    /// Asks for a favourite.
    public func favourite(_ number: Int) async throws(GATTError) -> DeviceFavourite {
        try await ask(try memory.readFavourite(number))
    }

    /// Stores a favourite, unless the device holds it already.
    ///
    /// Throws `not_stored` when the device holds something else afterwards.
    public func store(_ favourite: DeviceFavourite) async throws(GATTError) {
        let memory = try memory
        try await change(memory.writeFavourite(favourite), asking: memory.readFavourite(favourite.number)) {
            memory.stored($0) == memory.stored(favourite)
        }
    }

    /// Asks for a program; nil for an empty slot.
    public func program(_ number: Int) async throws(GATTError) -> DeviceProgram? {
        let program = try await ask(try memory.readProgram(number))
        programMemory.note(program, in: number, at: clock.now().boot)
        return program
    }

    /// Asks for all programs; empty for a product that has none.
    ///
    /// One question at a time, so that nobody else waits for all of them.
    public func programs() async throws(GATTError) -> [DeviceProgram] {
        guard codec.capabilities.programCount > 0 else { return [] }
        var programs: [DeviceProgram] = []
        for number in 1...codec.capabilities.programCount {
            if let program = try await program(number) { programs.append(program) }
        }
        return programs
    }

    /// The programs as they were read or written last, without asking the device; nil until all slots are known.
    public nonisolated var knownPrograms: [DeviceProgram]? {
        knownMemory.withLock { $0.programs(ofSlots: codec.capabilities.programCount) }
    }

    /// What one of the programs did, if that is why a report differs in these channels from the one `age` before it.
    ///
    /// Asks the device for its programs if Lull does not know them. One that does not answer has `assumed` instead. A
    /// program seldom changes the volume alone, and a volume that somebody sets waits for no question.
    public func programEvent(
        behind channels: Set<DeviceChannel>, in observed: ObservedState, within age: Duration,
        assuming assumed: [DeviceProgram] = []
    ) async -> ProgramEvent? {
        var programs = knownPrograms
        if programs == nil, channels != [.volume] { programs = try? await self.programs() }
        return programMemory.event(of: programs ?? assumed, behind: channels, in: observed, within: age)
    }

    /// How far a reading in passing got.
    public enum ReadingInPassing: Hashable, Sendable {
        /// Everything is known.
        case done
        /// There is no connection any more, or not yet an answer; it may go on with the next report.
        case later
        /// The device does not answer such questions now.
        case failed
    }

    /// Reads all programs over a connection that is there anyway, so that they are known when one of them does something.
    ///
    /// Asks one question at a time, and none twice, so that what people and schedules want comes in between. Does not ask a
    /// device that has never answered, as it may be one that never does. Asks nothing while `isBusy`: a question that gets
    /// no answer takes the link for seconds.
    public func readProgramsInPassing(
        unless isBusy: @MainActor @Sendable () -> Bool = { false }
    ) async -> ReadingInPassing {
        guard let memory = codec.memory, codec.capabilities.programCount > 0 else { return .done }
        guard acknowledgements.hasHeard else { return .later }
        for number in 1...codec.capabilities.programCount {
            if await isBusy() { return .later }
            do {
                let program = try await inPassing { try await self.ask(memory.readProgram(number), $0) }
                guard let program else { return .later }
                programMemory.note(program, in: number, at: clock.now().boot)
            } catch let error as GATTError where error.code == .disconnected {
                return .later
            } catch {
                return .failed
            }
        }
        return .done
    }

    /// Does `body` in its turn over the connection that is there then; nil if there is none.
    private func inPassing<Value: Sendable>(
        _ body: @escaping @Sendable (DeviceSession) async throws -> Value
    ) async throws -> Value? {
        waitsInPassing = true
        defer { waitsInPassing = false }
        return try await exchanges.run { [self] in
            waitsInPassing = false
            return try await connection.withSessionThatIsThere(body)
        }
    }

    /// Stores a program, unless the device holds it already.
    ///
    /// Throws `not_stored` when the device holds something else afterwards.
    public func store(_ program: DeviceProgram) async throws(GATTError) {
        let memory = try memory
        try await change(memory.writeProgram(program), asking: memory.readProgram(program.number)) {
            $0.map(memory.stored) == memory.stored(program)
        }
        programMemory.note(program, in: program.number, at: clock.now().boot)
    }

    /// Enables or disables a program; does nothing if it is as asked for, and fails for an empty slot.
    public func setProgram(_ number: Int, isEnabled: Bool) async throws(GATTError) {
        let memory = try memory
        guard let before = try await ask(memory.readProgram(number)) else {
            throw GATTError(
                .notFound, "\(address) has no program \(number).", advice: "List them with `lull program DEVICE list`.")
        }
        var wanted = before
        wanted.isEnabled = isEnabled
        try await change(memory.setProgram(number, isEnabled: isEnabled), asking: memory.readProgram(number)) {
            [wanted] in $0.map(memory.stored) == memory.stored(wanted)
        }
        programMemory.note(wanted, in: number, at: clock.now().boot)
    }

    /// Empties a program's slot, unless it is empty.
    public func deleteProgram(_ number: Int) async throws(GATTError) {
        let memory = try memory
        try await change(memory.deleteProgram(number), asking: memory.readProgram(number)) { $0 == nil }
        programMemory.note(nil, in: number, at: clock.now().boot)
    }

    /// Asks how long the sleep timer still runs; nil when none does.
    public func sleepTimer() async throws(GATTError) -> Duration? {
        try await ask(try memory.readSleepTimer())
    }

    /// Starts the sleep timer, in place of one that runs, or ends it with nil; returns what the device reports then.
    ///
    /// Throws `not_stored` when it reports something else.
    public func setSleepTimer(_ duration: Duration?) async throws(GATTError) -> Duration? {
        let memory = try memory
        try await submit { memory.setSleepTimer(duration) }
        let left: Duration?
        do throws(GATTError) {
            left = try await ask(memory.readSleepTimer())
        } catch {
            guard error.code == .timedOut else { throw error }
            // A device that notifies nothing still shows whether a timer runs.
            guard try await readState().isTimerRunning == (duration != nil) else { throw error }
            return duration
        }
        // Some time may have passed, and a product that counts minutes reports only whole ones.
        let isAsWanted =
            switch (duration, left) {
            case (nil, nil): true
            case (let wanted?, let left?): left <= wanted && (left >= wanted / 2 || wanted <= .seconds(120))
            case (let wanted?, nil): wanted <= .seconds(5)
            case (nil, _?): false
            }
        guard isAsWanted else { throw notStored("the sleep timer") }
        return left
    }

    /// Sets the device's clock to what `local` returns at that moment, and returns what the device shows then.
    ///
    /// Throws `not_stored` when that is more than two minutes away.
    public func setClock(_ local: @escaping @Sendable () -> CivilDateTime) async throws(GATTError) -> CivilDateTime {
        let memory = try memory
        let before = emitter.latest
        // Over a connection that is there: making one may take seconds.
        try await submit { memory.setClock(local()) }
        let start = clock.now().boot
        while true {
            let shown = try await readState().clock
            if let shown, abs(shown.secondsAsUTC - local().secondsAsUTC) <= 120 {
                if let before, let after = emitter.latest { programMemory.noteClockSet(from: before, to: after) }
                return shown
            }
            guard clock.now().boot - start < policy.settleDeadline else { throw notStored("the time") }
            do { try await clock.sleep(for: policy.settlePause) } catch {
                throw GATTError(.cancelled, "The request to \(address) was given up.")
            }
        }
    }

    // MARK: -

    private var memory: any DeviceMemoryCodec {
        get throws(GATTError) {
            guard let memory = codec.memory else {
                throw GATTError(.notSupported, "A \(codec.product) keeps nothing by itself.")
            }
            return memory
        }
    }

    private func ask<Value: Sendable>(_ query: DeviceQuery<Value>) async throws(GATTError) -> Value {
        do {
            return try await exchanges.run { [self] in try await insist { try await self.ask(query, $0) } }
        } catch {
            throw DeviceConnection.gattError(error, address: address)
        }
    }

    /// Sends a command that may be sent twice, and that what is read afterwards verifies.
    private func submit(_ command: @escaping @Sendable () -> [UInt8]) async throws(GATTError) {
        do {
            try await exchanges.run { [self] in try await insist { try await self.submit(command(), $0) } }
        } catch {
            throw DeviceConnection.gattError(error, address: address)
        }
    }

    /// Does `body` once more over a new link after an answer that got lost.
    private func insist<Value: Sendable>(
        _ body: @Sendable (DeviceSession) async throws -> Value
    ) async throws -> Value {
        do { return try await connection.withSession(body) } catch is DeadlineExceeded where !Task.isCancelled {
            return try await connection.withSession(body)
        }
    }

    private func ask<Value: Sendable>(_ query: DeviceQuery<Value>, _ session: DeviceSession) async throws -> Value {
        let data = try await exchange(query.command, session)
        do {
            return try query.decode(data)
        } catch {
            throw GATTError(
                .protocolViolation, "\(address) answered with something else than was asked for. \(error)",
                advice: "Try again.")
        }
    }

    /// The answer to the last command was lost: only reading back tells whether it counted.
    private struct LostCommit: Error {
        var cause: any Error
    }

    private func change<Value: Sendable>(
        _ transaction: DeviceTransaction, asking query: DeviceQuery<Value>,
        until isDone: @escaping @Sendable (Value) -> Bool
    ) async throws(GATTError) {
        do {
            try await exchanges.run { [self] in
                if isDone(try await insist({ try await self.ask(query, $0) })) { return }
                var lost: LostCommit?
                do {
                    try await insist { try await self.carryOut(transaction, $0) }
                } catch let error as LostCommit { lost = error }
                guard isDone(try await insist({ try await self.ask(query, $0) })) else {
                    throw lost?.cause ?? self.notStored("what was written")
                }
            }
        } catch {
            throw DeviceConnection.gattError(error, address: address)
        }
    }

    private func carryOut(_ transaction: DeviceTransaction, _ session: DeviceSession) async throws {
        for command in transaction.staging {
            let data = try await exchange(command, session)
            guard data.isEmpty else {
                throw GATTError(.protocolViolation, "\(address) answered a command that has no answer.")
            }
        }
        do {
            try await ask(transaction.commit, session)
        } catch let error as GATTError where error.code == .attributeError {
            throw error
        } catch {
            throw LostCommit(cause: error)
        }
    }

    private nonisolated func notStored(_ what: String) -> GATTError {
        GATTError(
            .notStored, "\(address) acknowledged, but does not hold \(what) now.",
            advice: "Try again, and check the device.")
    }
}
