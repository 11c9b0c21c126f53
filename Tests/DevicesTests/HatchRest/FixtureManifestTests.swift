// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HatchRest
import Testing

/// Nothing among the captures is without a source, and nothing is claimed of them that is not so.
@Suite
struct FixtureManifestTests {
    private struct Manifest: Decodable {
        struct Source: Decodable {
            var key: String
            var project: String
            var `where`: String
        }

        struct File: Decodable {
            var file: String
            var note: String
            var provenance: [Provenance]
        }

        var sources: [Source]
        var files: [File]
    }

    /// This project itself, which has no device to record.
    private static let ourselves = "LULL"

    private let manifest: Manifest

    init() throws {
        manifest = try FixtureFolder.decode(Manifest.self, "manifest.json")
    }

    @Test
    func manifest_listsEveryFileOnce() throws {
        let listed = manifest.files.map(\.file)
        #expect(listed.sorted() == (try FixtureFolder.files()).filter { !Self.isAboutThem($0) }.sorted())
    }

    private static func isAboutThem(_ file: String) -> Bool { ["README.md", "manifest.json"].contains(file) }

    @Test
    func manifest_saysWhatItsFilesSay() throws {
        for kind in HatchRestPacketKind.allCases {
            let file = try #require(manifest.files.first { $0.file == HatchRestFixture.file(of: kind) })
            #expect(Set(file.provenance) == Set(try HatchRestFixture.all(kind).map(\.provenance)), "\(file.file)")
            #expect(file.provenance.count == Set(file.provenance).count, "\(file.file)")
        }
    }

    @Test
    func sources_areKnown_andEachHasItsPlace() {
        #expect(Set(manifest.sources.map(\.key)).count == manifest.sources.count)
        #expect(manifest.sources.allSatisfy { !$0.project.isEmpty && !$0.where.isEmpty })
        let known = Set(manifest.sources.map(\.key))
        for file in manifest.files {
            #expect(!file.provenance.isEmpty && !file.note.isEmpty, "\(file.file)")
            #expect(known.isSuperset(of: file.provenance.map(\.source)), "\(file.file)")
        }
    }

    /// What this project made is simulated, and what others published is not.
    @Test
    func provenance_claimsNoRecordingOfOurOwn() {
        for file in manifest.files {
            for provenance in file.provenance {
                #expect((provenance.source == Self.ourselves) == (provenance.kind == .simulated), "\(file.file)")
            }
        }
    }

    @Test(arguments: HatchRestPacketKind.allCases)
    func entries_haveNamesOfTheirOwn_andAnOutcome(kind: HatchRestPacketKind) throws {
        let fixtures = try HatchRestFixture.all(kind)
        #expect(Set(fixtures.map(\.name)).count == fixtures.count)
        for fixture in fixtures {
            #expect((fixture.expected == nil) == (fixture.errorOffset != nil), "\(fixture.name)")
        }
    }
}
