// SPDX-License-Identifier: Apache-2.0

/// Generates the members of a module's struct from the lists of what it needs, takes, builds and gives.
///
/// The lists are array literals of `Requirement(...)`, `InputRequirement(...)` and, for `children`, `Module.self`; the
/// macro sees only what is written there. It generates `container`, `init(_:)`, the static lists, one accessor for each
/// element of the first three lists, and `Inputs` if there are inputs; it adds the conformance to
/// `DependencyRequirements` where the struct does not state it. Whatever the protocol demands has the access level of
/// the struct; accessors are internal, and those of `mainActor` isolated to the main actor. The struct must not be
/// generic or local, and the lists cannot name types nested in it.
///
/// An accessor is named by `accessorName`, or else by this rule:
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
/// 5. A name that is a keyword stands in backticks, such as that of `Repeat`.
///
/// Types whose names differ in more than the prefix, the case of letters and dots or brackets get different names. Equal
/// names are an error, as are those of generated members and of members of the struct.
@attached(member, names: arbitrary)
@attached(extension, conformances: DependencyRequirements)
public macro DependencyRequirements(
    _ requirements: [Requirement] = [],
    mainActor: [Requirement] = [],
    inputs: [InputRequirement] = [],
    children: [any DependencyRequirements.Type] = [],
    childInputs: [InputRequirement] = []
) = #externalMacro(module: "DependencyMacros", type: "DependencyRequirementsMacro")

/// Takes what the other macro does not, to say in a better place and in better words than the type checker what to do.
///
/// Everything it takes and the other does not is an error.
@attached(member, names: arbitrary)
@attached(extension, conformances: DependencyRequirements)
public macro DependencyRequirements(
    _ requirements: Any = (),
    mainActor: Any = (),
    inputs: Any = (),
    children: Any = (),
    childInputs: Any = ()
) = #externalMacro(module: "DependencyMacros", type: "DependencyRequirementsMacro")
