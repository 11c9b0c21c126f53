// SPDX-License-Identifier: Apache-2.0

import Glibc
import LullCommands

@main
struct Lull {
    static func main() async {
        exit(await LullProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
