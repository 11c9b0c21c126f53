// SPDX-License-Identifier: Apache-2.0

/// A room uses rooms of its own floor or a lower one, never in a circle, and never a test target.
struct FloorOrder: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        upwardArrows(in: manifest) + circles(in: manifest)
    }

    private func upwardArrows(in manifest: Manifest) -> [Violation] {
        manifest.rooms.flatMap { room -> [Violation] in
            room.dependencies.compactMap { dependency in
                guard dependency.package == nil, let used = manifest.target(named: dependency.name) else { return nil }
                guard let floor = used.floor.flatMap(Modules.floors.firstIndex(of:)) else {
                    return Violation(
                        Violation.manifestPath, "\(room.name) uses \(used.name), which stands on no floor")
                }
                guard let own = room.floor.flatMap(Modules.floors.firstIndex(of:)), floor > own else { return nil }
                return Violation(
                    Violation.manifestPath,
                    "\(room.name) on \(Modules.floors[own]) uses \(used.name) on \(Modules.floors[floor]) above it")
            }
        }
    }

    private func circles(in manifest: Manifest) -> [Violation] {
        manifest.rooms.filter { reaches($0.name, from: $0, in: manifest) }
            .map { Violation(Violation.manifestPath, "\($0.name) depends on itself") }
    }

    private func reaches(_ name: String, from start: Manifest.Target, in manifest: Manifest) -> Bool {
        var seen: Set<String> = []
        var waiting = start.dependencies.map(\.name)
        while let next = waiting.popLast() {
            if next == name { return true }
            guard seen.insert(next).inserted, let target = manifest.target(named: next) else { continue }
            waiting += target.dependencies.map(\.name)
        }
        return false
    }
}
