// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Glibc

/// The socket file of a daemon: one process holds it at a time, and only its owner can open it.
struct SocketFile: Sendable {
    /// How many clients may wait to be accepted.
    private static let backlog = SOMAXCONN

    /// The descriptor, bound and listening; its user closes it.
    let descriptor: Int32

    private let path: String
    private let identity: FileIdentity?
    private let lock: LockFile?

    /// Claims the path and listens there.
    ///
    /// Replaces the file of a daemon that was killed. Throws `busy` while another process listens there,
    /// `bad_configuration` for a path that cannot be a socket's, and `not_allowed` or `input_output` otherwise.
    init(path: String, for groups: [String] = []) throws(ControlError) {
        guard let address = UnixAddress(path: path) else {
            throw ControlError(
                .badConfiguration,
                "A socket's path has 1 to \(UnixAddress.maximumPathLength) bytes; “\(path)” does not.",
                advice: "Give another path with --socket.")
        }
        // Two daemons that start together would both find a stale file, and the second would replace the socket of
        // the first. The lock lets only one of them look.
        let claimed: LockFile?
        do {
            claimed = try LockFile(path: path + ".lock")
        } catch {
            throw ControlError(socketPath: path, error)
        }
        guard let claimed else { throw ControlError(socketInUse: path) }
        do throws(ControlError) {
            try SocketFile.clear(path, address)
            descriptor = try SocketFile.listen(path, address, for: groups)
        } catch {
            claimed.release()
            throw error
        }
        self.path = path
        identity = FileIdentity(path: path)
        lock = claimed
    }

    /// Takes over a socket that a service manager listens on for this process; its file is the manager's.
    ///
    /// Throws `bad_configuration` if the descriptor is no such socket.
    init(inherited descriptor: Int32) throws(ControlError) {
        func option(_ name: Int32) -> Int32? {
            var (value, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
            return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
        }
        guard option(SO_DOMAIN) == AF_UNIX, option(SO_TYPE) == Int32(SOCK_STREAM.rawValue), option(SO_ACCEPTCONN) == 1
        else {
            throw ControlError(
                .badConfiguration,
                "Descriptor \(descriptor), which LISTEN_FDS passes, is no unix socket for streams that listens.",
                advice: "Give the socket's unit one ListenStream= with an absolute path.")
        }
        // Programs that the daemon starts are no servers.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        self.descriptor = descriptor
        (path, identity, lock) = ("", nil, nil)
    }

    /// Restores the number of clients that may wait; NIO reduces it to 128 when it takes over the descriptor.
    func restoreBacklog() {
        _ = Glibc.listen(descriptor, SocketFile.backlog)
    }

    /// Removes the file, unless another one has replaced it; call it once.
    func remove() {
        if let identity, identity == FileIdentity(path: path) {
            unlink(path)
        }
        lock?.release()
    }

    /// Removes a socket on which nobody listens.
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
            // Another process listens, and many clients wait.
            case EAGAIN: break
            default: throw ControlError(socketPath: path, error)
            }
        }
        throw ControlError(socketInUse: path)
    }

    /// Gives the socket to the group whose members may connect, and returns the mode.
    ///
    /// Several groups, or one that this process may not give it to, need a socket for everybody, which answers nobody else.
    private static func open(_ path: String, to groups: [String]) -> mode_t {
        let known = groups.compactMap(HostGroups.number)
        guard known.count == 1, let group = known.first else { return known.isEmpty ? 0o600 : 0o666 }
        var status = stat()
        // A hardened service may not call `chown`, and creates the socket with the right group.
        let isTheirs = stat(path, &status) == 0 && status.st_gid == group
        return isTheirs || chown(path, .max, group) == 0 ? 0o660 : 0o666
    }

    /// Sets the mode between `bind` and `listen`, while every connection is refused.
    ///
    /// The umask would do the same, but all threads of the process share it.
    private static func listen(
        _ path: String, _ address: UnixAddress, for groups: [String]
    ) throws(ControlError) -> Int32 {
        do throws(SystemFailure) {
            let descriptor = try address.bound()
            guard chmod(path, open(path, to: groups)) == 0, Glibc.listen(descriptor, backlog) == 0 else {
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
