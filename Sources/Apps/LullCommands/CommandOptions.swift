// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CivilTime
import ControlAPI
import ControlClient
import Programs
import SleepModel

/// The options of every command that asks the daemon.
struct DaemonOptions: ParsableArguments {
    @Option(help: "The daemon's socket. Default: LULL_SOCKET, then the user's or the system's socket.")
    var socket: String?

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    @Flag(help: "Work without the daemon, in this process.")
    var direct = false

    @Option(
        help: """
            With --direct: the directory that holds devices and schedules. Default: lull in XDG_STATE_HOME; for root \
            /var/lib/lull, whatever that says.
            """)
    var state: String?

    @Option(help: "With --direct: how to reach devices: bluez, l2cap or simulated.")
    var transport: String?

    @Option(help: "With --direct: the Bluetooth adapter. Default: the one that udev marks, or the first that is on.")
    var adapter: String?

    @Option(help: "With --direct: the socket of a simulated device. Repeat it for more devices.")
    var deviceSocket: [String] = []

    func validate() throws {
        guard direct || (state == nil && transport == nil && adapter == nil && deviceSocket.isEmpty) else {
            throw ValidationError(
                "--state, --transport, --adapter and --device-socket need --direct. Give them to `lulld`, or add it.")
        }
        guard let transport, TransportOption(rawValue: transport) == nil else { return }
        let known = TransportOption.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("“\(transport)” is not a transport. Give one of: \(known).")
    }

    /// Asks the daemon, or with `--direct` has the household opened in this process.
    func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (any ControlService) async throws -> Answer
    ) async throws -> Answer {
        guard direct else {
            return try await question(
                ControlHTTPClient(socketPath: socket ?? DefaultPaths.daemonSocket, whenUnsaved: Output.warnUnsaved))
        }
        let household = DirectHousehold(
            state: state ?? DefaultPaths.state, transport: transport.flatMap(TransportOption.init) ?? .usual,
            adapter: adapter, deviceSockets: deviceSocket)
        return try await CurrentRunner.required().ask(household, question)
    }

    /// Asks for one operation.
    func ask<Request, Reply>(_ endpoint: Endpoint<Request, Reply>, _ request: Request) async throws -> Reply {
        try await ask { try await $0.perform(endpoint, request) }
    }

    /// Asks for an operation that needs to know nothing.
    func ask<Reply>(_ endpoint: Endpoint<Empty, Reply>) async throws -> Reply {
        try await ask(endpoint, Empty())
    }

    /// Asks for one operation, and prints the reply as JSON or as one line of text.
    func show<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ request: Request, as line: (Reply) -> String
    ) async throws {
        try show(try await ask(endpoint, request), as: line)
    }

    /// Asks the daemon, and prints the answer as JSON or as one line of text, with a warning below it if there is one.
    func show<Request, Reply>(
        _ endpoint: Endpoint<Request, Reply>, _ request: Request, warning: (Reply) -> String?,
        as line: (Reply) -> String
    ) async throws {
        try show(
            try await ask(endpoint, request),
            asStyledLines: { [StyledLine(line($0))] + Describe.warning(warning($0)) })
    }

    /// Prints what became of a command to a device.
    ///
    /// Throws `busy` if a ringing alarm prevents part of it.
    func show(_ result: ControlResult, saysVolume: Bool = false) throws(ControlError) {
        try show(result, asStyledLines: { Describe.results($0, saysVolume: saysVolume) })
        try result.requireWhole()
    }

    /// Prints an answer as JSON or as one line of text.
    func show<Answer: Encodable>(_ answer: Answer, as line: (Answer) -> String) throws(ControlError) {
        try show(answer, asLines: { [line($0)] })
    }

    /// Prints an answer as JSON or as lines of text.
    func show<Answer: Encodable>(_ answer: Answer, asLines lines: (Answer) -> [String]) throws(ControlError) {
        try show(answer, asStyledLines: { lines($0).map { StyledLine($0) } })
    }

    /// Prints an answer as JSON or as lines of text, some of them coloured.
    func show<Answer: Encodable>(
        _ answer: Answer, asStyledLines lines: (Answer) -> [StyledLine]
    ) throws(ControlError) {
        if json {
            try Output.write(json: answer)
        } else {
            try Output.write(lines: lines(answer))
        }
    }
}

extension ControlResult {
    /// Throws `busy` if a ringing alarm prevented part of a command.
    func requireWhole() throws(ControlError) {
        guard outcome == .heldBack else { return }
        let parts = heldBack.map { "the \($0.rawValue)" }.joined(separator: " and ")
        throw ControlError(
            .busy, "An alarm rings on \(name), so Lull did not change \(parts).",
            advice: "Silence the alarm with `lull alarm snooze`, or end it with `lull alarm dismiss`.")
    }
}

/// Shows instants in the host's zone, or in the one a schedule is pinned to.
struct LocalTimes {
    private let database = ZoneDatabase()
    private let host: ZoneRules

    init() {
        let database = ZoneDatabase()
        self.init(host: database.hostZoneIdentifier().flatMap { try? database.rules(for: $0) } ?? .utc)
    }

    init(host: ZoneRules) {
        self.host = host
    }

    /// The time alone, for what is less than a day away, for example `07:30`.
    func time(_ instant: Instant?) -> String? {
        instant.map { host.civil(at: $0).time.description }
    }

    /// The weekday, date and time, for example `Sun 2027-03-14 07:30`, with the name of a pinned zone.
    func text(_ instant: Instant?, zone name: String? = nil) -> String? {
        guard let instant else { return nil }
        let pinned = name.flatMap { try? database.rules(for: $0) }
        let text = Describe.civil((pinned ?? host).civil(at: instant))
        return pinned.map { "\(text) \($0.identifier)" } ?? text
    }
}
