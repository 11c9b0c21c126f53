// SPDX-License-Identifier: Apache-2.0

import SleepModel

/// The settings as a person checks them: each with its value, and who set it.
public enum SettingsText {
    /// A line for each setting; `usual` says what holds for one that nobody has set.
    public static func lines(
        _ settings: DaemonSettings, of reader: SettingsReader, usual: [SettingKey: String]
    ) -> [String] {
        let rows = SettingKey.allCases.map { key in
            let setting = settings[key]
            return (
                key.rawValue, (setting?.text ?? usual[key] ?? "none").printable(upTo: 200),
                setting.map { reader.name(of: $0.source, of: key) } ?? "as usual"
            )
        }
        let widths = (rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0)
        return ["File: \(reader.path)\(reader.hasFile ? "" : ", which is not there")"]
            + rows.map { name, value, source in
                name.padded(to: widths.0) + "  " + value.padded(to: widths.1) + "  " + source
            }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(width - count, 0)) }
}
