// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Glibc

/// Where things are when nobody says otherwise.
///
/// State is in the system's place for root, and in the user's for everybody else. Sockets are in the runtime directory of
/// the session; root has the system's where there is no session, as in a service.
public enum DefaultPaths {
    /// The daemon's state directory.
    public static var state: String {
        if geteuid() == 0 { return "/var/lib/lull" }
        return (variable("XDG_STATE_HOME") ?? (variable("HOME") ?? "/tmp") + "/.local/state") + "/lull"
    }

    /// The socket that a daemon of this user listens on.
    public static var socket: String { runtime + "/lulld.sock" }

    /// The socket of a daemon that runs as a system service.
    public static let systemSocket = "/run/lull/lulld.sock"

    /// The socket of a simulated device.
    public static var deviceSocket: String { runtime + "/simulated.sock" }

    /// The first socket that a daemon listens on among the ones a command may talk to: the user's, then the system's.
    public static var daemonSocket: String {
        variable("LULL_SOCKET") ?? daemonSocket(among: socket, system: systemSocket)
    }

    /// The user's socket, unless nobody listens on it, or it is not in a directory of the user's own, and the system's is
    /// there.
    package static func daemonSocket(among own: String, system: String) -> String {
        guard access(system, F_OK) == 0 else { return own }
        let directory = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
        return isOurs(directory) && isListening(own) ? own : system
    }

    /// Whether a daemon listens on a socket, also one that is too busy to answer; a daemon that was killed leaves its socket
    /// behind.
    private static func isListening(_ path: String) -> Bool {
        // Of a path that is no socket's, whoever connects says so.
        guard let address = UnixAddress(path: path) else { return access(path, F_OK) == 0 }
        do {
            close(try address.connected())
            return true
        } catch {
            return ![ENOENT, ECONNREFUSED].contains(error.code)
        }
    }

    /// Whether a directory is this user's own; the one below /tmp could have been made by anybody.
    package static func isOurs(_ directory: String) -> Bool {
        var status = stat()
        return lstat(directory, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && status.st_mode & 0o022 == 0
    }

    /// The directory of the sockets.
    package static var runtime: String {
        if let session = variable("XDG_RUNTIME_DIR") { return session + "/lull" }
        return geteuid() == 0 ? "/run/lull" : "/tmp/lull-\(geteuid())"
    }

    /// The value of an environment variable; nil when there is none, or an empty one.
    package static func variable(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }
}
