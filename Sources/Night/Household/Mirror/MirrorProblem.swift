// SPDX-License-Identifier: Apache-2.0

/// Why a device does not hold what the mirror is to keep there.
public enum MirrorProblem: Error, Hashable, Sendable {
    /// All its programs are somebody else's.
    case noFreeProgram
    /// It cannot be reached.
    case unreachable
    /// It does not take the programs; the reason is a sentence.
    case refused(String)
    /// Its clock is not right, by which programs act.
    case clock

    /// How the log calls it; nil for what the log says in another way.
    var logName: String? {
        switch self {
        case .noFreeProgram: "the mirror failed: no program is free"
        case .unreachable: "the mirror failed: the device is out of reach"
        case .refused: "the mirror failed: the device does not take the programs"
        case .clock: nil
        }
    }
}
