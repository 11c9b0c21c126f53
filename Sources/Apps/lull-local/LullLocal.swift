// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalCommands
import LullCommands
import Programs

@main
struct LullLocal {
    static func main() async {
        DispatchLog.silence()
        exit(await LullProgram.run(Array(CommandLine.arguments.dropFirst()), work: LocalCommandRunner()))
    }
}
