// SPDX-License-Identifier: Apache-2.0

extension Mistake {
    /// Arguments and elements the macro cannot read.
    static let ofElements = [
        Mistake(
            "shared",
            [.init("\(literal) [Requirement(ExampleClient.self)]", at: 2, 5)]),
        Mistake(
            "inputsAccess: .open",
            [
                .init(
                    "The macro cannot evaluate this inputsAccess; write .internal, .package or .public", at: 2, 19)
            ]),
        Mistake(
            "provides: [InputRequirement(C.self)], mainActorProvides: [InputRequirement(D.self)]",
            [
                .init(
                    "What a module provides is listed with Requirement; write Requirement(...) instead", at: 2, 16,
                    fixIt: "write 'Requirement'"),
                .init(
                    "What a module provides on the main actor is listed with Requirement; write Requirement(...) "
                        + "instead", at: 2, 63, fixIt: "write 'Requirement'"),
            ],
            corrected: "provides: [Requirement(C.self)], mainActorProvides: [Requirement(D.self)]"),
        Mistake(
            "[Requirement(C.self)], provides: [Requirement(C.self)]",
            [.init("'C' is listed already; remove this element or give it a key", at: 2, 39)]),
        Mistake(
            "[Requirement(C.self)] + shared",
            [.init("\(literal) [Requirement(ExampleClient.self)]", at: 2, 5)]),
        Mistake(
            "inputs: all.inputs, children: modules",
            [
                .init("\(literal) [InputRequirement(ExampleClient.self)]", at: 2, 13),
                .init("\(literal) [ExampleDependencies.self]", at: 2, 35),
            ]),
        Mistake(
            "[requirement(C.self), content], childInputs: [0]",
            [
                .init("\(unreadable) Requirement(ExampleClient.self)", at: 2, 6),
                .init("\(unreadable) Requirement(ExampleClient.self)", at: 2, 27),
                .init("\(unreadable) InputRequirement(ExampleClient.self)", at: 2, 51),
            ]),
        Mistake(
            "[.init(C.self, key: K.x)], inputs: [InputRequirement.init(D.self)]",
            [
                .init("\(unreadable) Requirement(C.self)", at: 2, 6, fixIt: "write 'Requirement'"),
                .init("\(unreadable) InputRequirement(D.self)", at: 2, 41, fixIt: "write 'InputRequirement'"),
            ],
            corrected: "[Requirement(C.self, key: K.x)], inputs: [InputRequirement(D.self)]"),
        Mistake(
            "[C.self, D], mainActor: [(any P).self, any Q], inputs: [ E.F.self ]",
            [
                .init("\(unreadable) Requirement(C.self)", at: 2, 6, fixIt: "write 'Requirement(C.self)'"),
                .init("\(unreadable) Requirement(D.self)", at: 2, 14, fixIt: "write 'Requirement(D.self)'"),
                .init(
                    "\(unreadable) Requirement((any P).self)", at: 2, 30, fixIt: "write 'Requirement((any P).self)'"),
                .init(
                    "\(unreadable) Requirement((any Q).self)", at: 2, 44, fixIt: "write 'Requirement((any Q).self)'"),
                .init(
                    "\(unreadable) InputRequirement(E.F.self)", at: 2, 62, fixIt: "write 'InputRequirement(E.F.self)'"),
            ],
            corrected: "[Requirement(C.self), Requirement(D.self)], "
                + "mainActor: [Requirement((any P).self), Requirement((any Q).self)], "
                + "inputs: [ InputRequirement(E.F.self) ]"),
        Mistake(
            "[InputRequirement(C.self)], mainActor: [InputRequirement(D.self)], inputs: [Requirement(E.self)], "
                + "childInputs: [Requirement(F.self)]",
            [
                .init(
                    "A requirement is listed with Requirement; write Requirement(...) instead", at: 2, 6,
                    fixIt: "write 'Requirement'"),
                .init(
                    "A main-actor requirement is listed with Requirement; write Requirement(...) instead", at: 2, 45,
                    fixIt: "write 'Requirement'"),
                .init(
                    "An input is listed with InputRequirement; write InputRequirement(...) instead", at: 2, 81,
                    fixIt: "write 'InputRequirement'"),
                .init(
                    "An input of a child is listed with InputRequirement; write InputRequirement(...) instead",
                    at: 2, 117, fixIt: "write 'InputRequirement'"),
            ],
            corrected: "[Requirement(C.self)], mainActor: [Requirement(D.self)], inputs: [InputRequirement(E.self)], "
                + "childInputs: [InputRequirement(F.self)]"),
        Mistake(
            "[Requirement(), Requirement(key: K.x)]",
            [
                .init(
                    "The type is missing; write it as the first argument, as in Requirement(ExampleClient.self)",
                    at: 2, 6),
                .init(
                    "The type is missing; write it as the first argument, as in Requirement(ExampleClient.self)",
                    at: 2, 21),
            ]),
        Mistake(
            "[Requirement(C), Requirement(any P, key: K.x), Requirement(any Q.self), Requirement(Box<Int>)]",
            [
                .init("'C' \(untyped)", at: 2, 18, fixIt: "write 'C.self'"),
                .init("'any P' \(untyped)", at: 2, 34, fixIt: "write '(any P).self'"),
                .init("'any Q.self' \(untyped)", at: 2, 64, fixIt: "write '(any Q).self'"),
                .init("'Box<Int>' \(untyped)", at: 2, 89, fixIt: "write 'Box<Int>.self'"),
            ],
            corrected: "[Requirement(C.self), Requirement((any P).self, key: K.x), Requirement((any Q).self), "
                + "Requirement(Box<Int>.self)]"),
        Mistake(
            "[Requirement(type(of: content)), Requirement(content), Requirement(make().self)]",
            [
                .init("'type(of: content)' \(untyped)", at: 2, 18),
                .init("'content' \(untyped)", at: 2, 50),
                .init("'make().self' \(untyped)", at: 2, 72),
            ]),
        Mistake(
            "children: [B, Module.C, D.self]",
            [
                .init("'B' \(childless)", at: 2, 16, fixIt: "write 'B.self'"),
                .init("'Module.C' \(childless)", at: 2, 19, fixIt: "write 'Module.C.self'"),
            ],
            corrected: "children: [B.self, Module.C.self, D.self]"),
        Mistake(
            "children: [alarm, make(), D.self, D.self]",
            [
                .init("'alarm' \(childless)", at: 2, 16),
                .init("'make()' \(childless)", at: 2, 23),
                .init("'D' is listed as a child already; remove this one", at: 2, 39),
            ]),
    ]

    private static let literal =
        "The macro can read only what is written here; list the elements in an array literal such as"
    private static let unreadable = "The macro cannot read this element; write it as"
    private static let untyped = "is not a type that the macro can read; write the type followed by .self"
    private static let childless = "is not a module that the macro can read; write the type followed by .self"
}
