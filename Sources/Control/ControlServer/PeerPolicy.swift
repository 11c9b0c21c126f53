// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
import Glibc
import NIOCore
import NIOPosix

/// What users may do, by the credentials that the kernel gives for each connection and by the groups of the user.
public struct PeerPolicy: Sendable {
    /// The numbers of the users who may do everything.
    public let users: Set<UInt32>
    /// What the members of groups may do, by the names of the groups.
    public let groups: [String: Grade]
    private let groupNames: @Sendable (PeerCredentials) -> Set<String>

    /// Lets these users do everything, and members of groups what their group may do; nobody else may do anything.
    public init(users: Set<UInt32>, groups: [String: Grade] = [:]) {
        self.init(users: users, groups: groups, groupNames: HostGroups.names)
    }

    /// Finds out with `groupNames` which groups somebody is in.
    init(
        users: Set<UInt32>, groups: [String: Grade],
        groupNames: @escaping @Sendable (PeerCredentials) -> Set<String>
    ) {
        self.users = users
        self.groups = groups
        self.groupNames = groupNames
    }

    /// Allows root and the user this process runs as, and no group.
    public static var ownUserAndRoot: PeerPolicy { ownUserAndRoot(groups: [:]) }

    /// Lets root and the user this process runs as do everything, and members of groups what their group may do.
    public static func ownUserAndRoot(groups: [String: Grade]) -> PeerPolicy {
        PeerPolicy(users: [0, geteuid()], groups: groups)
    }

    /// What somebody may do; nil for nothing at all.
    func grade(of credentials: PeerCredentials) -> Grade? {
        if users.contains(credentials.user) { return .admin }
        if groups.isEmpty { return nil }
        let names = groupNames(credentials)
        return groups.filter { names.contains($0.key) }.values.max()
    }

    /// Who is at the other end of a connected unix socket; nil for somebody who may do nothing, and if the kernel does not
    /// say who it is.
    func peer(of channel: any Channel) -> EventLoopFuture<Peer?> {
        let eventLoop = channel.eventLoop
        guard let provider = channel as? any SocketOptionProvider else {
            return eventLoop.makeSucceededFuture(nil)
        }
        let credentials: EventLoopFuture<PeerCredentials> = provider.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        return credentials.flatMap { credentials in
            guard !users.contains(credentials.user), !groups.isEmpty else {
                return eventLoop.makeSucceededFuture(Peer(credentials, grade(of: credentials)))
            }
            // Groups can come from elsewhere, and take a while.
            return NIOThreadPool.singleton.runIfActive(eventLoop: eventLoop) {
                Peer(credentials, grade(of: credentials))
            }
        }.recover { _ in nil }
    }
}

/// The kernel's `struct ucred`, which Glibc's module leaves out.
struct PeerCredentials: Hashable, Sendable {
    var process: Int32
    var user: UInt32
    var group: UInt32
}

/// Somebody who may ask something.
struct Peer: Hashable, Sendable {
    /// The number of the user.
    var user: UInt32
    /// What the user may do.
    var grade: Grade

    fileprivate init?(_ credentials: PeerCredentials, _ grade: Grade?) {
        guard let grade else { return nil }
        (user, self.grade) = (credentials.user, grade)
    }
}
