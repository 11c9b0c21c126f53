// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The zone files of the tests of civil time, so that no result depends on the machine's.
enum ExplainFixture {
    static let zoneinfo = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../FoundationsTests/Zoneinfo").standardized.path

    static func copy(_ zone: String, to path: String) throws {
        try FileManager.default.copyItem(atPath: "\(zoneinfo)/\(zone)", toPath: path)
    }
}
