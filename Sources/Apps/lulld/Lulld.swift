// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Clocks
import Composition
import ControlAPI
import ControlServer
import ControlServices
import Glibc
import HostSettings
import Logging
import Programs
import ServiceLifecycle
import Storage
import UnixSignals

@main
struct Lulld: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lulld",
        abstract: "The daemon: runs routines, alarms and bedtimes, and answers `lull`.",
        discussion: """
            Most options are also settings in a file, with lines such as “log-level: info”, and variables such as \
            LULL_LOG_LEVEL. An option wins over a variable, and that over the file. `lulld --check-config` shows what is set, \
            and where. On SIGHUP the daemon reads the file again, follows another log level and notice command at once, and \
            says which settings wait until it starts again.
            """,
        version: LullVersion.current)

    @Option(
        help: """
            The file with settings. Default: LULL_CONFIG, then /etc/lull/lull.yaml for root and users of the system, and \
            lull/lull.yaml in the directory for configuration of everybody else.
            """)
    var config: String?

    @Flag(help: "Check the settings, show each and who set it, and end.")
    var checkConfig = false

    @Option(
        help: """
            The directory that holds devices, schedules and the log. Default: STATE_DIRECTORY, as a service has it, then \
            \(DefaultPaths.state). For root that is the system's place, whatever XDG_STATE_HOME says.
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
            simulated. Default: bluez.
            """)
    var transport: String?

    @Option(
        help: """
            The Bluetooth adapter, such as hci0 or its address. Default: the one that udev marks, or for each device the \
            one that hears it better.
            """)
    var adapter: String?

    @Option(help: "The socket of a simulated device. Repeat it for more devices.")
    var deviceSocket: [String] = []

    @Option(
        help: "START,SPEED,EPOCH: at the real time EPOCH the clock shows START, then runs SPEED times as fast.")
    var clock: String?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Switch the Bluetooth adapter off and on when it hears no device for minutes and has no connection, once an hour \
            at most.
            """)
    var resetRadio: Bool?

    @Flag(
        inversion: .prefixedNo,
        help: "Wake this computer from sleep a minute before something is due. Needs CAP_WAKE_ALARM.")
    var wake: Bool?

    @Option(
        help: """
            A program to run for each notice, without arguments: it reads the notice as JSON from its standard input, and has \
            10 seconds.
            """)
    var noticeCommand: String?

    @Option(
        help: "The least severe level to log: trace, debug, info, notice, warning, error or critical. Default: notice.")
    var logLevel: String?

    @Option(
        help: """
            What members of groups may do: read, control what happens now and on single dates, or admin; such as \
            lull=control,family=admin, or none. This user and root may do everything. Default: \(GroupGrades.usual).
            """)
    var grades: String?

    @Option(help: "How many days the history of alarms, routines and bedtimes stays. Default: \(HistoryAge.usualDays).")
    var historyDays: Int?

    @Option(
        help: """
            How many days the log keeps when devices came into reach and went. Default: \(HistoryAge.usualLinkDays).
            """)
    var linkDays: Int?

    func validate() throws {
        for days in [historyDays, linkDays].compactMap(\.self) where !HistoryAge.days.contains(days) {
            throw ValidationError(
                "\(days) is not a number of days from \(HistoryAge.days.lowerBound) to \(HistoryAge.days.upperBound).")
        }
        if let transport, TransportOption(rawValue: transport) == nil {
            let known = TransportOption.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("“\(transport)” is not a transport. Give one of: \(known).")
        }
        if let logLevel, Logger.Level(rawValue: logLevel) == nil {
            throw ValidationError("“\(logLevel)” is not a log level. Give one of the names in `lulld --help`.")
        }
        if let grades, GroupGrades(parsing: grades) == nil {
            throw ValidationError("“\(grades)” is not a list of grades such as lull=control,family=admin, or none.")
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
            if checkConfig { try check() } else { try await serve() }
        } catch let code as ExitCode {
            throw code
        } catch {
            let failure = ControlError(error)
            say("lulld: \(failure.message)\n       \(failure.advice)\n", on: STDERR_FILENO)
            throw ExitCode(failure.code.exitCode)
        }
    }

    /// Reads what is set: by these options, by variables, and in the file.
    private var reader: SettingsReader {
        var options: [SettingKey: String] = [:]
        (options[.state], options[.socket], options[.transport]) = (state, socket, transport)
        (options[.adapter], options[.wake]) = (adapter, wake.map { "\($0)" })
        options[.resetRadio] = resetRadio.map { "\($0)" }
        (options[.noticeCommand], options[.logLevel], options[.grades]) = (noticeCommand, logLevel, grades)
        (options[.historyDays], options[.linkDays]) = (historyDays.map { "\($0)" }, linkDays.map { "\($0)" })
        return SettingsReader(file: config, options: options)
    }

    /// Shows what is set, and fails with the code of a bad configuration if something in it is wrong.
    private func check() throws {
        let environment = try ServiceEnvironment(ServiceEnvironment.variables(), process: getpid())
        let reader = reader
        let settings = try reader.read()
        var problems = settings.problems.map(\.description)
        do throws(ControlError) {
            _ = try noticeProgram(settings, of: reader)
        } catch {
            problems.append("\(error.message)")
        }
        let usual: [SettingKey: String] = [
            .state: environment.stateDirectory ?? DefaultPaths.state,
            .socket: environment.runtimeDirectory.map { $0 + "/lulld.sock" } ?? DefaultPaths.socket,
            .transport: TransportOption.usual.rawValue, .adapter: "the one that hears a device better",
            .resetRadio: "false", .wake: "false", .logLevel: Logger.Level.notice.rawValue,
            .grades: GroupGrades.usual.description, .historyDays: "\(HistoryAge.usualDays)",
            .linkDays: "\(HistoryAge.usualLinkDays)",
        ]
        for line in SettingsText.lines(settings, of: reader, usual: usual) { say(line + "\n", on: STDOUT_FILENO) }
        guard problems.isEmpty else {
            for problem in problems { say("lulld: \(problem)\n", on: STDERR_FILENO) }
            throw ExitCode(ControlErrorCode.badConfiguration.exitCode)
        }
    }

    /// The program that is set for notices; an error says where it is set, but for an option.
    private func noticeProgram(
        _ settings: DaemonSettings, of reader: SettingsReader
    ) throws(ControlError) -> NoticeProgram? {
        let setting = settings[.noticeCommand]
        do throws(ControlError) {
            return try NoticeProgram.named(setting?.text)
        } catch {
            guard let source = setting?.source, source != .option else { throw error }
            throw ControlError(
                error.code, "\(reader.name(of: source, of: .noticeCommand)): \(error.message)", advice: error.advice)
        }
    }

    private func say(_ text: String, on descriptor: Int32) {
        text.withCString { _ = write(descriptor, $0, strlen($0)) }
    }

    /// Opens what is on disk before anything answers, and stops everything in reverse on SIGTERM or SIGINT.
    private func serve() async throws {
        DispatchLog.silence()
        ignoreSignals()
        let environment = try ServiceEnvironment(ServiceEnvironment.variables(), process: getpid())
        // Programs that it starts are not the service. Before anything else reads variables.
        for name in ServiceEnvironment.ownVariables { unsetenv(name) }
        let openFiles = raiseOpenFileLimit()
        async let _ = StopLimit.watch()
        let reader = reader
        let settings = try reader.readForStart()
        let threshold = LogThreshold(settings[.logLevel].flatMap { Logger.Level(rawValue: $0.text) } ?? .notice)
        let logger = makeLogger(environment, threshold)
        let noticeCommand = ReplaceableNoticeCommand(try noticeProgram(settings, of: reader))
        let directory = try StateDirectory(
            settings[.state]?.text ?? environment.stateDirectory ?? DefaultPaths.state)
        let store = try await directory.openStore(keeping: settings.historyAge, logger: logger)
        logger.notice("lulld starts", metadata: ["version": "\(LullVersion.current)"])
        let option = settings[.transport].flatMap { TransportOption(rawValue: $0.text) } ?? .usual
        if let missing = option.missingRight { logger.warning("\(missing)") }
        let transport = option.makeTransport(
            deviceSockets: deviceSocket, adapter: settings[.adapter]?.text,
            resetsAdapter: settings[.resetRadio]?.text == "true")
        let acceleration = clock.flatMap(AcceleratedClock.Settings.init(parsing:))
        let context = HouseholdContext.host(
            store: store, transport: transport, acceleration: acceleration, policy: option.policy,
            noticeCommand: noticeCommand, isDaemon: true, wakesHost: settings[.wake]?.text == "true",
            mark: directory.mark, signOfLife: directory.signOfLife, logger: logger)
        let household = try await ComposedHousehold.open(context)
        let listening = OneShot<Void>()
        let server = ControlHTTPServer(
            service: await household.services,
            socketPath: try DefaultPaths.listeningSocket(settings[.socket]?.text, in: environment.runtimeDirectory),
            inherited: environment.socket, clients: clientLimit(openFiles: openFiles),
            peerPolicy: .ownUserAndRoot(
                groups: (settings[.grades].flatMap { GroupGrades(parsing: $0.text) } ?? .usual).grades),
            logger: logger,
            unsaved: household.unsaved, whenListening: { listening.set() })
        let follower = SettingsFollower(reader, from: settings, logger: logger) { key, text throws(ControlError) in
            switch key {
            case .logLevel: threshold.level = text.flatMap { Logger.Level(rawValue: $0) } ?? .notice
            case .noticeCommand: noticeCommand.replace(by: try NoticeProgram.named(text))
            case .state, .socket, .transport, .adapter, .resetRadio, .wake, .grades, .historyDays, .linkDays: break
            }
        }
        // The last of them is asked to stop first, and says so.
        var services: [any Service] = [follower, household, server]
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

    private func makeLogger(_ environment: ServiceEnvironment, _ threshold: LogThreshold) -> Logger {
        let isJournal = environment.journal?.isDescriptor(STDERR_FILENO) ?? false
        return Logger(label: "lulld") { label in
            AdjustableLogHandler(
                isJournal ? JournalLogHandler() : StreamLogHandler.standardError(label: label), threshold: threshold)
        }
    }
}
