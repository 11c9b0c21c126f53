// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// Explains bytes that somebody recorded; needs neither a daemon nor a device.
///
/// With `--json` it prints a `HatchRestDocument`: the state of an advertisement or of feedback, a favourite, a program,
/// or what a reply or a command says. `HatchRestReplyDocument` and `HatchRestCommandDocument` describe the last two,
/// which have a `kind`, the `text` of the bytes, its `meaning` in words, and a key for each value that they can carry.
package struct DecodeCommand: LocalCommand {
    package static let configuration = CommandConfiguration(
        commandName: "decode", abstract: "Explains bytes from a device, or a whole capture.",
        usage: """
            lull decode <kind> <hex> ... [--json]
            lull decode <file> [--json]
            """,
        discussion: """
            FILE is a btsnoop capture, as `btmon -w`, a phone's HCI snoop log or `lull record` writes it. KIND is one of

              advertisement  manufacturer payload after the company id, or a whole advertising packet
              feedback       the state, 20 bytes
              favourite      the answer to PGB, 15 bytes
              program        the answer to EGB, 20 bytes, or 37 with status and name
              reply          any reply, by itself
              command        what is written to the device, as ASCII in hexadecimal

            For example: lull decode feedback 54DFFF1D1543FEFEFE53530E4950016500000000
            """)

    @Argument(help: "The kind of the bytes, or a capture file.") package var kind: String
    @Argument(help: "The bytes in hexadecimal, with or without spaces.") package var hex: [String] = []
    @Flag(help: "Print one JSON document instead of text.") package var json = false

    package init() {}
}
