// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore
import NIOPosix

/// Where a simulated device listens: for PDUs at the path itself, for listeners of its advertisements beside it.
struct SocketPath: Hashable, Sendable {
    let attributes: String

    var advertisements: String { attributes + ".advertisements" }

    /// The longest path that fits a socket's address.
    private static let limit = 107

    /// Throws `socket_path_too_long` if either path does not fit.
    func validate() throws(SimulationError) {
        guard advertisements.utf8.count <= Self.limit else {
            throw SimulationError(
                .socketPathTooLong,
                "The socket path \(advertisements) has \(advertisements.utf8.count) bytes, \(Self.limit) fit.",
                advice: "Choose a shorter one.")
        }
    }

    /// Removes what a killed process left behind.
    ///
    /// Throws `socket_in_use` if somebody listens there, or if something that is not a socket is in the way.
    func clear() async throws(SimulationError) {
        // The advertisements first: asking there disturbs nobody, while a connection to the other is a central's.
        try await Self.clear(advertisements)
        try await Self.clear(attributes)
    }

    private static func clear(_ path: String) async throws(SimulationError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK, await !answers(path) else {
            throw SimulationError(
                .socketInUse, "Something else is at \(path) already.",
                advice: "Choose another socket path, or stop the other simulated device.")
        }
        unlink(path)
    }

    private static func answers(_ path: String) async -> Bool {
        do {
            let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(unixDomainSocketPath: path).get()
            channel.close(promise: nil)
            return true
        } catch {
            let number = (error as? IOError)?.errnoCode
            return number != ECONNREFUSED && number != ENOENT
        }
    }
}
