// SPDX-License-Identifier: Apache-2.0

import CivilTime
import FoundationEssentials
import Glibc
import Processes
import SQLiteStorage
import SeededRandom
import SleepModel
import Storage

/// Makes runs: starts processes, sees them die, starts others in their place, and looks at what they leave behind.
struct CrashDriver: Sendable {
    /// The program of the processes.
    let program: String
    /// Where the zone files are.
    let zones: String
    /// Where the runs have their folders.
    let scratch: String

    init(program: String, zones: String, scratch: String) {
        self.program = program
        self.zones = zones
        self.scratch = scratch
    }

    /// A folder for runs, in memory where that can be: to a process that is killed it makes no difference.
    static func makeScratch() throws -> String {
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/lull-crashes-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CrashError("cannot make a folder in \(parent)") }
        return String(cString: made)
    }

    /// Makes one run; its folder is kept if something was wrong.
    func make(_ run: CrashRun) async throws -> CrashReport {
        let folder = "\(scratch)/\(run.seed)-\(run.point)"
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var watch = try CrashWatch(run, in: folder, by: self)
        try await watch.live()
        if watch.report.faults.isEmpty { try? FileManager.default.removeItem(atPath: folder) }
        return watch.report
    }
}

/// One run as it is watched.
private struct CrashWatch {
    private let driver: CrashDriver
    private let journalPath: String
    /// What the store should hold, by another implementation of it.
    private let model = InMemoryNightStore()
    private var generator: SeededGenerator
    private var restarts: StepMaker
    /// How much of the journal has been followed, and the changes of which it does not say what became of them.
    private var followed = 0
    private var pending: [StoreChange] = []
    private(set) var report: CrashReport

    /// Restarts do not make a run endless.
    private static let mostStarts = 40

    init(_ run: CrashRun, in folder: String, by driver: CrashDriver) throws {
        self.driver = driver
        journalPath = folder + "/journal"
        generator = SeededGenerator(run, use: 1)
        restarts = StepMaker(generator: SeededGenerator(run, use: 2), zones: [], wish: run.point)
        report = CrashReport(run: run, folder: folder)
    }

    mutating func live() async throws {
        let output = report.folder + "/output"
        while report.starts < Self.mostStarts {
            let orders = CrashNight.Orders(
                folder: report.folder, zones: driver.zones, run: report.run, target: nextTarget())
            let text = String(decoding: try JSONEncoder().encode(orders), as: UTF8.self)
            report.starts += 1
            // Tracing a program that traps takes longer than everything else, and the signal says enough.
            let ending = try await ChildProcess(
                driver.program, ["live", text], environment: ["SWIFT_BACKTRACE": "enable=no"], output: output
            ).ending()
            switch ending {
            case .exited(CrashNight.Ending.finished.rawValue): return try await finish()
            case .exited(CrashNight.Ending.restarts.rawValue): try await follow()
            case .signalled(SIGKILL):
                guard let target = orders.target else { throw CrashError("\(report.run) was killed by somebody else") }
                try await bury(target.point)
            case .exited, .signalled:
                let said = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
                report.faults.append("a process ended by itself: \(ending) \(said.suffix(500))")
                return try await finish()
            }
            report.faults += try await storeFaults()
        }
        report.faults.append("it took more than \(Self.mostStarts) processes")
    }

    /// Where the next process dies: the first at the point of the run, later ones now and then at any.
    private mutating func nextTarget() -> KillSwitch.Target? {
        guard !report.kills.isEmpty else {
            return KillSwitch.Target(point: report.run.point, pass: report.run.point.drawnPass(&generator))
        }
        guard report.kills.count < 4, generator.happens(1, in: 2) else { return nil }
        let point = generator.pick(KillPoint.all)
        return KillSwitch.Target(point: point, pass: point.drawnPass(&generator))
    }

    /// Follows what a killed process has written, and settles what became of its last commit: before COMMIT nothing of
    /// it may be there, and after it everything must.
    private mutating func bury(_ point: KillPoint) async throws {
        try await follow()
        let journal = try Journal(journalPath)
        if point.isDurable {
            let answers = try await model.commit(pending)
            try journal.write(.made(answers))
            followed += 1
        }
        pending = []
        try journal.write(.killed(point))
        try journal.write(.restarts(restarts.restart()))
        followed += 2
        report.kills.append(point)
    }

    private mutating func finish() async throws {
        try await follow()
        report.faults += try await storeFaults()
        let events = try Journal.read(journalPath)
        report.looks = events.count { if case .looks = $0 { true } else { false } }
        report.faults += NightAudit.faults(in: events, zones: ZoneShelf(directory: driver.zones))
    }

    /// Repeats in the model what the journal says was made.
    private mutating func follow() async throws {
        let events = try Journal.read(journalPath)
        for event in events.dropFirst(followed) {
            switch event {
            case .commits(let changes): pending = changes.map(\.value)
            case .made(let answers):
                let expected = try await model.commit(pending)
                if answers != expected {
                    report.faults.append("the store answered \(answers), and not \(expected), to \(pending)")
                }
                pending = []
            case .failed: pending = []
            default: break
            }
        }
        followed = events.count
    }

    /// What differs between the store that was left behind and the model; looked at in a copy, so that the next process
    /// finds it as it was left.
    private func storeFaults() async throws -> [String] {
        let copy = report.folder + "/copy"
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: report.folder + "/state", toPath: copy)
        let store = try await SQLiteNightStore.open(directory: copy, at: .min)
        let found = try await StoreContents(of: store)
        await store.close()
        try FileManager.default.removeItem(atPath: copy)
        return found.differences(from: try await StoreContents(of: model))
            .map { "after process \(report.starts): \($0)" }
            + (store.restoration.isEmpty ? [] : ["after process \(report.starts) the store was damaged"])
    }
}

extension KillPoint {
    /// How often it is passed before it kills: rare ones seldom more than once in a night.
    fileprivate func drawnPass(_ generator: inout SeededGenerator) -> Int {
        let most =
            switch self {
            case .commit(.begin, _), .commit(.end, _), .byteComes, .byteWent: 12
            case .commit(.update, _): 6
            case .commit(.save, _), .commit(.note, _): 4
            case .commit(.missed, _), .commit(.skipped, _): 3
            case .commit: 1
            }
        return Int.random(in: 1...most, using: &generator)
    }
}
