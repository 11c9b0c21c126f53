// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
import Glibc

/// A state directory held by this process, so that no second one looks after the same devices.
///
/// The hold ends with the process, however it ends.
public struct StateDirectory: ~Copyable {
    /// Its path.
    public let path: String
    private let lock: Int32

    /// Makes the directory if there is none, and takes hold of it.
    ///
    /// Throws `busy` when another process holds it, `notAllowed` or `inputOutput` when it cannot be made or written, and
    /// `notAllowed` when somebody else may change what is in it.
    public init(_ path: String) throws(ControlError) {
        try Self.makeDirectory(path)
        try Self.checkOwner(path)
        let lockPath = path + "/lulld.lock"
        var descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        // A read-only disk can be locked, too.
        if descriptor < 0, errno == EROFS { descriptor = open(lockPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
        guard descriptor >= 0 else {
            guard errno == ELOOP else { throw Self.failure("cannot be written", path, errno) }
            throw ControlError(
                .notAllowed, "The file \(path)/lulld.lock is a symbolic link.",
                advice: "Find out who made it, and remove it.")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let number = errno
            close(descriptor)
            guard number == EWOULDBLOCK else { throw Self.failure("cannot be locked", path, number) }
            throw ControlError(
                .busy, "A daemon already runs on the state directory \(path).",
                advice: "Use it with `lull`, stop it, or give another directory with --state.")
        }
        self.path = path
        lock = descriptor
    }

    deinit {
        close(lock)
    }

    /// Where it is noted when something was last sent to a device.
    public var mark: DeliveryMark { DeliveryMark(path: path + "/lulld.lock") }

    /// Where it is noted that the daemon runs.
    public var signOfLife: SignOfLifeFile { SignOfLifeFile(path: path + "/lulld.alive") }

    /// Releases the directory; a call at the end also keeps the hold until then.
    public consuming func release() {}

    /// Makes a directory and the ones above it, for this user only; one that exists is left as it is.
    public static func makeDirectory(_ path: String) throws(ControlError) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o700) != 0, errno != EEXIST else { continue }
            // Another error can hide that the directory is there, for example on a read-only file system.
            let number = errno
            var status = stat()
            guard stat(made, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw failure("cannot be made", path, number)
            }
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw failure("cannot be made", path, ENOTDIR)
        }
    }

    /// Whoever may change what is in the directory decides what rings.
    private static func checkOwner(_ path: String) throws(ControlError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure("cannot be read", path, errno) }
        guard status.st_uid == geteuid() else {
            throw ControlError(
                .notAllowed, "The directory \(path) belongs to another user.",
                advice: "Start Lull as that user, or give another directory with --state.")
        }
        guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            throw ControlError(
                .notAllowed, "Other users may write to the directory \(path).",
                advice: "Remove that right: `chmod go-w \(path)`.")
        }
    }

    private static func failure(_ what: String, _ path: String, _ number: Int32) -> ControlError {
        let reason = String(cString: strerror(number)).lowercased()
        return ControlError(
            number == EACCES || number == EPERM ? .notAllowed : .inputOutput,
            "The directory \(path) \(what): \(reason).",
            advice: "Give one that can be written with --state or --socket.")
    }
}
