// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Glibc
import Testing

@testable import ControlServer

/// Who may do what, with groups that are not those of the machine.
@Suite(.timeLimit(.minutes(1)))
struct GradeTests {
    private static let groups: [String: Grade] = ["guests": .read, "lull": .control, "family": .admin]

    private func policy(users: Set<UInt32> = [0, 7], in names: Set<String>) -> PeerPolicy {
        PeerPolicy(users: users, groups: Self.groups) { _ in names }
    }

    @Test(
        arguments: [
            (0, [], .admin), (7, [], .admin), (8, [], nil), (8, ["wheel"], nil), (8, ["guests"], .read),
            (8, ["guests", "lull", "wheel"], .control), (8, ["lull", "family"], .admin), (7, ["guests"], .admin),
        ] as [(UInt32, Set<String>, Grade?)])
    func grade_isTheHighestOfTheGroups_andAdminForTheOwner(_ user: UInt32, _ names: Set<String>, _ grade: Grade?) {
        #expect(policy(in: names).grade(of: PeerCredentials(process: 1, user: user, group: user)) == grade)
    }

    @Test func nobody_mayDoAnything_withoutGroups() {
        let policy = PeerPolicy(users: [7], groups: [:]) { _ in ["lull", "root"] }
        #expect(policy.grade(of: PeerCredentials(process: 1, user: 8, group: 0)) == nil)
    }

    /// The status of each endpoint, by path; a body that is none is looked at last.
    private func statuses(_ names: Set<String>) async throws -> [String: Int] {
        try await withServer(FakeService(), peerPolicy: policy(users: [], in: names)) { server in
            var statuses: [String: Int] = [:]
            for endpoint in Endpoints.all {
                let method = endpoint.method == .get ? "GET" : "POST"
                statuses[endpoint.path] = try await request(server.path, method, endpoint.path).0
            }
            statuses[OpenAPIDocument.path] = try await request(server.path, "GET", OpenAPIDocument.path).0
            return statuses
        }
    }

    @Test(arguments: [("guests", Grade.read), ("lull", .control), ("family", .admin)])
    func endpoint_isRefused_belowItsGrade(_ group: String, _ grade: Grade) async throws {
        let statuses = try await statuses([group])
        for endpoint in Endpoints.all {
            #expect((statuses[endpoint.path] == 403) == (grade < endpoint.grade), "\(endpoint.path)")
        }
        #expect(statuses[OpenAPIDocument.path] == 200)
    }

    @Test func everything_isRefused_forSomebodyWithoutAGrade() async throws {
        #expect(Set(try await statuses(["wheel"]).values) == [403])
    }

    @Test func endpoints_areForTheGradeThatTheyShouldBe() {
        let admin = [
            "pair", "unpair", "rename", "record", "finish", "add", "edit", "remove", "import", "save", "delete",
        ]
        for endpoint in Endpoints.all {
            let parts = endpoint.path.split(separator: "/").filter { $0 != "each" }
            let isSetting = parts.last == "set" && !["timer", "clock"].contains(parts.dropLast().last)
            let isSwitch = parts.last == "switch"
            let expected: Grade =
                endpoint.method == .get
                ? .read : admin.contains(String(parts.last ?? "")) || isSetting || isSwitch ? .admin : .control
            #expect(endpoint.grade == expected, "\(endpoint.path)")
        }
    }

    @Test func ownUser_isInTheGroupsOfTheHost() {
        let own = PeerCredentials(process: getpid(), user: getuid(), group: getgid())
        let names = HostGroups.names(of: own)
        #expect(names.compactMap(HostGroups.number).contains(getgid()) == (getgrgid(getgid()) != nil))
    }
}
