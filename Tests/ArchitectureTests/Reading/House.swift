// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// The package this file belongs to, read once for all rules.
struct House: Sendable {
    let tree: SourceTree
    let manifest: Manifest

    static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let reading = Task {
        async let manifest = Manifest.dump(root: root)
        // Reading blocks for seconds, so it happens on a thread that no other test waits for.
        let tree = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try SourceTree(root: root) }) }
        }
        return House(tree: tree, manifest: try await manifest)
    }

    static func read() async throws -> House {
        try await reading.value
    }
}
