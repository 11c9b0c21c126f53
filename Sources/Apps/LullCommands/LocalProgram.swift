// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import Glibc
import SleepModel

/// The program `lull-local`, which does what asks no daemon.
enum LocalProgram {
    private static let name = "lull-local"

    /// Replaces this process with it, given the arguments after the program's name.
    ///
    /// Returns only when that cannot be done, and why: a `ControlError` with the code `internal_error`.
    static func start(_ arguments: [String]) -> ControlError {
        let places = places(of: executable)
        guard let path = places.first(where: { access($0, X_OK) == 0 }) else {
            return ControlError(
                .internalError,
                "The program \(name), which this needs, is not at \(places.map(\.printable).joined(separator: " or ")).",
                advice: "Install Lull again, or build all of it with `swift build`.")
        }
        // What the person has started is `lull`; every message speaks of it.
        let texts = (["lull"] + arguments).map { strdup($0) }
        execv(path, texts + [nil])
        let reason = String(cString: strerror(errno))
        for text in texts { free(text) }
        return ControlError(
            .internalError, "The program \(path.printable) does not start: \(reason).", advice: "Install Lull again.")
    }

    /// Where it may be: beside a program, as after a build, or where packages put it.
    static func places(of program: String) -> [String] {
        let directory = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
        return ["\(directory)/\(name)", "\(directory)/../libexec/lull/\(name)"]
    }

    /// The path of this program, which the kernel knows whatever it was called by.
    private static var executable: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return CommandLine.arguments.first ?? name }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
