// SPDX-License-Identifier: Apache-2.0

public import SleepModel

/// A program that somebody changed, disabled or deleted; what it began may go on to its end.
public struct ReplacedProgram: Hashable, Sendable {
    /// What it was.
    public var program: DeviceProgram
    /// How long ago that was.
    public var age: Duration

    /// Makes a value.
    public init(program: DeviceProgram, age: Duration) {
        (self.program, self.age) = (program, age)
    }
}
