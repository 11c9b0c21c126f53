// SPDX-License-Identifier: Apache-2.0

/// What the rules for udev must keep to; `udevadm verify` comes with systemd 254 only.
enum UdevLint {
    /// Lists that others write to as well: with `=` what they want would be lost.
    private static let shared: Set = ["SYSTEMD_WANTS", "SYSTEMD_USER_WANTS", "SYSTEMD_ALIAS"]

    /// Devices that a radio in reach of everybody must not open.
    private static let guarded = ["rfkill", "hidraw"]

    /// Everything wrong with a file.
    static func violations(in file: UdevFile) -> [Violation] {
        let isTest = file.path.hasPrefix("udev/test/")
        let inRules = file.rules.flatMap { rule -> [Violation] in
            let messages =
                rule.tokens.flatMap { syntax(of: $0) + manners(of: $0, isTest: isTest) } + condition(of: rule)
            return messages.map { Violation(file.path, line: rule.line, $0) }
        }
        return name(of: file) + file.violations + inRules + jumps(in: file)
    }

    /// The stock rules that read what ours set stand in a file with the number 99.
    private static func name(of file: UdevFile) -> [Violation] {
        let name = file.path.split(separator: "/").last ?? ""
        let number = name.prefix { $0.isASCII && $0.isNumber }
        guard number.count == 2, number < "99", name.dropFirst(2).hasPrefix("-lull-"), name.hasSuffix(".rules") else {
            return [Violation(file.path, "the name is not NN-lull-….rules with a number below 99")]
        }
        return []
    }

    private static func syntax(of token: UdevToken) -> [String] {
        guard let key = UdevToken.keys[token.key] else { return ["\(token.key) is no key of udev"] }
        var found: [String] = []
        if !key.operations.contains(token.operation) { found.append("\(token.name) cannot have \(token.operation)") }
        switch key.attribute {
        case .required where token.attribute?.isEmpty != false: found.append("\(token.key) needs {…}")
        case .none where token.attribute != nil: found.append("\(token.key) has no {…}")
        default: break
        }
        return found
    }

    private static func manners(of token: UdevToken, isTest: Bool) -> [String] {
        var found = guarded.filter(token.value.lowercased().contains).map { "\(token.name) names \($0)" }
        guard !token.isMatch else { return found }
        if token.operation != "+=", token.key == "TAG" || (token.key == "ENV" && shared.contains(token.attribute ?? ""))
        {
            found.append("\(token.name) is set, not added to")
        }
        let loosens =
            ["MODE", "OWNER", "GROUP"].contains(token.key) || (token.key == "TAG" && token.value == "uaccess")
        if loosens, !isTest { found.append("\(token.name) lets others in") }
        if token.key == "MODE", token.value.last != "0" { found.append("MODE \(token.value) lets everybody in") }
        return found
    }

    /// A rule without a condition on the device is one for every device there is.
    private static func condition(of rule: UdevFile.Rule) -> [String] {
        let isLabel = rule.tokens.allSatisfy { $0.key == "LABEL" }
        let isBound = rule.tokens.contains { ["SUBSYSTEM", "KERNEL"].contains($0.key) && $0.operation == "==" }
        let leaves = rule.tokens.contains { $0.key == "GOTO" }
        return isLabel || isBound || leaves ? [] : ["the rule has neither SUBSYSTEM== nor KERNEL=="]
    }

    /// A jump goes forward, to a label of the same file.
    private static func jumps(in file: UdevFile) -> [Violation] {
        file.rules.enumerated().flatMap { index, rule in
            rule.tokens.filter { $0.key == "GOTO" }.compactMap { jump in
                let exists = file.rules[(index + 1)...].contains { later in
                    later.tokens.contains { $0.key == "LABEL" && $0.value == jump.value }
                }
                return exists ? nil : Violation(file.path, line: rule.line, "no LABEL \(jump.value) further down")
            }
        }
    }
}
