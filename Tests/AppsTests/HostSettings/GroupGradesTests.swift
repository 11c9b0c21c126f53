// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Testing

@testable import HostSettings

struct GroupGradesTests {
    @Test(
        arguments: [
            ("lull=control", ["lull": .control]), ("none", [:]),
            ("family = admin , guests=read", ["family": .admin, "guests": .read]),
        ] as [(String, [String: Grade])])
    func grades_areRead(_ text: String, _ grades: [String: Grade]) {
        #expect(GroupGrades(parsing: text)?.grades == grades)
    }

    @Test(arguments: [
        "", "lull", "lull=", "=read", "lull=root", "lull=read,", "lull=read,lull=admin", "lull=read=admin",
    ])
    func grades_areRefused_inAnotherForm(_ text: String) {
        #expect(GroupGrades(parsing: text) == nil)
    }

    @Test func description_isReadAsTheSame() {
        for text in ["none", "family=admin,lull=control"] {
            #expect(GroupGrades(parsing: text)?.description == text)
        }
    }
}
