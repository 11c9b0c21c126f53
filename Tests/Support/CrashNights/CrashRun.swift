// SPDX-License-Identifier: Apache-2.0

/// One run: a night that follows from a seed, killed at a point.
struct CrashRun: Hashable, Codable, Sendable, CustomStringConvertible {
    var seed: UInt64
    var point: KillPoint

    init(seed: UInt64, point: KillPoint) {
        self.seed = seed
        self.point = point
    }

    /// Reads `SEED/POINT`.
    init?(parsing text: String) {
        let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
        guard parts.count == 2, let seed = UInt64(parts[0]), let point = KillPoint(rawValue: parts[1]) else {
            return nil
        }
        self.init(seed: seed, point: point)
    }

    /// `SEED/POINT`, as the command takes it.
    var description: String { "\(seed)/\(point)" }

    /// As many runs as asked for, which go round the points.
    static func sample(_ count: Int, from seed: UInt64) -> [CrashRun] {
        (0..<count).map { number in
            CrashRun(
                seed: seed + UInt64(number / KillPoint.all.count), point: KillPoint.all[number % KillPoint.all.count])
        }
    }
}
