// SPDX-License-Identifier: Apache-2.0

import CrashNights
import Glibc

/// `CrashChild live ORDERS` is a process that is killed; `CrashChild sweep [OPTIONS]` makes runs of such processes.
@main
struct CrashProgram {
    static func main() async {
        exit(await CrashCommand.run(Array(CommandLine.arguments.dropFirst())))
    }
}
