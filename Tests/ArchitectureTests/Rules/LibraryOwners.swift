// SPDX-License-Identifier: Apache-2.0

/// Only the rooms that own a third-party library or a C module import it or list it in the manifest.
struct LibraryOwners: Rule {
    func violations(in tree: SourceTree, manifest: Manifest) -> [Violation] {
        let imported = tree.swiftSources.flatMap { file -> [Violation] in
            guard let room = manifest.target(owning: file) else { return [] }
            return file.imports.compactMap { line in
                refusal(of: line.module, to: room, manifest: manifest).map {
                    Violation(file.path, line: line.line, $0)
                }
            }
        }
        let declared = manifest.rooms.flatMap { room in
            room.dependencies.compactMap { dependency in
                refusal(of: dependency.name, to: room, manifest: manifest).map {
                    Violation(Violation.manifestPath, $0)
                }
            }
        }
        return imported + declared
    }

    private func refusal(of module: String, to room: Manifest.Target, manifest: Manifest) -> String? {
        if let owners = Modules.owners[module] {
            return owners.contains(room.name)
                ? nil : "\(room.name) uses \(module), which belongs to \(owners.sorted().joined(separator: ", "))"
        }
        if let barred = Modules.barredFloors[module] {
            guard let floor = room.floor, barred.contains(floor) else { return nil }
            return "\(room.name) uses \(module), which \(floor) may not"
        }
        guard !Modules.system.contains(module) else { return nil }
        switch manifest.target(named: module)?.kind {
        case nil: return "\(room.name) uses \(module), which no room owns"
        case .system?: return "\(room.name) uses the C module \(module), which no room owns"
        case _?: return nil
        }
    }
}
