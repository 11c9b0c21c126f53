// SPDX-License-Identifier: Apache-2.0

/// The rooms and their arrows as a Mermaid flowchart, made from the manifest.
///
/// An arrow means "uses". Arrows that follow from others are left out, so that a person can read the picture.
struct HousePicture {
    private let rooms: [Manifest.Target]
    private let uses: [String: Set<String>]

    init(_ manifest: Manifest) {
        rooms = manifest.rooms
        let names = Set(rooms.map(\.name))
        uses = Dictionary(
            uniqueKeysWithValues: rooms.map { ($0.name, Set($0.dependencies.map(\.name)).intersection(names)) })
    }

    /// The highest floor first; rooms and arrows in the order of the manifest.
    var mermaid: String {
        let floors = Modules.floors.reversed().flatMap { floor -> [String] in
            let names = rooms.filter { $0.floor == floor }.map { "        \($0.name)" }
            return names.isEmpty ? [] : ["    subgraph \(floor)"] + names + ["    end"]
        }
        let arrows = rooms.flatMap { room in
            direct(room.name).map { "    \(room.name) --> \($0)" }
        }
        return (["flowchart TD"] + floors + arrows).joined(separator: "\n")
    }

    /// What a room uses and no other room that it uses leads to.
    private func direct(_ room: String) -> [String] {
        let used = uses[room] ?? []
        let indirect = used.reduce(into: Set<String>()) { $0.formUnion(reach(of: $1)) }
        return rooms.map(\.name).filter { used.contains($0) && !indirect.contains($0) }
    }

    /// Everything a room uses, directly or not.
    private func reach(of room: String) -> Set<String> {
        var found: Set<String> = []
        var waiting = Array(uses[room] ?? [])
        while let next = waiting.popLast() {
            if found.insert(next).inserted { waiting += uses[next] ?? [] }
        }
        return found
    }
}
