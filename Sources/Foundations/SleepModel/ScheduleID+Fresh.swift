// SPDX-License-Identifier: Apache-2.0

extension ScheduleID {
    /// An identity that no other schedule has: 128 random bits.
    public static func fresh() -> ScheduleID {
        let bits = (0..<2).map { _ in UInt64.random(in: .min ... .max) }
        return ScheduleID(rawValue: bits.map { String($0, radix: 16) }.joined(separator: "-"))
    }
}
