// SPDX-License-Identifier: Apache-2.0

import BlueZTransport
import CivilTime
import Clocks
import ControlAPI
import Foundation
import GATT
import Testing

@testable import Doctor

/// What a host's files say, by a folder that stands for its root.
@Suite(.timeLimit(.minutes(1)))
final class HostProbeTests {
    private let root: String

    init() throws {
        root = NSTemporaryDirectory() + "lull-doctor-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    private func write(_ text: String, to path: String) throws {
        let url = URL(filePath: root + path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private var kernel: KernelFacts { KernelProbe(files: HostFiles(root: root)).facts }

    @Test func adapters_haveTheirDrivers_andConnectionsAreNone() throws {
        try write("", to: "/sys/class/bluetooth/hci1/address")
        try write("", to: "/sys/class/bluetooth/hci0:64/address")
        try write("", to: "/sys/bus/usb/drivers/btusb/uevent")
        try write("", to: "/sys/class/bluetooth/hci0/device/uevent")
        try FileManager.default.createSymbolicLink(
            atPath: root + "/sys/class/bluetooth/hci0/device/driver",
            withDestinationPath: "../../../../bus/usb/drivers/btusb")
        #expect(
            kernel.adapters == [
                KernelFacts.Adapter(name: "hci0", driver: "btusb"), KernelFacts.Adapter(name: "hci1", driver: nil),
            ])
    }

    @Test(
        arguments: [
            ("notice-command: /usr/local/bin/tell-me # loud\n", true, "/usr/local/bin/tell-me", 1),
            ("notice-command: \"/usr/bin/tell\"\n", true, "/usr/bin/tell", 1), ("#notice-command: /a\n", true, nil, 0),
            ("notice-command:\n", true, nil, 0), ("notice-command: /a\n", false, "/a", 0), (nil, true, nil, 0),
        ] as [(String?, Bool, String?, Int)])
    func notices_areAFinding_whenTwoTellThem(
        settings: String?, isEnabled: Bool, command: String?, findings: Int
    ) throws {
        if let settings { try write(settings, to: "/etc/lull/lull.yaml") }
        try write("", to: "/etc/lull/on-notice")
        try write("", to: "/etc/systemd/system/multi-user.target.wants/others")
        if isEnabled {
            try FileManager.default.createSymbolicLink(
                atPath: root + "/etc/systemd/system/multi-user.target.wants/lull-notices.service",
                withDestinationPath: "/lib/systemd/system/lull-notices.service")
        }
        var facts = FindingTests.well
        facts.notices = NoticeProbe(files: HostFiles(root: root)).facts
        #expect(
            facts.notices == NoticeFacts(command: command, serviceProgram: isEnabled ? "/etc/lull/on-notice" : nil))
        #expect(facts.findings.count { $0.check == "notices" } == findings)
    }

    @Test func adapters_haveTheMarks_thatUdevStores() throws {
        for (name, data) in [
            ("hci0", "E:LULL_ADAPTER=preferred\n"), ("hci1", "E:LULL_ADAPTER=ignored\n"), ("hci2", ""),
        ] {
            try write("", to: "/sys/class/bluetooth/\(name)/address")
            try write("I:12345\n" + data, to: "/run/udev/data/+bluetooth:\(name)")
        }
        #expect(
            kernel.adapters == [
                KernelFacts.Adapter(name: "hci0", driver: nil, mark: .preferred),
                KernelFacts.Adapter(name: "hci1", driver: nil, mark: .ignored),
                KernelFacts.Adapter(name: "hci2", driver: nil),
            ])
    }

    @Test func switches_areThoseOfBluetooth() throws {
        for (entry, type, soft, hard) in [("rfkill0", "wlan", "1", "1"), ("rfkill1", "bluetooth", "1", "0")] {
            try write(type + "\n", to: "/sys/class/rfkill/\(entry)/type")
            try write("hci0\n", to: "/sys/class/rfkill/\(entry)/name")
            try write(soft + "\n", to: "/sys/class/rfkill/\(entry)/soft")
            try write(hard + "\n", to: "/sys/class/rfkill/\(entry)/hard")
        }
        #expect(
            kernel.switches == [KernelFacts.RadioSwitch(name: "hci0", isSoftBlocked: true, isHardBlocked: false)])
    }

    @Test func complaints_areThoseAboutBluetooth_withoutWhatDisturbsATerminal() throws {
        try write(
            """
            6,1,1,-;Bluetooth: Core ver 2.22
            4,2,2,-;Bluetooth: hci0: Failed to load \u{1B}[31mfirmware
            3,3,3,-;usb 1-1: device not found
             SUBSYSTEM=usb
            """, to: "/dev/kmsg")
        #expect(kernel.complaints == ["Bluetooth: hci0: Failed to load ?[31mfirmware"])
    }

    @Test func complaints_areUnknown_whenTheLogCannotBeRead() {
        #expect(kernel.complaints == nil)
    }

    @Test func version_isThatOfTheInstalledPackage() throws {
        try write(
            "Package: bluez-tools\nVersion: 1\n\nPackage: bluez\nStatus: install ok installed\nVersion: 5.66-1+deb12u2\n",
            to: "/var/lib/dpkg/status")
        #expect(kernel.blueZVersion == "5.66-1+deb12u2")
    }

    @Test func capabilities_areThoseThatLullCanUse() throws {
        try write("Name:\tlull\nCapEff:\t0000000800003000\n", to: "/proc/self/status")
        #expect(kernel.capabilities == ["CAP_NET_ADMIN", "CAP_NET_RAW", "CAP_WAKE_ALARM"])
    }

    @Test(arguments: [([String](), nil), (["/a"], false), (["/synchronized"], true)] as [([String], Bool?)])
    func clock_isSynchronized_whenSystemdSaysSo(files: [String], isSynchronized: Bool?) throws {
        for file in files { try write("", to: "/run/systemd/timesync" + file) }
        let facts = TimeProbe(
            files: HostFiles(root: root), now: Instant(secondsSince1970: 0), zones: ZoneDatabase(directory: root),
            zone: "Europe/Berlin"
        ).facts
        #expect(facts.isSynchronized == isSynchronized)
        #expect(facts.zoneProblem != nil)
    }

    @Test func stateDirectory_isAbsent_orOpenWithItsNewestBackup() throws {
        let path = root + "/state"
        #expect(StateProbe(path: path).facts == StateFacts(path: path, access: .absent))
        try write("", to: "/state/lull.sqlite")
        try write("", to: "/state/lull.sqlite.backup-1-2027-03-14T073000Z")
        try write("", to: "/state/lull.sqlite.backup-2-2027-03-15T073000Z")
        var facts = StateProbe(path: path).facts
        #expect((facts.freeBytes ?? 0) > 0)
        facts.freeBytes = nil
        #expect(
            facts
                == StateFacts(
                    path: path, access: .open, newestBackup: Instant(iso8601: "2027-03-15T07:30:00Z"),
                    hasStateFile: true))
    }

    @Test func facts_areWhole_withoutADaemonAndABus() async throws {
        let probe = HostProbe(
            root: root, stateDirectory: root + "/state", daemonSocket: root + "/lulld.sock",
            clock: ManualClock(wall: Instant(secondsSince1970: 1_800_000_000)), survey: { .noBus("no socket") })
        let findings = await probe.facts().findings
        #expect(
            findings.filter { $0.state == .failure }.map(\.check) == ["daemon", "bus", "adapter", "zone"])
    }
}
