// SPDX-License-Identifier: Apache-2.0

import Glibc
import LullCommands
import Programs

@main
struct Lull {
    static func main() async {
        DispatchLog.silence()
        exit(await LullProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
