// SPDX-License-Identifier: Apache-2.0

import Foundation
import GATT
import Testing

struct AdapterMarkTests {
    @Test(
        arguments: [
            ("I:1234567\nE:ID_PATH=pci-0000:00:14.0-usb-0:3:1.0\nE:LULL_ADAPTER=preferred\nG:systemd\n", .preferred),
            ("E:LULL_ADAPTER=ignored", .ignored), ("E:LULL_ADAPTER=preferred\nE:LULL_ADAPTER=ignored", .ignored),
            ("E:LULL_ADAPTER=other\n", nil), ("E:LULL_ADAPTER=\n", nil), ("E:LULL_ADAPTERS=preferred\n", nil),
            ("S:LULL_ADAPTER=preferred\n", nil), ("LULL_ADAPTER=preferred\n", nil), ("", nil),
        ] as [(String, AdapterMark?)])
    func mark_isReadOfWhatUdevStores(text: String, mark: AdapterMark?) {
        #expect(AdapterMark(udevData: text) == mark)
    }

    @Test func mark_isThatOfTheAdapter_andNobodyElsesFileIsRead() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "lull-marks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        for name in ["hci1", "hci1:64", "x"] {
            try Data("E:LULL_ADAPTER=preferred\n".utf8).write(to: directory.appending(path: "+bluetooth:\(name)"))
        }
        let names = ["hci1", "hci0", "hci", "hci1:64", "x", "hci1/../+bluetooth:hci1", ""]
        let marks = names.map { AdapterMark(ofAdapter: $0, in: directory.path) }
        #expect(marks == [.preferred, nil, nil, nil, nil, nil, nil])
    }
}
