// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The picture of the house in `CONTRIBUTING.md`, and the files that the page names.
@Suite(.timeLimit(.minutes(2))) struct PictureTests {
    @Test func picture_leavesOutArrows_thatFollowFromOthers() {
        #expect(
            HousePicture(CleanHouse.manifest).mermaid == """
                flowchart TD
                    subgraph Apps
                        Composition
                        lull
                        lull-local
                        lulld
                    end
                    subgraph Night
                        Routines
                    end
                    subgraph Schedules
                        SQLiteStorage
                    end
                    subgraph Foundations
                        Clocks
                        CLinux
                        SystemClock
                        ModularDependencyContainer
                    end
                    SystemClock --> Clocks
                    SystemClock --> CLinux
                    SQLiteStorage --> Clocks
                    Routines --> Clocks
                    Routines --> ModularDependencyContainer
                    Composition --> Routines
                    lull --> Composition
                    lull-local --> Composition
                    lulld --> Composition
                """)
    }

    @Test func block_isReplaced_betweenTheComments() throws {
        let page = "a\n<!-- picture of the house: begin -->\nb\n<!-- picture of the house: end -->\nc\n"
        let block = try #require(PictureBlock(in: page))
        #expect(block.content == "b")
        #expect(block.page(with: "d") == page.replacing("\nb\n", with: "\nd\n"))
        #expect(PictureBlock(in: "a\n<!-- picture of the house: begin -->\nb\n") == nil)
    }

    /// With `LULL_WRITE_PICTURE=1` this writes the picture into the page instead of comparing it.
    @Test func contributing_showsTheHouse_asTheManifestHasIt() async throws {
        let house = try await House.read()
        let page = House.root.appending(path: "CONTRIBUTING.md")
        let block = try #require(PictureBlock(in: String(contentsOf: page, encoding: .utf8)))
        let expected = PictureBlock.block(of: HousePicture(house.manifest).mermaid)
        guard block.content != expected else { return }
        if ProcessInfo.processInfo.environment["LULL_WRITE_PICTURE"] == "1" {
            try block.page(with: expected).write(to: page, atomically: true, encoding: .utf8)
        } else {
            Issue.record(
                """
                The picture in CONTRIBUTING.md differs from Package.swift. Write it anew with
                LULL_WRITE_PICTURE=1 swift test --filter PictureTests
                or paste this:
                \(expected)
                """)
        }
    }

    @Test func contributing_namesNoFile_thatDoesNotExist() async throws {
        let house = try await House.read()
        let page = try String(contentsOf: House.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
        let named = Set(page.matches(of: /`([\w+]+\.swift)`/).map { String($0.1) })
        #expect(named.subtracting(house.tree.files.map(\.name)) == ["Package.swift"])
    }
}
