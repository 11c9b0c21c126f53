// SPDX-License-Identifier: Apache-2.0

import BlueZTransport
import CivilTime
import ControlAPI
import GATT
import SleepModel
import Testing

@testable import Doctor

/// What follows from what a host shows.
@Suite struct FindingTests {
    private static let now = Instant(secondsSince1970: 1_800_000_000)
    private static let adapter = BlueZSurvey.Adapter(
        name: "hci0", address: address("00:AA:01:00:00:00"), isPowered: true, isDiscovering: true)

    private static func address(_ text: String) -> MacAddress {
        guard let address = MacAddress(rawValue: text) else { preconditionFailure("it is an address") }
        return address
    }

    private static func device(link: DeviceConnectionState = .connecting) -> StatusDocument {
        StatusDocument(
            address: address("DC:06:41:00:00:01"), name: "nursery", product: "hatch-rest",
            link: link, lastHeard: now - .seconds(60), listening: .active, state: nil, clockDriftSeconds: nil,
            battery: nil, owners: [:],
            next: nil)
    }

    /// A host on which all is well.
    static let well = HostFacts(
        kernel: KernelFacts(
            adapters: [KernelFacts.Adapter(name: "hci0", driver: "btusb")],
            switches: [KernelFacts.RadioSwitch(name: "hci0", isSoftBlocked: false, isHardBlocked: false)],
            complaints: [], blueZVersion: "5.66-1", capabilities: ["CAP_NET_RAW"]),
        bluetooth: .adapters([adapter]), daemon: DaemonFacts(socket: "/run/lulld.sock", answer: .devices([device()])),
        time: TimeFacts(
            now: now, isSynchronized: true, zoneFolder: "/usr/share/zoneinfo", zone: "Europe/Berlin",
            zoneVersion: "2026b"),
        state: StateFacts(
            path: "/var/lib/lull", access: .open, freeBytes: 9_000_000_000, newestBackup: now - .seconds(3600),
            hasStateFile: true))

    @Test func host_onWhichAllIsWell_hasNothingToSeeTo() {
        #expect(
            Self.well.findings.map { "\($0.check): \($0.state): \($0.message)" } == [
                "daemon: ok: The daemon answers.",
                "bluetoothd: ok: bluetoothd of BlueZ 5.66-1 answers.",
                "adapter: ok: The adapter hci0 (00:AA:01:00:00:00, driver btusb) is on.",
                "rfkill: ok: Nothing blocks the radio.",
                "firmware: ok: The kernel's log has no complaint about Bluetooth.",
                "rights: ok: Commands of this user have CAP_NET_RAW; over bluetoothd none is needed.",
                "clock: ok: The clock shows 2027-01-15T08:00:00Z and is set over the network.",
                "zone: ok: The host's zone is Europe/Berlin, zone data 2026b.",
                "state: ok: The state directory /var/lib/lull can be written, and 9000 MB are free.",
                "backup: ok: The newest backup is of 2027-01-15T07:00:00Z.",
                "device nursery: ok: nursery is in reach (link: connecting); it was last heard at 2027-01-15T07:59:00Z.",
            ])
        #expect(Self.well.findings.allSatisfy { $0.advice == nil && !$0.source.isEmpty })
    }

    /// Beside simulated devices there need be neither a bus nor an adapter.
    @Test func radio_isNotLookedAt_whenTheDaemonListensWithNone() {
        var device = Self.device()
        device.listening = nil
        var facts = Self.well
        facts.daemon.answer = .devices([device])
        facts.bluetooth = .noBus("no socket")
        facts.kernel.adapters = []
        let findings = facts.findings.filter { $0.state != .ok || $0.check == "bluetooth" }
        #expect(
            findings.map { "\($0.check): \($0.state): \($0.message)" } == [
                "bluetooth: ok: The daemon reaches its devices without Bluetooth, as simulated ones."
            ])
    }

    /// One thing that is not well, and what is found of it.
    struct Trouble: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var findings: [String]
        var make: @Sendable (inout HostFacts) -> Void

        init(_ name: String, _ findings: String..., make: @escaping @Sendable (inout HostFacts) -> Void) {
            testDescription = name
            self.findings = findings
            self.make = make
        }
    }

    static let troubles: [Trouble] = [
        Trouble("no daemon", "daemon: failure: The daemon does not answer.") {
            $0.bluetooth = .adapters([quiet])
            $0.daemon.answer = .failed(
                ControlError(.daemonUnreachable, "The daemon does not answer.", advice: "Start it: `lulld &`."))
        },
        Trouble("nothing can be saved", "storage: warning: The disk is full.") {
            var device = device()
            device.unsaved = "The disk is full."
            $0.daemon.answer = .devices([device])
        },
        Trouble(
            "a deaf adapter and a doubtful clock",
            "clock: warning: The clock looks wrong.", "radio: failure: hci0 has heard no device for 5 minutes."
        ) {
            $0.daemon.health = HealthDocument([
                HealthDocument.Check(.schedules),
                HealthDocument.Check(.clock, .degraded, reason: "The clock looks wrong."),
                HealthDocument.Check(.radio, .failing, reason: "hci0 has heard no device for 5 minutes."),
                HealthDocument.Check(.devices, .degraded, reason: "Out of reach: “nursery”."),
            ])
        },
        Trouble("nothing is paired", "devices: warning: No device is paired, so nothing can ring.") {
            $0.daemon.answer = .devices([])
            $0.bluetooth = .adapters([quiet])
        },
        Trouble(
            "another program searches", "discovery: warning: Another program searches with hci0, which slows",
            "devices: warning: No device is paired"
        ) {
            $0.daemon.answer = .devices([])
        },
        Trouble(
            "another program searches with an adapter that is to be ignored",
            "devices: warning: No device is paired"
        ) {
            $0.daemon.answer = .devices([])
            $0.kernel.adapters = [
                KernelFacts.Adapter(name: "hci0", driver: nil),
                KernelFacts.Adapter(name: "hci1", driver: nil, mark: .ignored),
            ]
            $0.bluetooth = .adapters([quiet, other])
        },
        Trouble(
            "another program searches with an adapter beside the preferred one",
            "devices: warning: No device is paired"
        ) {
            $0.daemon.answer = .devices([])
            $0.kernel.adapters = [
                KernelFacts.Adapter(name: "hci0", driver: nil, mark: .preferred),
                KernelFacts.Adapter(name: "hci1", driver: nil),
            ]
            $0.bluetooth = .adapters([quiet, other])
        },
        Trouble(
            "a device out of reach",
            "device nursery: warning: nursery has been out of reach since 2027-01-15T07:50:00Z; "
                + "it was last heard at 2027-01-15T07:45:00Z."
        ) {
            var device = device(link: .unavailable)
            device.unreachableSince = now - .seconds(600)
            device.lastHeard = now - .seconds(900)
            $0.daemon.answer = .devices([device])
        },
        Trouble(
            "a device out of reach before an alarm",
            "device nursery: failure: nursery has been out of reach since 2027-01-15T07:50:00Z; it has not been heard since the daemon started."
        ) {
            var device = device(link: .unavailable)
            device.lastHeard = nil
            device.unreachableSince = now - .seconds(600)
            device.next = NextDocument(
                at: now, local: "", device: "nursery", subject: .device(device.address), kind: .alarm, name: "up",
                rule: "unique", why: "")
            $0.daemon.answer = .devices([device])
        },
        Trouble("a device that was never heard", "device nursery: warning: nursery has not been heard since") {
            var device = device(link: .absent)
            device.lastHeard = nil
            $0.daemon.answer = .devices([device])
        },
        Trouble(
            "a device that is silent",
            "device nursery: warning: nursery was last heard at 2027-01-15T07:45:00Z, and not for five minutes."
        ) {
            var device = device(link: .absent)
            device.lastHeard = now - .seconds(900)
            $0.daemon.answer = .devices([device])
        },
        Trouble(
            "a device that is silent before an alarm",
            "device nursery: failure: nursery was last heard at 2027-01-15T07:45:00Z, and not for five minutes."
        ) {
            var device = device(link: .absent)
            device.lastHeard = now - .seconds(900)
            device.next = NextDocument(
                at: now, local: "", device: "nursery", subject: .device(device.address), kind: .alarm, name: "up",
                rule: "unique", why: "")
            $0.daemon.answer = .devices([device])
        },
        Trouble("no bus", "bus: failure: The system's message bus cannot be reached: no socket") {
            $0.bluetooth = .noBus("no socket")
        },
        Trouble("no bluetoothd", "bluetoothd: failure: The Bluetooth service (bluetoothd) is not running.") {
            $0.bluetooth = .noService
        },
        Trouble("a policy", "bluetoothd: failure: The message bus does not let this user talk to the Bluetooth") {
            $0.bluetooth = .denied
        },
        Trouble(
            "bluetoothd hangs", "bluetoothd: failure: The Bluetooth service (bluetoothd) does not answer within 5 s"
        ) {
            $0.bluetooth = .silent(.seconds(5))
        },
        Trouble("bluetoothd fails", "bluetoothd: failure: The Bluetooth service (bluetoothd) answers with an error: x")
        {
            $0.bluetooth = .failed("x")
        },
        Trouble("no adapter", "adapter: failure: This computer has no Bluetooth adapter that the kernel knows.") {
            $0.bluetooth = .adapters([])
            $0.kernel.adapters = []
        },
        Trouble("an adapter that bluetoothd lacks", "adapter: failure: The kernel shows hci0, and bluetoothd does not")
        {
            $0.bluetooth = .adapters([])
        },
        Trouble(
            "an adapter that is off", "adapter: failure: The adapter hci0 (00:AA:01:00:00:00, driver btusb) is switch"
        ) {
            var adapter = quiet
            adapter.isPowered = false
            $0.bluetooth = .adapters([adapter])
        },
        Trouble(
            "an adapter that is not to be used",
            "adapter: failure: The adapter hci0 (00:AA:01:00:00:00, driver btusb, ignored by a rule of udev) is not used, "
                + "and no other one is on."
        ) {
            $0.bluetooth = .adapters([quiet])
            $0.kernel.adapters[0].mark = .ignored
        },
        Trouble("a soft block", "rfkill: failure: A program has switched the radio of hci0 off.") {
            $0.kernel.switches[0].isSoftBlocked = true
        },
        Trouble("a hard block", "rfkill: failure: A switch of the machine turns the radio of hci0 off.") {
            $0.kernel.switches[0].isHardBlocked = true
        },
        Trouble("firmware", "firmware: warning: The kernel complains about Bluetooth: hci0: no firmware") {
            $0.kernel.complaints = ["old", "hci0: no firmware"]
        },
        Trouble("a log that is not for this user", "firmware: ok: This user may not read the kernel's log") {
            $0.kernel.complaints = nil
        },
        Trouble("a clock in the past", "clock: failure: The clock shows 1970-01-01T00:00:00Z, which is wrong.") {
            $0.time.now = Instant(secondsSince1970: 0)
            $0.state.newestBackup = $0.time.now
        },
        Trouble(
            "a clock that nothing sets", "clock: warning: The clock shows 2027-01-15T08:00:00Z, and nothing has set"
        ) {
            $0.time.isSynchronized = false
        },
        Trouble("no zone", "zone: failure: The host names no time zone, so times of day are those of UTC.") {
            $0.time.zone = nil
        },
        Trouble("a zone that cannot be used", "zone: failure: The zone Europe/Berlin cannot be used: it is damaged") {
            $0.time.zoneProblem = "it is damaged"
        },
        Trouble("a read-only disk", "state: failure: Nothing can be written to the state directory /var/lib/lull.") {
            $0.state.access = .readOnly
        },
        Trouble("a directory of somebody else", "state: ok: This user may not look into the state directory") {
            $0.state.access = .denied
        },
        Trouble("little room", "state: warning: 1 MB are free for the state directory /var/lib/lull.") {
            $0.state.freeBytes = 1_000_000
        },
        Trouble("no room", "state: failure: 0 MB are free for the state directory /var/lib/lull.") {
            $0.state.freeBytes = 0
        },
        Trouble("no backup", "backup: warning: There is no backup of the state file.") { $0.state.newestBackup = nil },
        Trouble("an old backup", "backup: warning: The newest backup is of 2027-01-11T08:00:00Z.") {
            $0.state.newestBackup = now - .seconds(4 * 86_400)
        },
    ]

    private static var quiet: BlueZSurvey.Adapter {
        var adapter = adapter
        adapter.isDiscovering = false
        return adapter
    }

    /// A second adapter, which searches.
    private static var other: BlueZSurvey.Adapter {
        var adapter = adapter
        adapter.name = "hci1"
        return adapter
    }

    @Test(arguments: troubles) func trouble_isFoundAlone_withWhatToDo(_ trouble: Trouble) {
        var facts = Self.well
        trouble.make(&facts)
        let news = facts.findings.filter { !Self.well.findings.contains($0) && ($0.advice != nil || $0.state != .ok) }
        #expect(news.count == trouble.findings.count)
        for (found, expected) in zip(news, trouble.findings) {
            #expect("\(found.check): \(found.state): \(found.message)".hasPrefix(expected))
            #expect(found.advice != nil)
        }
    }

    /// bluetoothctl can do nothing without bluetoothd, and a daemon on the kernel's sockets needs none.
    @Test(arguments: [(BlueZSurvey.adapters([adapter]), "bluetoothctl"), (.noService, "sudo btmgmt")])
    func deafAdapter_isSwitchedByAProgram_thatWorksHere(_ bluetooth: BlueZSurvey, _ program: String) {
        var facts = Self.well
        facts.bluetooth = bluetooth
        facts.daemon.health = HealthDocument([HealthDocument.Check(.radio, .failing, reason: "hci0 hears no device.")])
        #expect(
            facts.findings.first { $0.check == "radio" }?.advice
                == "If the adapter is well otherwise, switch it off and on: `\(program) power off`, then "
                + "`\(program) power on`. With `reset-radio: true` in its settings the daemon does that by itself.")
    }

    @Test func adapterThatIsOff_isNoTrouble_besideOneThatIsOn() {
        var facts = Self.well
        var second = Self.quiet
        (second.name, second.isPowered) = ("hci1", false)
        facts.bluetooth = .adapters([Self.adapter, second])
        #expect(facts.findings.allSatisfy { $0.state == .ok })
    }

    @Test func adapters_areShownWithTheirMarks() {
        var facts = Self.well
        var second = Self.quiet
        second.name = "hci1"
        facts.bluetooth = .adapters([Self.quiet, second])
        facts.kernel.adapters[0].mark = .preferred
        facts.kernel.adapters.append(KernelFacts.Adapter(name: "hci1", driver: nil, mark: .ignored))
        #expect(
            facts.findings.filter { $0.check == "adapter" }.map { "\($0.state): \($0.message)" } == [
                "ok: The adapter hci0 (00:AA:01:00:00:00, driver btusb, preferred by a rule of udev) is on.",
                "ok: The adapter hci1 (00:AA:01:00:00:00, ignored by a rule of udev) is on.",
            ])
    }

    @Test func radio_keepsNoAlarmFromRinging_whileTheDaemonReachesItsDevices() {
        var facts = Self.well
        facts.bluetooth = .noBus("no socket")
        facts.kernel.switches[0].isSoftBlocked = true
        #expect(facts.findings.filter { $0.state == .failure }.map(\.check) == ["bus", "rfkill"])
        facts.daemon.answer = .devices([Self.device(link: .advertising)])
        #expect(
            facts.findings.filter { $0.state != .ok }.map { "\($0.check) \($0.state)" } == [
                "bus warning", "rfkill warning",
            ])
    }

    /// One over the kernel's sockets needs no bluetoothd, also where a device has no power.
    @Test func radio_keepsNoAlarmFromRinging_whileTheDaemonHearsOneDevice() {
        var facts = Self.well
        facts.bluetooth = .noService
        var lost = Self.device(link: .absent)
        lost.unreachableSince = Self.now - .seconds(600)
        facts.daemon.answer = .devices([Self.device(link: .advertising), lost])
        #expect(
            facts.findings.filter { $0.state != .ok }.map { "\($0.check) \($0.state)" } == [
                "bluetoothd warning", "device nursery warning",
            ])
    }

    /// Another adapter that is on helps nobody if the daemon is to use this one.
    @Test(arguments: [(DeviceConnectionState.advertising, Finding.State.failure), (.held, .warning)])
    func daemonThatHearsNothing_isAFailureAtOnce_unlessItHoldsALink(link: DeviceConnectionState, state: Finding.State) {
        var facts = Self.well
        var second = Self.quiet
        (second.name, second.isPowered) = ("hci1", false)
        facts.bluetooth = .adapters([Self.adapter, second])
        facts.daemon.answer = .devices([Self.device(link: link)])
        facts.daemon.health = HealthDocument([
            HealthDocument.Check(.radio, .degraded, reason: "The Bluetooth adapter hci1 is switched off.")
        ])
        #expect(
            facts.findings.filter { $0.state != .ok }.map { "\($0.check): \($0.state): \($0.message)" } == [
                "radio: \(state): The Bluetooth adapter hci1 is switched off."
            ])
    }

    @Test func stateDirectory_isThatOfAnotherDaemon_whenOneRunsWithoutIt() {
        var facts = Self.well
        facts.state = StateFacts(path: "/var/lib/lull", access: .absent)
        #expect(facts.findings.allSatisfy { $0.state == .ok })
        #expect(
            facts.findings.filter { $0.check == "state" }.map(\.message)
                == ["There is no state directory /var/lib/lull; the daemon that runs has another one."])
    }

    @Test func stateDirectory_isMadeByTheDaemon_beforeTheFirstStart() {
        var facts = Self.well
        facts.state = StateFacts(path: "/var/lib/lull", access: .absent)
        facts.daemon.answer = .failed(ControlError(.daemonUnreachable, "The daemon does not answer.", advice: "x"))
        #expect(
            facts.findings.filter { $0.check == "state" }.map(\.message)
                == ["There is no state directory /var/lib/lull yet; the daemon makes it."])
    }
}
