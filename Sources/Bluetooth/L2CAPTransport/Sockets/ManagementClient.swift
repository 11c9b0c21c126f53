// SPDX-License-Identifier: Apache-2.0

import Clocks
import GATT
import Glibc
import SleepModel

/// Asks the kernel's management interface, over a socket that it owns and closes.
///
/// Nobody reads while nobody asks; the kernel keeps what it reports meanwhile, and drops what does not fit.
actor ManagementClient {
    /// How long the kernel may take to say what adapters there are.
    static let answerLimit = Duration.seconds(4)
    /// How long an adapter may be missing or off before that is an error.
    static let adapterPatience = Duration.seconds(3)
    private static let bufferSize = 4096

    private nonisolated let descriptor: Int32
    private nonisolated let clock: any NightClock
    private nonisolated let radio: any BluetoothRadio
    /// Reports that arrived while an answer was awaited.
    private var kept: [ManagementEvent] = []
    private static let keptLimit = 256

    /// Opens a socket; the clock is the real one.
    init(_ radio: any BluetoothRadio, clock: any NightClock) throws(GATTError) {
        do {
            descriptor = try radio.openManagement()
        } catch {
            throw error.errorOfSocket()
        }
        self.clock = clock
        self.radio = radio
    }

    deinit {
        close(descriptor)
    }

    /// Sends a command without waiting for its answer, which is one of the reports.
    nonisolated func post(_ command: ManagementCommand) {
        let bytes = command.encoded
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The next report; nil when none came until the boot time `until`, the task is cancelled, or there are no more.
    func next(until: Duration? = nil) async -> ManagementEvent? {
        while !Task.isCancelled {
            if !kept.isEmpty { return kept.removeFirst() }
            switch receive() {
            case .event(let event): return event
            case .nonsense: continue
            case .ended: return nil
            case .nothing: break
            }
            guard await waitForReport(until: until) else { return nil }
        }
        return nil
    }

    /// Asks, and returns the reply to a command that succeeds; throws what it does not.
    func reply(to command: ManagementCommand) async throws(GATTError) -> [UInt8] {
        let end = clock.now().boot + Self.answerLimit
        var others: [ManagementEvent] = []
        post(command)
        while let event = await next(until: end) {
            guard case .answered(command.opcode, command.adapter, let status, let reply) = event else {
                others = (others + [event]).suffix(Self.keptLimit)
                continue
            }
            kept = others + kept
            guard status == .success else { throw GATTError(status, adapter: "hci\(command.adapter)") }
            return reply
        }
        guard !Task.isCancelled else { throw .cancellation }
        throw GATTError(
            .unavailable, "The kernel does not answer questions about Bluetooth.", advice: "Restart this host.")
    }

    /// The adapters of this host.
    func adapters() async throws(GATTError) -> [AdapterInformation] {
        let numbers = AdapterInformation.numbers(in: try await reply(to: .listAdapters)) ?? []
        var adapters: [AdapterInformation] = []
        for number in numbers.sorted() {
            // One that went away meanwhile.
            guard let reply = try? await reply(to: .describe(number)) else { continue }
            if let adapter = AdapterInformation(number: number, reply: reply) { adapters.append(adapter) }
        }
        guard !Task.isCancelled else { throw .cancellation }
        return adapters
    }

    /// The devices that an adapter is connected to, whoever connected them.
    func connections(of adapter: UInt16) async throws(GATTError) -> [MacAddress] {
        AdapterInformation.connections(in: try await reply(to: .listConnections(adapter))) ?? []
    }

    /// The adapters with a name such as `hci0` or an address; for nil all that are not to be ignored, the preferred first.
    func adapters(called name: String?) async throws(GATTError) -> [AdapterInformation] {
        let fitting = try await adapters().filter { $0.isCalled(name) }
        guard name == nil else { return fitting }
        let marks = fitting.map { radio.mark(of: $0.name) }
        let marked = Array(zip(fitting, marks))
        return marked.filter { $0.1 == .preferred }.map(\.0) + marked.filter { $0.1 == nil }.map(\.0)
    }

    /// An adapter to use in place of one that hears nobody; nil where somebody has said which to use, or there is none.
    func otherAdapter(
        than adapter: AdapterInformation, called name: String?
    ) async throws(GATTError) -> AdapterInformation? {
        guard name == nil, radio.mark(of: adapter.name) != .preferred else { return nil }
        return try await adapters(called: nil).first { $0.isReady && $0.number != adapter.number }
    }

    /// The adapter with a name such as `hci0` or an address, or the first that can be used; the `standIn` before others.
    ///
    /// Waits until it is there and on, for `patience` at most; nil waits without a limit. Throws `transport_unavailable`
    /// with what is missing, and `cancelled`.
    func adapter(
        _ name: String?, standIn: MacAddress? = nil, patience: Duration? = adapterPatience
    ) async throws(GATTError) -> AdapterInformation {
        guard let adapter = try await adapter(name, standIn: standIn, patience: patience, waitingFor: nil) else {
            throw .cancellation
        }
        return adapter
    }

    /// The same; returns nil as soon as something else is missing than what the caller is `waitingFor`.
    func adapter(
        _ name: String?, standIn: MacAddress?, patience: Duration?, waitingFor known: GATTError?
    ) async throws(GATTError) -> AdapterInformation? {
        let end = patience.map { clock.now().boot + $0 }
        while true {
            let adapters = try await adapters(called: name)
            let ready = adapters.filter(\.isReady)
            if let adapter = ready.first(where: { $0.address == standIn }) ?? ready.first { return adapter }
            if let known, known != Self.missing(name, adapters.first) { return nil }
            guard await waitForAdapters(until: end) else {
                if Task.isCancelled { throw .cancellation }
                throw Self.missing(name, adapters.first)
            }
        }
    }

    /// Switches an adapter off, to be switched on again.
    nonisolated func reset(_ adapter: AdapterInformation) throws(GATTError) -> AdapterReset {
        try AdapterReset(radio, adapter.number)
    }

    private enum Received {
        case event(ManagementEvent)
        case nonsense
        case nothing
        case ended
    }

    private func receive() -> Received {
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else {
            return count < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .nothing : .ended
        }
        return ManagementEvent(Array(buffer.prefix(count))).map(Received.event) ?? .nonsense
    }

    /// Whether there may be a report before the time comes.
    private func waitForReport(until: Duration?) async -> Bool {
        guard let until else {
            await Readiness.readable(descriptor)
            return !Task.isCancelled
        }
        let left = until - clock.now().boot
        guard left > .zero else { return false }
        let descriptor = descriptor
        do {
            try await withDeadline(left, on: clock) {
                await Readiness.readable(descriptor)
                try Task.checkCancellation()
            }
            return true
        } catch {
            return false
        }
    }

    /// Waits until something about adapters changes; returns false when the time came first.
    private func waitForAdapters(until: Duration?) async -> Bool {
        while let event = await next(until: until) {
            switch event {
            case .added, .changed, .removed: return true
            case .answered, .discovering, .heard, .other: continue
            }
        }
        return false
    }

    private static func missing(_ name: String?, _ found: AdapterInformation?) -> GATTError {
        guard let found else {
            return GATTError(
                .unavailable, "There is no Bluetooth adapter\(name.map { " “\($0)”" } ?? "").",
                advice: "Plug one in. `ls /sys/class/bluetooth` shows the adapters of this host.")
        }
        guard found.isPowered else { return GATTError(ManagementStatus.notPowered, adapter: found.name) }
        return GATTError(
            .unavailable, "The Bluetooth adapter \(found.name) may not use Bluetooth LE.",
            advice: "Allow it: `sudo btmgmt --index \(found.name) le on`.")
    }
}
