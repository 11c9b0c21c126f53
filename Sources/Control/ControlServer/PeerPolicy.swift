// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore

/// Which users may use the daemon, by the credentials that the kernel gives for each connection.
public struct PeerPolicy: Hashable, Sendable {
    /// The numbers of the allowed users.
    public let users: Set<UInt32>

    /// Allows only these users.
    public init(users: Set<UInt32>) {
        self.users = users
    }

    /// Allows root and the user this process runs as.
    public static var ownUserAndRoot: PeerPolicy { PeerPolicy(users: [0, geteuid()]) }

    /// Whether the peer of a connected unix socket is allowed; false if the kernel does not say who it is.
    func allowsPeer(of channel: any Channel) -> EventLoopFuture<Bool> {
        guard let provider = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeSucceededFuture(false)
        }
        let credentials: EventLoopFuture<PeerCredentials> = provider.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        return credentials.map { users.contains($0.user) }.recover { _ in false }
    }
}

/// The kernel's `struct ucred`, which Glibc's module leaves out.
private struct PeerCredentials: Sendable {
    var process: Int32
    var user: UInt32
    var group: UInt32
}
