// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// What is set for the daemon: an option wins over a variable of the environment, and that over the file.
public struct DaemonSettings: Hashable, Sendable {
    /// Who set something.
    public enum Source: Hashable, Sendable {
        /// An option of the command.
        case option
        /// A variable of the environment.
        case variable
        /// A line of the file.
        case line(Int)
    }

    /// A value, and who set it.
    public struct Setting: Hashable, Sendable {
        /// The value.
        public var text: String
        /// Who set it.
        public var source: Source
    }

    private var settings: [SettingKey: Setting] = [:]
    /// What is wrong with what is set.
    public private(set) var problems: [SettingsProblem] = []

    /// Takes what is set by options, by variables, and in a file if there is one.
    public init(options: [SettingKey: String], variables: [String: String], file: SettingsFile?) {
        problems = file?.problems ?? []
        for key in SettingKey.allCases {
            let variable = variables[key.variable].flatMap { $0.isEmpty ? nil : $0 }
            if let variable, let what = key.objection(to: variable) {
                problems.append(
                    SettingsProblem("The variable \(key.variable) is “\(variable.printable)”, which \(what)."))
            }
            settings[key] =
                options[key].map { Setting(text: $0, source: .option) }
                ?? variable.map { Setting(text: $0, source: .variable) }
                ?? file?.entries[key].map { Setting(text: $0.text, source: .line($0.line)) }
        }
    }

    /// What is set; nil for what is as usual.
    public subscript(key: SettingKey) -> Setting? { settings[key] }

    /// The settings whose values another reading of them changes, in order.
    public func changes(to other: DaemonSettings) -> [SettingKey] {
        SettingKey.allCases.filter { settings[$0]?.text != other.settings[$0]?.text }
    }
}
