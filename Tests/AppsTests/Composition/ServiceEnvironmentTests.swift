// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Glibc
import Logging
import Testing

@testable import Composition

/// What a service manager says, and what it is told.
struct ServiceEnvironmentTests {
    private static func environment(
        _ address: String? = nil, watchdog: Duration? = nil, state: String? = nil, runtime: String? = nil,
        socket: Int32? = nil, journal: String? = nil
    ) throws -> ServiceEnvironment {
        var environment = try ServiceEnvironment([:], process: 1)
        environment.notifyAddress = address.flatMap(NotifyAddress.init)
        environment.watchdog = watchdog
        environment.stateDirectory = state
        environment.socket = socket
        environment.journal = journal.flatMap(JournalStream.init)
        environment.runtimeDirectory = runtime
        return environment
    }

    @Test(arguments: [
        ([:], try environment()),
        (["NOTIFY_SOCKET": "", "WATCHDOG_USEC": "", "STATE_DIRECTORY": ""], try environment()),
        (["NOTIFY_SOCKET": "/run/systemd/notify"], try environment("/run/systemd/notify")),
        (["NOTIFY_SOCKET": "@notify"], try environment("@notify")),
        (["WATCHDOG_USEC": "60000000"], try environment(watchdog: .seconds(60))),
        (["WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "42"], try environment(watchdog: .seconds(60))),
        // Of another process, which it was inherited from.
        (["WATCHDOG_USEC": "x", "WATCHDOG_PID": "41"], try environment()),
        (["STATE_DIRECTORY": "/var/lib/lull"], try environment(state: "/var/lib/lull")),
        (["STATE_DIRECTORY": "/var/lib/lull:/var/lib/other"], try environment(state: "/var/lib/lull")),
        (["LISTEN_FDS": "1", "LISTEN_PID": "42", "LISTEN_FDNAMES": "lulld.socket"], try environment(socket: 3)),
        (["LISTEN_FDS": "0", "LISTEN_PID": "42"], try environment()),
        (["LISTEN_FDS": "7", "LISTEN_PID": "41"], try environment()),
        (["LISTEN_FDS": "1"], try environment()),
        (["JOURNAL_STREAM": "8:1234"], try environment(journal: "8:1234")),
        (["JOURNAL_STREAM": "8"], try environment()),
        (["RUNTIME_DIRECTORY": "/run/lull"], try environment(runtime: "/run/lull")),
    ])
    func environment_isRead(from variables: [String: String], as expected: ServiceEnvironment) throws {
        #expect(try ServiceEnvironment(variables, process: 42) == expected)
    }

    @Test(arguments: [
        ("NOTIFY_SOCKET", "notify", "no absolute path and no name that begins with @"),
        ("NOTIFY_SOCKET", "@", "no absolute path and no name that begins with @"),
        ("NOTIFY_SOCKET", "vsock:2:9000", "no absolute path and no name that begins with @"),
        ("WATCHDOG_USEC", "soon", "no number of microseconds"),
        ("WATCHDOG_USEC", "0", "no number of microseconds"),
        ("WATCHDOG_USEC", "-5", "no number of microseconds"),
        ("WATCHDOG_USEC", "99999999999999999999", "no number of microseconds"),
        ("STATE_DIRECTORY", "lull", "no absolute path"),
        ("RUNTIME_DIRECTORY", ":/run/lull", "no absolute path"),
    ])
    func environment_namesTheVariable_thatHasABadValue(name: String, value: String, what: String) {
        #expect(
            throws: ControlError(
                .badConfiguration, "The variable \(name) is “\(value)”, which is \(what).",
                advice: "Start `lulld` with the unit that comes with it, or without that variable.")
        ) {
            try ServiceEnvironment([name: value], process: 42)
        }
    }

    @Test(arguments: ["2", "-1", "x", "99999999999"])
    func environment_isRefused_withAnotherNumberOfSockets(count: String) {
        #expect(
            throws: ControlError(
                .badConfiguration, "The variable LISTEN_FDS is “\(count)”, which is neither 0 nor 1 socket.",
                advice: "Start `lulld` with the unit that comes with it, or without that variable.")
        ) {
            try ServiceEnvironment(["LISTEN_FDS": count, "LISTEN_PID": "42"], process: 42)
        }
    }

    @Test(arguments: [
        (Logger.Level.critical, "<2>a\n"), (.error, "<3>a\n"), (.warning, "<4>a\n"), (.notice, "<5>a\n"),
        (.info, "<6>a\n"), (.debug, "<7>a\n"), (.trace, "<7>a\n"),
    ])
    func journalLine_beginsWithItsPriority(level: Logger.Level, line: String) {
        #expect(JournalLogHandler.line(level, "a", [:]) == line)
    }

    @Test func journalLine_isOne_whateverANameHolds() {
        #expect(
            JournalLogHandler.line(.notice, "a\n<0>b", ["z": "1", "device": "x\r\ny"]) == "<5>a <0>b device=x  y z=1\n")
    }

    @Test func journal_isTheStreamThatItNames() throws {
        var status = stat()
        #expect(fstat(STDERR_FILENO, &status) == 0)
        #expect(JournalStream("\(status.st_dev):\(status.st_ino)")?.isDescriptor(STDERR_FILENO) == true)
        #expect(JournalStream("\(status.st_dev):\(status.st_ino + 1)")?.isDescriptor(STDERR_FILENO) == false)
    }

    @Test func address_endsAsTheKernelWantsIt() {
        #expect(NotifyAddress("/a")?.bytes == [0x2F, 0x61, 0])
        #expect(NotifyAddress("@a")?.bytes == [0, 0x61])
        #expect(NotifyAddress("/" + String(repeating: "a", count: 106))?.bytes.count == 108)
        #expect(NotifyAddress("/" + String(repeating: "a", count: 107)) == nil)
        #expect(NotifyAddress("@" + String(repeating: "a", count: 108)) == nil)
        #expect(NotifyAddress("/a\0b") == nil)
    }

    @Test func datagram_hasALineForEachMessage_whateverANameHolds() {
        let datagram = ServiceMessage.datagram([
            .ready, .status("next alarm “a\nWATCHDOG=1\r\u{85}”"), .alive, .stopping,
        ])
        #expect(
            String(decoding: datagram, as: UTF8.self) == """
                READY=1
                STATUS=next alarm “a WATCHDOG=1  ”
                WATCHDOG=1
                STOPPING=1
                """)
    }

    @Test(arguments: [
        (ServiceStatus(devices: 0, lost: 0), "0 devices; no alarm planned"),
        (
            ServiceStatus(devices: 1, lost: 0, nextAlarm: "“up” 2027-03-15 07:00"),
            "1 device; the radio listens; next alarm “up” 2027-03-15 07:00"
        ),
        (
            ServiceStatus(devices: 3, lost: 2, degraded: "Nothing can be saved."),
            "degraded: Nothing can be saved.; 3 devices; 2 out of reach; the radio listens; no alarm planned"
        ),
        (
            ServiceStatus(devices: 1, lost: 1, degraded: "The disk is full.", radioProblem: "Bluetooth is off."),
            "degraded: The disk is full. Bluetooth is off.; 1 device; 1 out of reach; no alarm planned"
        ),
    ])
    func status_isOneLine(status: ServiceStatus, text: String) {
        #expect(status.text == text)
    }

    @Test func report_saysTheStatus_onlyWhenItChanges() {
        var report = ServiceReport(isWatched: true)
        let (one, two) = (ServiceStatus(devices: 1, lost: 0), ServiceStatus(devices: 2, lost: 0))
        #expect(report.begin() == [.status("Schedules do not run yet.")])
        #expect(report.becomeReady(one) == [.ready, .status(one.text)])
        #expect(report.takeAnswer(one) == [.alive])
        #expect(report.takeAnswer(two) == [.alive, .status(two.text)])
        #expect(report.takeAnswer(two) == [.alive])
        #expect(report.stop() == [.stopping, .status("Stopping.")])
    }

    @Test func report_countsNoSignsOfLife_whereNobodyWatches() {
        var report = ServiceReport(isWatched: false)
        let status = ServiceStatus(devices: 1, lost: 0)
        #expect(report.becomeReady(status) == [.ready, .status(status.text)])
        #expect(report.takeAnswer(status) == [])
    }

    @Test func report_givesASignOfLife_whileItIsDegraded() {
        var report = ServiceReport(isWatched: true)
        let status = ServiceStatus(devices: 1, lost: 1, degraded: "The disk is full.")
        #expect(report.takeAnswer(status) == [.alive, .status(status.text)])
    }
}
