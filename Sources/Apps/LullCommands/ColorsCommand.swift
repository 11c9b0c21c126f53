// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

struct ColorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "colors", abstract: "Lists the colours that commands take by name.",
        discussion: """
            A colour can also be written as #rrggbb or as a temperature, such as 2000K. A name may have a space in place of \
            a hyphen.
            """)

    @Flag(help: "Print one JSON document instead of text.") var json = false

    func run() throws {
        let colors = ColorDocument.all
        guard !json else { return try Output.write(json: colors) }
        var table = TextTable(["colour", "as bytes", "also"])
        for color in colors { table.add([color.name, color.rgb, color.otherNames.joined(separator: ", ")]) }
        try Output.write(lines: table.lines)
    }
}
