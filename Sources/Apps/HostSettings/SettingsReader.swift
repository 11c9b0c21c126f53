// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
import Glibc
import Programs

/// Reads what is set for the daemon: when it starts, and again when somebody asks for that.
public struct SettingsReader: Sendable {
    /// Where the file is, or may be.
    public let path: String
    /// Whether somebody named the file, so that it must be there.
    private let isNamed: Bool
    private let options: [SettingKey: String]
    private let variables: [String: String]

    /// The variable of the environment that names the file.
    public static let fileVariable = "LULL_CONFIG"

    /// Reads a file that an option or the environment names, or else the usual one if there is one.
    public init(file: String?, options: [SettingKey: String], variables: [String: String] = Self.variables()) {
        let named = file ?? variables[Self.fileVariable].flatMap { $0.isEmpty ? nil : $0 }
        path = named ?? SettingsFile.usualPath
        isNamed = named != nil
        (self.options, self.variables) = (options, variables)
    }

    /// The variables of this process that set something.
    public static func variables() -> [String: String] {
        let names = SettingKey.allCases.map(\.variable) + [fileVariable]
        let values = names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } }
        return Dictionary(uniqueKeysWithValues: values)
    }

    /// Whether there is a file to read.
    public var hasFile: Bool { isNamed || access(path, F_OK) == 0 || ![ENOENT, ENOTDIR].contains(errno) }

    /// What is set now, with what is wrong in it.
    ///
    /// Throws `bad_configuration` when the file cannot be read.
    public func read() throws(ControlError) -> DaemonSettings {
        guard hasFile else { return DaemonSettings(options: options, variables: variables, file: nil) }
        guard path != "-" else {
            throw ControlError(
                .badConfiguration, "Settings cannot come from standard input, as SIGHUP reads them again.",
                advice: "Name a file with --config or \(Self.fileVariable).")
        }
        let text: String
        do throws(ControlError) {
            text = try TextFile(path).text(advice: "Give a file with settings")
        } catch {
            throw ControlError(
                .badConfiguration, error.message,
                advice: isNamed
                    ? "Name a file with settings with --config or \(Self.fileVariable), and let `lulld` read it."
                    : "Let `lulld` read it, or remove it.")
        }
        return DaemonSettings(
            options: options, variables: variables, file: SettingsFile(path: path, text: text))
    }

    /// The settings, for a daemon that starts.
    ///
    /// Throws `bad_configuration` when the file cannot be read, and for the first that is wrong.
    public func readForStart() throws(ControlError) -> DaemonSettings {
        let settings = try read()
        guard let first = settings.problems.first else { return settings }
        let more = settings.problems.count - 1
        throw ControlError(
            .badConfiguration, "\(first)",
            advice: "Correct it"
                + (more > 0 ? ". `lulld --check-config` shows what else is wrong." : ", and start `lulld` again."))
    }

    /// Who set something, as people look it up.
    public func name(of source: DaemonSettings.Source, of key: SettingKey) -> String {
        switch source {
        case .option: key.option
        case .variable: key.variable
        case .line(let line): "\(path), line \(line)"
        }
    }
}
