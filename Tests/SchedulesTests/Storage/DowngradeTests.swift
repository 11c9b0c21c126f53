// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Testing

@testable import SQLiteStorage

/// An older version of the package does not take the place of one whose state it cannot read.
@Suite(.timeLimit(.minutes(1))) struct DowngradeTests {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The format in the head of the state file, as the package reads it.
    private func format() throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: directory.file)).dropFirst(60).prefix(4))
    }

    private func write(_ format: UInt8) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: directory.file))
        try file.seek(toOffset: 63)
        try file.write(contentsOf: [format])
        try file.close()
    }

    private func makeState() async throws {
        let store = try await directory.open()
        await store.close()
    }

    /// Runs what `dpkg` runs before it installs the package, for the state in the directory.
    private func install() throws -> (code: Int32, errors: String) {
        let file = Self.root.appending(path: "packaging/debian/lull.preinst")
        let script = try String(contentsOf: file, encoding: .utf8)
            .replacing("/var/lib/lull/lull.sqlite", with: directory.file)
            .replacing("@SCHEMA@", with: "\(NightSchema.migrator.migrations.count)")
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script, "preinst", "upgrade", "9"]
        process.standardError = errors
        try process.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    @Test func file_saysInItsHead_howManyStepsMadeIt_whileItIsOpen() async throws {
        let store = try await directory.open()
        #expect(try format() == [0, 0, 0, UInt8(NightSchema.migrator.migrations.count)])
        await store.close()
    }

    @Test func ordinaryStart_writesNothing() async throws {
        try await makeState()
        let bytes = try directory.bytes(of: directory.file)
        let store = try await directory.open()
        #expect(try directory.bytes(of: directory.file) == bytes)
        #expect(try directory.bytes(of: directory.file + "-wal").isEmpty)
        await store.close()
        #expect(try directory.bytes(of: directory.file) == bytes)
        #expect(try directory.names() == ["lull.sqlite"])
    }

    @Test func file_saysInItsHead_howManyStepsMadeIt_afterItWasOpenedWithoutTheNumber() async throws {
        try await makeState()
        try directory.execute("PRAGMA user_version = 0")
        try await makeState()
        #expect(try format() == [0, 0, 0, UInt8(NightSchema.migrator.migrations.count)])
    }

    @Test func package_isBuiltWithTheNumberOfSteps() throws {
        let source = try String(
            contentsOf: Self.root.appending(path: "Sources/Schedules/SQLiteStorage/NightSchema.swift"), encoding: .utf8)
        #expect(source.components(separatedBy: "registerMigration(").count - 1 == NightSchema.migrator.migrations.count)
    }

    @Test func package_isInstalled_withoutAState_andWithOneThatItReads() async throws {
        #expect(try install().code == 0)
        try await makeState()
        let (code, errors) = try install()
        #expect(code == 0, "\(errors)")
    }

    @Test func package_isRefused_withTheReason_whenANewerOneWroteTheState() async throws {
        try await makeState()
        let known = NightSchema.migrator.migrations.count
        try write(UInt8(known + 1))
        let (code, errors) = try install()
        #expect(code == 1)
        #expect(
            errors == """
                lull: A newer version of Lull wrote \(directory.file) (format \(known + 1)), and this one reads formats up to \(known).
                lull: Keep the newer version. To go back, stop lulld first and put a backup from before the update in
                lull: the place of that file: ls \(directory.file).backup-*

                """)
    }
}
