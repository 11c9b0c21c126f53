// SPDX-License-Identifier: Apache-2.0

/// One part of a rule of udev, such as `ENV{DEVTYPE}=="host"`.
struct UdevToken: Hashable, Sendable {
    let key: String
    /// What stands in curly brackets after the key.
    var attribute: String?
    let operation: String
    let value: String

    var isMatch: Bool { operation == "==" || operation == "!=" }

    /// The key as it is written.
    var name: String { key + (attribute.map { "{\($0)}" } ?? "") }
}

extension UdevToken {
    /// Whether a key has something in curly brackets.
    enum Attribute {
        case required
        case optional
        case none
    }

    /// A key of udev 252, and what it can be used with.
    struct Key {
        let attribute: Attribute
        let operations: Set<String>
    }

    private static let matches: Set = ["==", "!="]

    /// What udev warns about or rewrites, such as `MODE+=`, is not among the operators.
    static let keys: [String: Key] = [
        "ACTION": Key(attribute: .none, operations: matches),
        "DEVPATH": Key(attribute: .none, operations: matches),
        "KERNEL": Key(attribute: .none, operations: matches),
        "KERNELS": Key(attribute: .none, operations: matches),
        "SUBSYSTEM": Key(attribute: .none, operations: matches),
        "SUBSYSTEMS": Key(attribute: .none, operations: matches),
        "DRIVER": Key(attribute: .none, operations: matches),
        "DRIVERS": Key(attribute: .none, operations: matches),
        "TAGS": Key(attribute: .none, operations: matches),
        "RESULT": Key(attribute: .none, operations: matches),
        "PROGRAM": Key(attribute: .none, operations: matches),
        "ATTRS": Key(attribute: .required, operations: matches),
        "CONST": Key(attribute: .required, operations: matches),
        "TEST": Key(attribute: .optional, operations: matches),
        "NAME": Key(attribute: .none, operations: matches.union(["=", ":="])),
        "SYMLINK": Key(attribute: .none, operations: matches.union(["=", "+=", "-=", ":="])),
        "ATTR": Key(attribute: .required, operations: matches.union(["="])),
        "SYSCTL": Key(attribute: .required, operations: matches.union(["="])),
        "ENV": Key(attribute: .required, operations: matches.union(["=", "+="])),
        "TAG": Key(attribute: .none, operations: matches.union(["=", "+=", "-="])),
        "IMPORT": Key(attribute: .required, operations: matches.union(["="])),
        "OWNER": Key(attribute: .none, operations: ["=", ":="]),
        "GROUP": Key(attribute: .none, operations: ["=", ":="]),
        "MODE": Key(attribute: .none, operations: ["=", ":="]),
        "SECLABEL": Key(attribute: .required, operations: ["=", "+="]),
        "RUN": Key(attribute: .optional, operations: ["=", "+=", ":="]),
        "OPTIONS": Key(attribute: .none, operations: ["=", "+="]),
        "GOTO": Key(attribute: .none, operations: ["="]),
        "LABEL": Key(attribute: .none, operations: ["="]),
    ]
}
