// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct SoundsCommand: LocalCommand {
    package static let configuration = CommandConfiguration(
        commandName: "sounds", abstract: "Lists the sounds that commands take.")

    @Flag(help: "Print one JSON document instead of text.") package var json = false

    package init() {}
}
