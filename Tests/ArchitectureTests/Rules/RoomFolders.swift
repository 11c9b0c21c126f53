// SPDX-License-Identifier: Apache-2.0

/// Every folder under `Sources` is a room of the manifest and the other way round, with the same name and a file in it.
struct RoomFolders: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        targets(of: manifest, in: tree) + folders(in: tree, manifest: manifest)
    }

    private func targets(of manifest: Manifest, in tree: SourceTree) -> [Violation] {
        manifest.targets.flatMap { target -> [Violation] in
            var found: [Violation] = []
            let parts = target.path.split(separator: "/").map(String.init)
            if parts.last != target.name {
                found.append(Violation(target.path, "the folder of target \(target.name) has another name"))
            }
            switch parts.first {
            case "Sources":
                if parts.count != 3 || !Modules.floors.contains(parts[1]) {
                    found.append(Violation(target.path, "a room stands in a folder of a known floor"))
                }
            case "Tests":
                break
            default:
                found.append(Violation(target.path, "a target stands under Sources or Tests"))
            }
            let holdsFile = tree.files.contains { file in
                file.path.hasPrefix(target.path + "/") && (target.kind == .system || file.isSwift)
            }
            if !holdsFile {
                found.append(Violation(target.path, "target \(target.name) has no source file"))
            }
            return found
        }
    }

    private func folders(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        let rooms = Set(manifest.rooms.map(\.path))
        let homeless = tree.rooms.map { "Sources/\($0)" }.filter { !rooms.contains($0) }.sorted()
        let stray = tree.sources.filter { $0.room == nil }.map(\.path)
        let strayTests = tree.tests.filter { manifest.target(owning: $0) == nil }.map(\.path)
        return homeless.map { Violation($0, "a folder without a target") }
            + (stray + strayTests).map { Violation($0, "a file outside every target") }
    }
}
