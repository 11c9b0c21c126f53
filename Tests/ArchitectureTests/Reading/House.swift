// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation

/// The package this file belongs to, read once for all rules.
struct House: Sendable {
    let tree: SourceTree
    let manifest: Manifest

    static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Reading blocks for seconds, so it happens on a thread that no other test waits for.
    private static let reading = Task {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result { House(tree: try SourceTree(root: root), manifest: try Manifest.dump(root: root)) })
            }
        }
    }

    static func read() async throws -> House {
        try await reading.value
    }
}
