// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalCommands
import LullCommands

@main
struct LullLocal {
    static func main() async {
        exit(await LullProgram.run(Array(CommandLine.arguments.dropFirst()), work: LocalCommandRunner()))
    }
}
