// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder for what the machine and the scenarios leave behind.
struct LogFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "lull-scenarios-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func remove() {
        try? FileManager.default.removeItem(at: url)
    }

    /// The last lines of a file; empty if there is no such file.
    func tail(of name: String, lines: Int = 20) -> String {
        guard let data = try? Data(contentsOf: url.appending(path: name)) else { return "" }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").suffix(lines).joined(separator: "\n")
    }

    /// What a scenario said, then the ends of its programs' logs, then where everything is.
    func digest(of scenario: String) -> String {
        let folder = url.appending(path: scenario)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        // bluetoothd's, which says most and tells least, after the others.
        let ordered = names.filter { $0.hasSuffix(".log") }.sorted {
            ($0 == "bluetoothd.log" ? 1 : 0, $0) < ($1 == "bluetoothd.log" ? 1 : 0, $1)
        }
        let logs = ordered.compactMap { name -> String? in
            let end = tail(of: "\(scenario)/\(name)", lines: 8)
            return end.isEmpty ? nil : "\(name) ends with:\n\(end)"
        }
        return ([tail(of: "\(scenario)/output")] + logs + ["More is in \(folder.path)."]).joined(separator: "\n")
    }
}
