// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// The programs of one device as they were read or written last, and those that may still run though they were changed.
struct ProgramMemory: Sendable {
    /// How long a program may still run after somebody changed, disabled or deleted it: it lasts less than a day.
    private static let longest = Duration.seconds(86_400)
    private static let limit = 16

    private var slots: [Int: DeviceProgram?] = [:]
    private var replaced: [(program: DeviceProgram, at: Duration)] = []

    /// Takes what a slot holds, nil if it is empty, at a time since the host's start.
    mutating func note(_ program: DeviceProgram?, in number: Int, at boot: Duration) {
        if let before = slots[number] ?? nil, before != program, before.isEnabled {
            replaced.append((before, boot))
            replaced = replaced.filter { boot - $0.at < Self.longest }.suffix(Self.limit)
        }
        slots.updateValue(program, forKey: number)
    }

    /// The programs of a device with so many slots; nil until all are known.
    func programs(ofSlots count: Int) -> [DeviceProgram]? {
        guard slots.count == count else { return nil }
        return slots.sorted { $0.key < $1.key }.compactMap(\.value)
    }

    /// The programs that were enabled until less than a day ago.
    func replaced(at boot: Duration) -> [ReplacedProgram] {
        replaced.map { ReplacedProgram(program: $0.program, age: boot - $0.at) }.filter { $0.age < Self.longest }
    }
}
