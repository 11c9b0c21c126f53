// SPDX-License-Identifier: Apache-2.0

import SeededRandom

/// Makes inputs out of ones that are right: mostly right ones are what gets past the first check of a parser.
enum Mutator {
    private static let telling: [UInt8] = [0x00, 0x01, 0x02, 0x7F, 0x80, 0xFE, 0xFF, 0x30, 0x39, 0x41, 0x46, 0x61]

    /// A seed with one change to four, now and then as it is; of nine inputs one is only random.
    static func input(from seeds: [[UInt8]], using generator: inout SeededGenerator) -> [UInt8] {
        let length = seeds.map(\.count).max() ?? 0
        guard Int.random(in: 0..<9, using: &generator) > 0, var bytes = seeds.randomElement(using: &generator) else {
            return generator.bytes(upTo: length + 8)
        }
        for _ in 0..<Int.random(in: 0...4, using: &generator) { change(&bytes, seeds, &generator) }
        return bytes
    }

    private static func change(_ bytes: inout [UInt8], _ seeds: [[UInt8]], _ generator: inout SeededGenerator) {
        let position = Int.random(in: 0...bytes.count, using: &generator)
        let isInside = position < bytes.count
        switch Int.random(in: 0..<10, using: &generator) {
        case 0 where isInside: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1 where isInside: bytes[position] = telling.randomElement(using: &generator) ?? 0
        case 2 where isInside: bytes[position] = UInt8.random(in: 0...255, using: &generator)
        case 3: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: position)
        case 4 where isInside: bytes.remove(at: position)
        case 5: bytes.removeSubrange(position...)
        case 6: bytes.replaceSubrange(position..., with: other(seeds, &generator))
        case 7: bytes.insert(contentsOf: bytes[position...].prefix(8), at: position)
        case 8: claimLength(at: position, in: &bytes, &generator)
        default: bytes += generator.bytes(upTo: 6)
        }
    }

    /// The end of another seed.
    private static func other(_ seeds: [[UInt8]], _ generator: inout SeededGenerator) -> ArraySlice<UInt8> {
        let seed = seeds.randomElement(using: &generator) ?? []
        return seed[Int.random(in: 0...seed.count, using: &generator)...]
    }

    /// Writes the number of the bytes that follow, or nearly that, as one, two or four bytes in either order.
    private static func claimLength(at position: Int, in bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        let width = [1, 2, 4].randomElement(using: &generator) ?? 1
        guard position + width <= bytes.count else { return }
        let length = bytes.count - position - width + Int.random(in: -2...2, using: &generator)
        let claim = (0..<width).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
        let isBigEndian = Bool.random(using: &generator)
        bytes.replaceSubrange(position..<position + width, with: isBigEndian ? claim.reversed() : claim)
    }
}
