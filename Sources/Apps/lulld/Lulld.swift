// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Clocks
import Composition
import ControlAPI
import ControlServer
import ControlServices
import Glibc
import Logging
import Programs
import ServiceLifecycle
import UnixSignals

@main
struct Lulld: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lulld",
        abstract: "The daemon: runs routines, alarms and bedtimes, and answers `lull`.",
        version: LullVersion.current)

    @Option(
        help: """
            The directory that holds devices, schedules and the log. Default: STATE_DIRECTORY, as a service has it, then \
            \(DefaultPaths.state).
            """)
    var state: String?

    @Option(
        help: """
            The socket to listen on, unless the service manager passes one. Default: LULL_SOCKET, then lulld.sock in RUNTIME_DIRECTORY, as a service has it, then \
            the user's socket.
            """)
    var socket: String?

    @Option(
        help: """
            How to reach devices: bluez, this computer's Bluetooth service; l2cap, its kernel without that service; or \
            simulated.
            """)
    var transport = TransportOption.usual.rawValue

    @Option(help: "The Bluetooth adapter, such as hci0 or its address. Default: the first one that is on.")
    var adapter: String?

    @Option(help: "The socket of a simulated device. Repeat it for more devices.")
    var deviceSocket: [String] = []

    @Option(
        help: "START,SPEED,EPOCH: at the real time EPOCH the clock shows START, then runs SPEED times as fast.")
    var clock: String?

    @Flag(help: "Wake this computer from sleep a minute before something is due. Needs CAP_WAKE_ALARM.")
    var wake = false

    @Option(
        help: """
            A program to run for each notice, without arguments: it reads the notice as JSON from its standard input, and has \
            10 seconds.
            """)
    var noticeCommand: String?

    @Option(help: "The least severe level to log: trace, debug, info, notice, warning, error or critical.")
    var logLevel = Logger.Level.notice.rawValue

    func validate() throws {
        if TransportOption(rawValue: transport) == nil {
            let known = TransportOption.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("“\(transport)” is not a transport. Give one of: \(known).")
        }
        if Logger.Level(rawValue: logLevel) == nil {
            throw ValidationError("“\(logLevel)” is not a log level. Give one of the names in `lulld --help`.")
        }
        if let clock {
            if AcceleratedClock.Settings(parsing: clock) == nil {
                throw ValidationError(
                    "“\(clock)” is not START,SPEED,EPOCH, as in 2027-03-14T19:00:00Z,720,1803063600.")
            }
            if transport != TransportOption.simulated.rawValue {
                throw ValidationError("Real devices live in real time. Give --clock with --transport simulated only.")
            }
        }
    }

    func run() async throws {
        do {
            try await serve()
        } catch {
            let failure = ControlError(error)
            let text = "lulld: \(failure.message)\n       \(failure.advice)\n"
            text.withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
            throw ExitCode(failure.code.exitCode)
        }
    }

    /// Opens what is on disk before anything answers, and stops everything in reverse on SIGTERM or SIGINT.
    private func serve() async throws {
        ignoreSignals()
        let environment = try ServiceEnvironment(ServiceEnvironment.variables(), process: getpid())
        // Programs that it starts are not the service. Before anything else reads variables.
        for name in ServiceEnvironment.ownVariables { unsetenv(name) }
        let openFiles = raiseOpenFileLimit()
        async let _ = StopLimit.watch()
        let logger = makeLogger(environment)
        let noticeCommand = try NoticeProgram.named(noticeCommand)
        let directory = try StateDirectory(state ?? environment.stateDirectory ?? DefaultPaths.state)
        let store = try await directory.openStore(logger: logger)
        logger.notice("lulld starts", metadata: ["version": "\(LullVersion.current)"])
        let option = TransportOption(rawValue: transport) ?? .usual
        if let missing = option.missingRight { logger.warning("\(missing)") }
        let transport = option.makeTransport(deviceSockets: deviceSocket, adapter: adapter)
        let acceleration = clock.flatMap(AcceleratedClock.Settings.init(parsing:))
        let context = HouseholdContext.host(
            store: store, transport: transport, acceleration: acceleration, policy: option.policy,
            noticeCommand: noticeCommand, isDaemon: true, wakesHost: wake, mark: directory.mark, logger: logger)
        let household = try await ComposedHousehold.open(context)
        let listening = OneShot<Void>()
        let server = ControlHTTPServer(
            service: await household.services,
            socketPath: try DefaultPaths.listeningSocket(socket, in: environment.runtimeDirectory),
            inherited: environment.socket, clients: clientLimit(openFiles: openFiles), logger: logger,
            unsaved: household.unsaved, whenListening: { listening.set() })
        // The last of them is asked to stop first, and says so.
        var services: [any Service] = [household, server]
        if let reporter = await ServiceReporter(to: environment, of: household, listening: listening, logger: logger) {
            services.append(reporter)
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        let ending: Result<Void, any Error>
        do { ending = .success(try await group.run()) } catch { ending = .failure(error) }
        // However it ends, no device is left with a connection that nobody uses.
        await household.close()
        directory.release()
        try ending.get()
    }

    /// Goes on when a terminal closes, a reader of the log goes away, or a file reaches a limit of its size.
    private func ignoreSignals() {
        for number in [SIGHUP, SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    }

    /// Lets this process open as many files as it may, and returns how many; a shell usually gives it fewer.
    private func raiseOpenFileLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        let raised = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
        if withUnsafePointer(to: raised, { setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), $0) }) == 0 {
            limit = raised
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// How many clients may be connected: 64 files stay for the state, the bus and the night's timers.
    private func clientLimit(openFiles: Int) -> Int { min(64, max(4, openFiles - 64)) }

    private func makeLogger(_ environment: ServiceEnvironment) -> Logger {
        let isJournal = environment.journal?.isDescriptor(STDERR_FILENO) ?? false
        var logger = Logger(label: "lulld") { label -> any LogHandler in
            isJournal ? JournalLogHandler() : StreamLogHandler.standardError(label: label)
        }
        logger.logLevel = Logger.Level(rawValue: logLevel) ?? .notice
        return logger
    }
}
