// SPDX-License-Identifier: Apache-2.0

/// Generates the members of a module's struct from its lists of requirements, inputs and children.
///
/// The lists are array literals of `Requirement(...)`, `InputRequirement(...)` and, for `children`, `Module.self`; the
/// macro sees only what is written there. It generates `container`, `init(_:)`, the static lists, one accessor for each
/// element of all lists but the last two, and `Inputs` if there are inputs; it adds the conformance to
/// `DependencyRequirements` unless the struct states it. The members that the protocol requires have the access level
/// of the struct. So have the accessors of `provides` and `mainActorProvides`, which are for those who build the module;
/// `buildChild` and `freeze` report `missing` if the module does not register what it lists there. The other accessors are
/// internal. Those of `mainActor` and `mainActorProvides` are isolated to the main actor. The initialiser and the
/// properties of `Inputs` are internal unless `inputsAccess` says otherwise: inputs that come from the modules above need
/// no more, and their types may be internal. The struct must not be generic or local, and the lists cannot name types
/// nested in it.
///
/// `accessorName` names an accessor. Without it, this rule does:
///
/// 1. `any`, `some`, parentheses and dots are left out, and the names of nested and of generic types are joined:
///    `(any Clock).self` gives `clock`, `Client.Factory` gives `clientFactory`, `Box<Int>` gives `boxInt`. Arrays,
///    optionals, tuples, functions and other types without a name of their own need an `accessorName`.
/// 2. The prefix `Hatch` is dropped in front of an upper-case letter.
/// 3. The first word becomes lower-case: a leading run of capitals and digits, except its last letter if a lower-case
///    letter follows (`URLStore` gives `urlStore`, `HA25ToolbarViewModel` gives `ha25ToolbarViewModel`), or one of the
///    names IoT, WiFi, BlueZ, iOS, iPadOS, macOS, tvOS, watchOS and visionOS (`IoTClient` gives `iotClient`).
/// 4. With a key, the last component of its expression comes first, its own first word in lower case:
///    `AnalyticsKey.amplitude` and `HatchAnalyticsClient` give `amplitudeAnalyticsClient`. A key without an identifier
///    there, such as a call, needs an `accessorName`.
/// 5. A name that is a keyword gets backticks, as for `Repeat`.
///
/// Two types can get the same name only if they differ in nothing but the prefix, upper and lower case, dots and
/// brackets. Equal names are an error. So is the name of a generated member or of a member of the struct.
@attached(member, names: arbitrary)
@attached(extension, conformances: DependencyRequirements)
public macro DependencyRequirements(
    _ requirements: [Requirement] = [],
    mainActor: [Requirement] = [],
    provides: [Requirement] = [],
    mainActorProvides: [Requirement] = [],
    inputs: [InputRequirement] = [],
    children: [any DependencyRequirements.Type] = [],
    childInputs: [InputRequirement] = [],
    inputsAccess: InputsAccess = .internal
) = #externalMacro(module: "DependencyMacros", type: "DependencyRequirementsMacro")

/// Accepts arguments that the other macro refuses, so that the macro and not the type checker explains the mistake.
///
/// Every argument that only this macro accepts is an error.
@attached(member, names: arbitrary)
@attached(extension, conformances: DependencyRequirements)
public macro DependencyRequirements(
    _ requirements: Any = (),
    mainActor: Any = (),
    provides: Any = (),
    mainActorProvides: Any = (),
    inputs: Any = (),
    children: Any = (),
    childInputs: Any = (),
    inputsAccess: Any = ()
) = #externalMacro(module: "DependencyMacros", type: "DependencyRequirementsMacro")
