// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SystemClock

@Suite
struct FileEventTests {
    /// The bytes of one event, with the name padded as the kernel pads it.
    private static func bytes(watch: Int32, mask: UInt32, name: String, length: Int? = nil) -> [UInt8] {
        let padded = Array(name.utf8) + Array(repeating: 0, count: name.isEmpty ? 0 : 16 - name.utf8.count % 16)
        let numbers = [UInt32(bitPattern: watch), mask, 0, UInt32(length ?? padded.count)]
        return numbers.flatMap { number in withUnsafeBytes(of: number, Array.init) } + padded
    }

    private static let first = bytes(watch: 1, mask: 0x100, name: "localtime")
    private static let second = bytes(watch: 70_000, mask: 0x8000_0008, name: "")
    private static let lost = bytes(watch: -1, mask: 0x4000, name: "")

    @Test
    func parse_readsEvents_oneAfterTheOther() {
        #expect(
            FileEvent.parse((Self.first + Self.second + Self.lost)[...]) == [
                FileEvent(watch: 1, mask: 0x100, name: "localtime"),
                FileEvent(watch: 70_000, mask: 0x8000_0008, name: ""), FileEvent(watch: -1, mask: 0x4000, name: ""),
            ])
    }

    @Test(arguments: 0..<48)
    func parse_leavesOut_whatIsCutOff(count: Int) {
        let events = FileEvent.parse((Self.second + Self.first).prefix(count))
        #expect(events.map(\.watch) == (count < 16 ? [] : [70_000]))
    }

    @Test(arguments: [1, 17, Int(Int32.max), Int(UInt32.max)])
    func parse_believesNoLength_beyondTheEnd(length: Int) {
        #expect(FileEvent.parse(Self.bytes(watch: 1, mask: 1, name: "", length: length)[...]) == [])
    }

    @Test
    func parse_readsAPart_ofALargerBuffer() {
        let buffer = Array(repeating: UInt8(7), count: 5) + Self.first
        #expect(FileEvent.parse(buffer[5...]).map(\.name) == ["localtime"])
    }
}
