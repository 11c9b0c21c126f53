// SPDX-License-Identifier: Apache-2.0

import GATT

/// Reads what the kernel shows of Bluetooth.
struct KernelProbe {
    let files: HostFiles

    /// How many complaints are kept, the newest.
    private static let mostComplaints = 5
    /// The rights that Lull can use, by their number in `linux/capability.h`.
    private static let rights = [(12, "CAP_NET_ADMIN"), (13, "CAP_NET_RAW"), (35, "CAP_WAKE_ALARM")]

    var facts: KernelFacts {
        KernelFacts(
            adapters: adapters, switches: switches, complaints: complaints, blueZVersion: blueZVersion,
            capabilities: capabilities)
    }

    private var adapters: [KernelFacts.Adapter] {
        let folder = "/sys/class/bluetooth"
        // A connection is `hci0:64`.
        return files.names(in: folder).filter { $0.hasPrefix("hci") && !$0.contains(":") }.map { name in
            KernelFacts.Adapter(
                name: name, driver: files.linkName(of: "\(folder)/\(name)/device/driver"),
                mark: AdapterMark(ofAdapter: name, in: files.root + AdapterMark.directory))
        }
    }

    private var switches: [KernelFacts.RadioSwitch] {
        let folder = "/sys/class/rfkill"
        return files.names(in: folder).filter { files.line(of: "\(folder)/\($0)/type") == "bluetooth" }.map { entry in
            KernelFacts.RadioSwitch(
                name: files.line(of: "\(folder)/\(entry)/name") ?? entry,
                isSoftBlocked: files.line(of: "\(folder)/\(entry)/soft") == "1",
                isHardBlocked: files.line(of: "\(folder)/\(entry)/hard") == "1")
        }
    }

    /// Lines such as `4,1042,5230481,-;Bluetooth: hci0: Failed to load firmware`.
    private var complaints: [String]? {
        guard let log = files.text(of: "/dev/kmsg") else { return nil }
        let lines = log.split(whereSeparator: \.isNewline).compactMap { line -> String? in
            guard let start = line.firstIndex(of: ";") else { return nil }
            let text = line[line.index(after: start)...]
            let lowercased = text.lowercased()
            guard lowercased.contains("bluetooth") else { return nil }
            let words = ["fail", "error", "not found", "timeout", "timed out", "no such", "unable"]
            return words.contains(where: lowercased.contains) ? text.printable(upTo: 160) : nil
        }
        return Array(lines.suffix(Self.mostComplaints))
    }

    private var blueZVersion: String? {
        var isBlueZ = false
        let lines = files.text(of: "/var/lib/dpkg/status")?.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines ?? [] {
            if line.isEmpty { isBlueZ = false }
            if line == "Package: bluez" { isBlueZ = true }
            if isBlueZ, line.hasPrefix("Version: ") { return line.dropFirst("Version: ".count).printable(upTo: 40) }
        }
        return nil
    }

    private var capabilities: [String] {
        let line = files.text(of: "/proc/self/status")?.split(whereSeparator: \.isNewline).first {
            $0.hasPrefix("CapEff:")
        }
        let mask = line.flatMap { UInt64($0.split(whereSeparator: \.isWhitespace).last ?? "", radix: 16) } ?? 0
        return Self.rights.filter { mask & (1 << $0.0) != 0 }.map(\.1)
    }
}

extension Substring {
    /// It without what could disturb a terminal, and no longer than that.
    fileprivate func printable(upTo length: Int) -> String {
        let scalars = unicodeScalars.prefix(length).map { $0.isASCII && $0.value >= 32 && $0.value != 127 ? $0 : "?" }
        return String(String.UnicodeScalarView(scalars))
    }
}
