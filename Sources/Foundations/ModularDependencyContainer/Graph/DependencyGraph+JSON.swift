// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

extension DependencyGraph {
    /// The graph as JSON with sorted keys, which decodes to an equal graph.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
