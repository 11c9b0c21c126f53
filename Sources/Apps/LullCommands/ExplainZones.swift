// SPDX-License-Identifier: Apache-2.0

import CivilTime
import ControlAPI
import FoundationEssentials
import SleepModel

/// Finds the zone that a person means.
struct ExplainZones {
    private let database: ZoneDatabase
    private let isGiven: Bool

    /// Looks into a directory, or where the host keeps its zones.
    init(directory: String?) {
        database = directory.map { ZoneDatabase(directory: $0) } ?? ZoneDatabase()
        isGiven = directory != nil
    }

    /// The release of the zone data, nil where it does not say.
    var version: String? { database.version }

    /// The rules of a zone, or of the host's for nil, which is UTC if nothing names it.
    func rules(for name: String?) throws(ControlError) -> ZoneRules {
        guard let asked = name ?? database.hostZoneIdentifier() else { return .utc }
        do {
            return try database.rules(for: asked)
        } catch {
            let elsewhere = "Or give another directory of zone files with --zoneinfo."
            switch error.code {
            case .malformedZoneFile:
                // A directory that was given is data; the host's own is its configuration.
                throw ControlError(isGiven ? .badData : .badConfiguration, error.message, advice: elsewhere)
            case .unreadableZoneFile:
                throw ControlError(.inputOutput, error.message, advice: elsewhere)
            default:
                let advice = name == nil ? "It is this host's zone; give another with --zone." : advice(for: asked)
                throw ControlError(.invalidArgument, error.message, advice: advice)
            }
        }
    }

    private func advice(for name: String) -> String {
        let names = zoneNames()
        guard !names.isEmpty else {
            return "No zone is there at all; give a directory of compiled zone files with --zoneinfo."
        }
        let near = ExplainZones.spelledLike(name, in: names).filter { (try? database.rules(for: $0)) != nil }
        return near.isEmpty
            ? "Give a zone such as Europe/Berlin." : "Did you mean \(near.joined(separator: " or "))?"
    }

    /// The files that may be zones, three folders deep, of at most some thousand entries.
    private func zoneNames() -> [String] {
        var names: [String] = []
        var folders = [""]
        var entries = 0
        while let folder = folders.popLast(), entries < 5000 {
            let path = "\(database.directory)/\(folder)"
            let content = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            for entry in content.prefix(5000 - entries) where !entry.contains(".") && entry.allSatisfy(\.isASCII) {
                var isFolder = false
                guard FileManager.default.fileExists(atPath: "\(path)/\(entry)", isDirectory: &isFolder) else {
                    continue
                }
                if !isFolder {
                    names.append(folder + entry)
                } else if folder.filter({ $0 == "/" }).count < 2, !["posix", "right"].contains(entry) {
                    folders.append(folder + entry + "/")
                }
            }
            entries += content.count
        }
        return names
    }

    /// Up to five names that somebody who wrote `text` may have meant: those that are spelled most like it.
    ///
    /// A name may be written whole or without its region, and in any case.
    static func spelledLike(_ text: String, in names: [String]) -> [String] {
        let wanted = folded(text.prefix(60))
        let ranked = names.compactMap { name -> (name: String, distance: Int)? in
            let whole = folded(name[...])
            let distances = [(wanted, whole), (withoutRegion(wanted), withoutRegion(whole))].compactMap { left, right in
                let distance = left.edits(to: right)
                return distance <= min(left.count / 3, 3) && !left.isEmpty ? distance : nil
            }
            return distances.min().map { (name, $0) }
        }
        let least = ranked.map(\.distance).min()
        return ranked.filter { $0.distance == least }.map(\.name).sorted().prefix(5).map(\.self)
    }

    private static func folded(_ text: Substring) -> [Character] {
        text.lowercased().map { $0 == " " || $0 == "-" ? "_" : $0 }
    }

    private static func withoutRegion(_ name: [Character]) -> [Character] {
        name.split(separator: "/").last.map(Array.init) ?? []
    }
}
