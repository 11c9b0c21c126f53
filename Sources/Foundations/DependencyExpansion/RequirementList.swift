// SPDX-License-Identifier: Apache-2.0

/// One of the macro's lists of requirements.
enum RequirementList: Hashable, Sendable, CaseIterable {
    case requirements
    case mainActor
    case inputs
    case childInputs

    /// The list behind a label of the macro; `nil` for `children` and for what the macro does not know.
    init?(label: String?) {
        switch label {
        case nil: self = .requirements
        case "mainActor": self = .mainActor
        case "inputs": self = .inputs
        case "childInputs": self = .childInputs
        default: return nil
        }
    }

    /// What its elements are calls of.
    var wrapper: String {
        switch self {
        case .requirements, .mainActor: "Requirement"
        case .inputs, .childInputs: "InputRequirement"
        }
    }

    /// What it is in a sentence.
    var subject: String {
        switch self {
        case .requirements: "A requirement"
        case .mainActor: "A main-actor requirement"
        case .inputs: "An input"
        case .childInputs: "An input of a child"
        }
    }

    /// The static member it becomes.
    var member: String {
        switch self {
        case .requirements: "requirements"
        case .mainActor: "mainActorRequirements"
        case .inputs: "inputRequirements"
        case .childInputs: "childInputs"
        }
    }

    /// The documentation of that member.
    var summary: String {
        switch self {
        case .requirements: "What the module needs and may touch anywhere."
        case .mainActor: "What the module needs and may touch only on the main actor."
        case .inputs: "The run-time values the module needs; it sees no others."
        case .childInputs: "The run-time values the module gives to the children it builds."
        }
    }

    /// Every type or static member that comes of it.
    var members: [String] { self == .inputs ? [member, "Inputs"] : [member] }

    /// Whether its elements get accessors; what goes to a child is for the child to read.
    var hasAccessors: Bool { self != .childInputs }
}
