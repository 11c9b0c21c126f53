// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// A program that somebody changed, disabled or deleted; what it began may go on to its end.
struct ReplacedProgram: Hashable, Sendable {
    /// What it was.
    var program: DeviceProgram
    /// How long ago that was.
    var age: Duration
}
