// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI
import Glibc
import SleepModel

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Replaces the setup with a YAML document of `lull export`.",
        discussion: """
            The import removes devices and schedules that are not in the document. It does not disturb what is the same. \
            It checks everything before it changes anything. Use --dry-run to see the changes first.
            """)

    @Argument(help: "The file to read, or - for standard input.") var file: String
    @Flag(help: "Show the changes without making them.") var dryRun = false
    @OptionGroup var options: DaemonOptions

    func run() async throws {
        let request = ImportRequest(document: try read(), dryRun: dryRun)
        let answer = try await options.ask(Endpoints.importSetup, request)
        try options.show(answer, asLines: \.lines)
    }

    /// The longest document that is read, in bytes.
    private static let longest = 1 << 20

    private func read() throws(ControlError) -> String {
        let isStandardInput = file == "-"
        let subject = isStandardInput ? "Standard input" : "“\(file.printable)”"
        let bytes: [UInt8]
        switch isStandardInput ? Self.bytes(of: STDIN_FILENO) : Self.bytes(at: file) {
        case .success(let read): bytes = read
        case .failure(let failure):
            throw ControlError(
                .inputOutput, "\(subject) cannot be read: \(String(cString: strerror(failure.number)).lowercased()).",
                advice: "Give a file as `lull export --to FILE` writes it.")
        }
        guard bytes.count <= Self.longest else {
            throw ControlError(
                .badData, "\(subject) has more than 1 MiB, which no setup needs.",
                advice: "Give a file as `lull export --to FILE` writes it; nothing was changed.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ControlError(
                .badData, "\(subject) is not text in UTF-8.",
                advice: "Give a file as `lull export --to FILE` writes it; nothing was changed.")
        }
        return text
    }

    private struct Failure: Error {
        let number: Int32
    }

    private static func bytes(at path: String) -> Result<[UInt8], Failure> {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return .failure(Failure(number: errno)) }
        defer { close(descriptor) }
        return bytes(of: descriptor)
    }

    /// All there is to read, and of what is too long a little more than may be.
    private static func bytes(of descriptor: Int32) -> Result<[UInt8], Failure> {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count <= longest {
            let count = Glibc.read(descriptor, &part, part.count)
            if count == 0 { break }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return .failure(Failure(number: errno)) }
            bytes += part[..<count]
        }
        return .success(bytes)
    }
}

extension ImportDocument {
    /// What changed, for people.
    fileprivate var lines: [String] {
        guard !changes.isEmpty else { return ["The setup is already as the document says."] }
        var table = TextTable(["change", "what", "name", "device"])
        for change in changes { table.add([change.change.rawValue, change.kind.rawValue, change.name, change.device]) }
        let end = dryRun ? ["", "Nothing was changed. Import without --dry-run to make these changes."] : []
        return table.lines + end + maybeOn.map { "\($0) could not be reached and may still be on." }
    }
}
