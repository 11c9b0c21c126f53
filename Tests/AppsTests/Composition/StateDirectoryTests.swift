// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Foundation
import Glibc
import Testing

@testable import Composition

/// Whoever may write to the state directory decides what rings, so only its owner may.
struct StateDirectoryTests {
    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = scratch.path("state")
    }

    private func hold() throws(ControlError) {
        let directory = try StateDirectory(path)
        directory.release()
    }

    @Test func directory_isMadeForItsOwnerOnly() throws {
        try hold()
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        try hold()
    }

    @Test(arguments: [0o720, 0o702, 0o777, 0o1777])
    func directory_isRefused_whenOthersMayWrite(_ mode: mode_t) throws {
        mkdir(path, 0o700)
        chmod(path, mode)
        let error = #expect(throws: ControlError.self) { try hold() }
        #expect(error?.code == .notAllowed)
        #expect(error?.message == "Other users may write to the directory \(path).")
        #expect(error?.advice == "Remove that right: `chmod go-w \(path)`.")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a directory away"))
    func directory_isRefused_whenItBelongsToAnotherUser() throws {
        mkdir(path, 0o700)
        chown(path, 65_534, 65_534)
        let error = #expect(throws: ControlError.self) { try hold() }
        #expect(error?.code == .notAllowed)
        #expect(error?.message == "The directory \(path) belongs to another user.")
    }

    @Test func lockFile_isRefused_whenItIsALink() throws {
        try hold()
        let target = scratch.path("target")
        unlink(path + "/lulld.lock")
        symlink(target, path + "/lulld.lock")
        let error = #expect(throws: ControlError.self) { try hold() }
        #expect(error?.code == .notAllowed)
        #expect(!FileManager.default.fileExists(atPath: target))
    }
}
