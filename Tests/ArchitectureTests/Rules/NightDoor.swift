// SPDX-License-Identifier: Apache-2.0

/// A room above `Night` uses no room of `Night` but `Household`.
///
/// `Composition`, which puts the rooms together, is exempt.
struct NightDoor: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        let hidden = Set(
            manifest.rooms.filter { $0.floor == Modules.night && $0.name != Modules.household }.map(\.name))
        return manifest.rooms.filter { $0.floor != Modules.night && $0.name != Modules.composition }.flatMap { room in
            room.dependencies.filter { $0.package == nil && hidden.contains($0.name) }.map {
                Violation(
                    Violation.manifestPath,
                    "\(room.name) uses \($0.name), which only rooms of Night and Composition may")
            }
        }
    }
}
