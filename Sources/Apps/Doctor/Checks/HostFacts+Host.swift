// SPDX-License-Identifier: Apache-2.0

import CivilTime

extension HostFacts {
    /// When the first version of Lull was made; a clock before that is wrong.
    private static let earliest = Instant(secondsSince1970: 1_767_225_600)
    /// How little room on the disk is too little for a night.
    private static let littleRoom: UInt64 = 64 * 1024 * 1024
    /// How old the newest backup may be.
    private static let oldBackup = Duration.seconds(3 * 24 * 60 * 60)

    var timeFindings: [Finding] { [clockFinding, zoneFinding] }

    private var clockFinding: Finding {
        let shown = Instant(secondsSince1970: time.now.secondsSince1970).iso8601
        let advice = "Have it set over the network: `sudo timedatectl set-ntp true`."
        guard time.now >= Self.earliest else {
            return Finding(
                "clock", .failure, "The clock shows \(shown), which is wrong.", advice: advice, source: "the clock")
        }
        let source = "/run/systemd/timesync/synchronized"
        switch time.isSynchronized {
        case false?:
            return Finding(
                "clock", .warning, "The clock shows \(shown), and nothing has set it over the network yet.",
                advice: advice, source: source)
        case true?:
            return Finding("clock", .ok, "The clock shows \(shown) and is set over the network.", source: source)
        case nil:
            return Finding(
                "clock", .ok, "The clock shows \(shown); what keeps it right is not known.", source: "the clock")
        }
    }

    private var zoneFinding: Finding {
        let source = time.zoneFolder
        let advice =
            "Install the zones, `sudo apt install tzdata`, and choose one: `sudo timedatectl set-timezone NAME`."
        guard let zone = time.zone else {
            return Finding(
                "zone", .failure, "The host names no time zone, so times of day are those of UTC.", advice: advice,
                source: source)
        }
        if let problem = time.zoneProblem {
            return Finding(
                "zone", .failure, "The zone \(zone) cannot be used: \(problem)", advice: advice, source: source)
        }
        let version = time.zoneVersion.map { ", zone data \($0)" } ?? ""
        return Finding("zone", .ok, "The host's zone is \(zone)\(version).", source: source)
    }

    var stateFindings: [Finding] {
        let path = state.path
        switch state.access {
        case .absent:
            return [
                Finding(
                    "state", .ok,
                    daemon.devices == nil
                        ? "There is no state directory \(path) yet; the daemon makes it."
                        : "There is no state directory \(path); the daemon that runs has another one.", source: path)
            ]
        case .denied:
            return [
                Finding(
                    "state", .ok, "This user may not look into the state directory \(path).",
                    advice: "Look as the user of the daemon, or as root: `sudo lull doctor`.", source: path)
            ]
        case .readOnly:
            return [
                Finding(
                    "state", .failure, "Nothing can be written to the state directory \(path).",
                    advice: "Mount its disk for writing, or give another directory with --state.", source: path)
            ] + backupFindings
        case .open: return [roomFinding] + backupFindings
        }
    }

    private var roomFinding: Finding {
        let source = "the file system of \(state.path)"
        guard let free = state.freeBytes else {
            return Finding("state", .ok, "The state directory \(state.path) can be written.", source: source)
        }
        let megabytes = "\(free / 1_000_000) MB"
        guard free >= Self.littleRoom else {
            return Finding(
                "state", free == 0 ? .failure : .warning,
                "\(megabytes) are free for the state directory \(state.path).",
                advice: "Free some space: `df -h \(state.path)`.", source: source)
        }
        return Finding(
            "state", .ok, "The state directory \(state.path) can be written, and \(megabytes) are free.",
            source: source)
    }

    private var backupFindings: [Finding] {
        guard state.hasStateFile else { return [] }
        guard let newest = state.newestBackup else {
            return [
                Finding(
                    "backup", .warning, "There is no backup of the state file.",
                    advice: "The daemon makes one a day; `lull export > setup.yaml` keeps the setup at once.",
                    source: state.path)
            ]
        }
        let isOld = time.now - newest > Self.oldBackup
        return [
            Finding(
                "backup", isOld ? .warning : .ok, "The newest backup is of \(newest.iso8601).",
                advice: isOld ? "The daemon makes one a day while it runs; its log says what keeps it from that." : nil,
                source: state.path)
        ]
    }
}
