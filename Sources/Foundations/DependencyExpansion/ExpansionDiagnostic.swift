// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics

/// A mistake in the use of the macro, with advice on how to correct it.
enum ExpansionDiagnostic: Equatable {
    case notAStruct(String)
    case generic
    case insideGeneric
    case storedProperty(String)
    case ownMember(String)
    case notAnArray(wrapper: String)
    case notARequirement(wrapper: String, type: String?)
    case wrongWrapper(RequirementList)
    case missingType(wrapper: String)
    case notAType(String)
    case notAChild(String)
    case sameChild(String)
    case accessorNameNotLiteral
    case accessorNameNotIdentifier(String)
    case inputsAccessNotLiteral
    case namelessType(String)
    case namelessKey(String)
    case sameIdentity(String, isKeyed: Bool)
    case sameName(String)
    case reservedName(String)
    case ownName(String, module: String)
    case hidingName(String)
}

extension ExpansionDiagnostic: DiagnosticMessage {
    var severity: DiagnosticSeverity { .error }

    var diagnosticID: MessageID {
        let word = String(describing: self).prefix { $0 != "(" }
        return MessageID(domain: "DependencyMacros", id: String(word))
    }

    var message: String {
        switch self {
        case .notAStruct(let kind):
            "@DependencyRequirements generates the members of a struct; attach it to a struct instead of \(kind)"
        case .generic:
            "@DependencyRequirements generates static lists, which a generic struct cannot have; "
                + "remove the generic parameters"
        case .insideGeneric:
            "@DependencyRequirements generates static lists, which a struct inside a generic declaration cannot have; "
                + "move the struct out of it"
        case .storedProperty(let name):
            "The generated init(_:) cannot set the stored property '\(name)'; remove it or make it computed"
        case .ownMember(let name):
            "@DependencyRequirements generates '\(name)'; remove this one"
        case .notAnArray(let wrapper):
            "The macro can read only what is written here; list the elements in an array literal such as "
                + "[\(example(of: wrapper))]"
        case .notARequirement(let wrapper, let type):
            "The macro cannot read this element; write it as "
                + (type.map { "\(wrapper)(\($0).self)" } ?? example(of: wrapper))
        case .wrongWrapper(let list):
            "\(list.subject) is listed with \(list.wrapper); write \(list.wrapper)(...) instead"
        case .missingType(let wrapper):
            "The type is missing; write it as the first argument, as in \(example(of: wrapper))"
        case .notAType(let text):
            "'\(text)' is not a type that the macro can read; write the type followed by .self"
        case .notAChild(let text):
            "'\(text)' is not a module that the macro can read; write the type followed by .self"
        case .sameChild(let type):
            "'\(type)' is listed as a child already; remove this one"
        case .accessorNameNotLiteral:
            "The macro cannot evaluate this accessorName; write it as a plain string literal"
        case .accessorNameNotIdentifier(let name):
            "'\(name)' cannot name an accessor; choose an identifier of letters, digits and underscores"
        case .inputsAccessNotLiteral:
            "The macro cannot evaluate this inputsAccess; write .internal, .package or .public"
        case .namelessType(let type):
            "No accessor name can be derived from the type '\(type)'; add an accessorName"
        case .namelessKey(let key):
            "No accessor name can be derived from the key '\(key)'; add an accessorName"
        case .sameIdentity(let type, let isKeyed):
            isKeyed
                ? "'\(type)' is listed already with this key; remove this element or give it another key"
                : "'\(type)' is listed already; remove this element or give it a key"
        case .sameName(let name):
            "Another accessor is named '\(name)' already; give this one an accessorName of its own"
        case .reservedName(let name):
            "The name '\(name)' is taken by a module's own members or by Swift; choose another accessorName"
        case .ownName(let name, let module):
            "'\(module)' declares '\(name)' itself; choose another accessorName"
        case .hidingName(let name):
            "An accessor named '\(name)' would hide the '\(name)' that the lists refer to; "
                + "choose another accessorName"
        }
    }

    private func example(of wrapper: String) -> String {
        wrapper.isEmpty ? "ExampleDependencies.self" : "\(wrapper)(ExampleClient.self)"
    }
}
