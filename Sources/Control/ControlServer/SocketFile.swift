// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Glibc

/// The socket file of a daemon: held by one process at a time, open to its owner alone.
struct SocketFile: Sendable {
    /// How many clients may wait to be accepted.
    private static let backlog = SOMAXCONN

    /// The descriptor, bound and listening; whoever takes it closes it.
    let descriptor: Int32

    private let path: String
    private let identity: FileIdentity?
    private let lock: LockFile

    /// Claims the path and listens there.
    ///
    /// A file left by a daemon that was killed is replaced. Throws `busy` while somebody listens there,
    /// `bad_configuration` for a path that cannot be one of a socket, `not_allowed` or `input_output` otherwise.
    init(path: String) throws(ControlError) {
        guard let address = UnixAddress(path: path) else {
            throw ControlError(
                .badConfiguration,
                "A socket's path has 1 to \(UnixAddress.maximumPathLength) bytes; “\(path)” does not.",
                advice: "Give another path with --socket.")
        }
        // Two daemons that start together would both find the file left behind and replace it, the second one that
        // of the first; the lock beside it lets only one of them look.
        let claimed: LockFile?
        do {
            claimed = try LockFile(path: path + ".lock")
        } catch {
            throw ControlError(socketPath: path, error)
        }
        guard let claimed else { throw ControlError(socketInUse: path) }
        do throws(ControlError) {
            try SocketFile.clear(path, address)
            descriptor = try SocketFile.listen(path, address)
        } catch {
            claimed.release()
            throw error
        }
        self.path = path
        identity = FileIdentity(path: path)
        lock = claimed
    }

    /// Lets as many clients wait as at first, after NIO took the descriptor over and reduced them to 128.
    func restoreBacklog() {
        _ = Glibc.listen(descriptor, SocketFile.backlog)
    }

    /// Removes the file, unless another one took its place; once only.
    func remove() {
        if let identity, identity == FileIdentity(path: path) {
            unlink(path)
        }
        lock.release()
    }

    /// Removes a socket nobody listens on.
    private static func clear(_ path: String, _ address: UnixAddress) throws(ControlError) {
        guard let existing = FileIdentity(path: path) else { return }
        guard existing.isSocket else {
            throw ControlError(
                .badConfiguration, "There is a file at \(path) that is not a socket.",
                advice: "Remove it, or give another path with --socket.")
        }
        do {
            close(try address.connected())
        } catch {
            switch error.code {
            case ECONNREFUSED:
                guard unlink(path) == 0 || errno == ENOENT else {
                    throw ControlError(socketPath: path, SystemFailure())
                }
                return
            case ENOENT: return
            // Somebody listens, and has many waiting.
            case EAGAIN: break
            default: throw ControlError(socketPath: path, error)
            }
        }
        throw ControlError(socketInUse: path)
    }

    /// Between `bind` and `listen` every connection is refused, so nobody gets in before the mode is set, and the
    /// umask, which all threads of the process share, is left alone.
    private static func listen(_ path: String, _ address: UnixAddress) throws(ControlError) -> Int32 {
        do throws(SystemFailure) {
            let descriptor = try address.bound()
            guard chmod(path, 0o600) == 0, Glibc.listen(descriptor, backlog) == 0 else {
                let failure = SystemFailure()
                close(descriptor)
                unlink(path)
                throw failure
            }
            return descriptor
        } catch {
            throw ControlError(socketPath: path, error)
        }
    }
}
