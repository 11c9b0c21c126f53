// SPDX-License-Identifier: Apache-2.0

/// One of the macro's lists of requirements.
enum RequirementList: Hashable, Sendable, CaseIterable {
    case requirements
    case mainActor
    case provides
    case mainActorProvides
    case inputs
    case childInputs

    /// The list with this label of the macro; `nil` for `children` and for unknown labels.
    init?(label: String?) {
        switch label {
        case nil: self = .requirements
        case "mainActor": self = .mainActor
        case "provides": self = .provides
        case "mainActorProvides": self = .mainActorProvides
        case "inputs": self = .inputs
        case "childInputs": self = .childInputs
        default: return nil
        }
    }

    /// The type that its elements call.
    var wrapper: String {
        switch self {
        case .requirements, .mainActor, .provides, .mainActorProvides: "Requirement"
        case .inputs, .childInputs: "InputRequirement"
        }
    }

    /// The subject of a sentence about an element.
    var subject: String {
        switch self {
        case .requirements: "A requirement"
        case .mainActor: "A main-actor requirement"
        case .provides: "What a module provides"
        case .mainActorProvides: "What a module provides on the main actor"
        case .inputs: "An input"
        case .childInputs: "An input of a child"
        }
    }

    /// The static member that the macro generates from it.
    var member: String {
        switch self {
        case .requirements: "requirements"
        case .mainActor: "mainActorRequirements"
        case .provides: "provisions"
        case .mainActorProvides: "mainActorProvisions"
        case .inputs: "inputRequirements"
        case .childInputs: "childInputs"
        }
    }

    /// The documentation of that member.
    var summary: String {
        switch self {
        case .requirements: "The dependencies that the module needs and may use anywhere."
        case .mainActor: "The dependencies that the module needs and may use only on the main actor."
        case .provides: "The dependencies that the module registers for those who build it, to use anywhere."
        case .mainActorProvides:
            "The dependencies that the module registers for those who build it, to use only on the main actor."
        case .inputs: "The run-time values the module needs; it sees no others."
        case .childInputs: "The run-time values the module gives to the children it builds."
        }
    }

    /// All types and static members that the macro generates from it.
    var members: [String] { self == .inputs ? [member, "Inputs"] : [member] }

    /// Whether its accessors are for those who build the module.
    var isProvision: Bool { self == .provides || self == .mainActorProvides }

    /// The list whose indices its own continue.
    var continued: RequirementList? {
        switch self {
        case .provides: .requirements
        case .mainActorProvides: .mainActor
        default: nil
        }
    }

    /// Whether its elements get accessors; the inputs of a child are read by the child.
    var hasAccessors: Bool { self != .childInputs }
}
