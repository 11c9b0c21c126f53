// SPDX-License-Identifier: Apache-2.0

extension Mistake {
    /// Elements without a name of their own, and elements that are there twice.
    static let ofNames = [
        Mistake(
            #"[Requirement(C.self, accessorName: name), Requirement(D.self, accessorName: "a\(b)")]"#,
            [
                .init("The macro cannot evaluate this accessorName; write it as a plain string literal", at: 2, 40),
                .init("The macro cannot evaluate this accessorName; write it as a plain string literal", at: 2, 81),
            ]),
        Mistake(
            #"[Requirement(C.self, accessorName: "2c")], inputs: [InputRequirement(D.self, accessorName: "")]"#,
            [.init("'2c' \(noIdentifier)", at: 2, 40), .init("'' \(noIdentifier)", at: 2, 96)]),
        Mistake(
            "[Requirement([Int].self), Requirement(Int?.self), Requirement((Int, D).self)]",
            [
                .init("\(nameless) type '[Int]'; \(add)", at: 2, 6, fixIt: #"add 'accessorName: "intArray"'"#),
                .init("\(nameless) type 'Int?'; \(add)", at: 2, 31, fixIt: #"add 'accessorName: "intOptional"'"#),
                .init("\(nameless) type '(Int, D)'; \(add)", at: 2, 55, fixIt: #"add 'accessorName: "intDTuple"'"#),
            ],
            corrected: #"[Requirement([Int].self, accessorName: "intArray"), "#
                + #"Requirement(Int?.self, accessorName: "intOptional"), "#
                + #"Requirement((Int, D).self, accessorName: "intDTuple")]"#),
        Mistake(
            "inputs: [InputRequirement((@Sendable (Int) -> Void).self), InputRequirement((any P & Q).self)]",
            [
                .init(
                    "\(nameless) type '@Sendable (Int) -> Void'; \(add)", at: 2, 14,
                    fixIt: #"add 'accessorName: "sendableIntVoidFunction"'"#),
                .init("\(nameless) type 'any P & Q'; \(add)", at: 2, 64, fixIt: #"add 'accessorName: "pQValue"'"#),
            ],
            corrected:
                #"inputs: [InputRequirement((@Sendable (Int) -> Void).self, accessorName: "sendableIntVoidFunction"), "#
                + #"InputRequirement((any P & Q).self, accessorName: "pQValue")]"#),
        Mistake(
            "[Requirement([Int: D].self, key: K.x), Requirement(Box<[D]>.self)]",
            [
                .init(
                    "\(nameless) type '[Int: D]'; \(add)", at: 2, 6, fixIt: #"add 'accessorName: "xIntDDictionary"'"#),
                .init("\(nameless) type 'Box<[D]>'; \(add)", at: 2, 44, fixIt: #"add 'accessorName: "boxDValue"'"#),
            ],
            corrected: #"[Requirement([Int: D].self, key: K.x, accessorName: "xIntDDictionary"), "#
                + #"Requirement(Box<[D]>.self, accessorName: "boxDValue")]"#),
        Mistake(
            #"[Requirement(C.self, key: Key("x")), Requirement(D.self, key: "a b"), Requirement(E.self, key: K.x.self)]"#,
            [
                .init(#"\#(nameless) key 'Key("x")'; \#(add)"#, at: 2, 6, fixIt: #"add 'accessorName: "keyedC"'"#),
                .init(#"\#(nameless) key '"a b"'; \#(add)"#, at: 2, 42, fixIt: #"add 'accessorName: "keyedD"'"#),
                .init("\(nameless) key 'K.x.self'; \(add)", at: 2, 75, fixIt: #"add 'accessorName: "keyedE"'"#),
            ],
            corrected: #"[Requirement(C.self, key: Key("x"), accessorName: "keyedC"), "#
                + #"Requirement(D.self, key: "a b", accessorName: "keyedD"), "#
                + #"Requirement(E.self, key: K.x.self, accessorName: "keyedE")]"#),
        Mistake(
            #"[Requirement(C.self), Requirement(HatchC.self)], mainActor: [Requirement(E.self, accessorName: "c")], "#
                + #"inputs: [InputRequirement(D.self, accessorName: "c2")]"#,
            [
                .init(
                    "Another accessor is named 'c' already; give this one an accessorName of its own", at: 2, 27,
                    fixIt: #"add 'accessorName: "c3"'"#),
                .init(
                    "Another accessor is named 'c' already; give this one an accessorName of its own", at: 2, 100,
                    fixIt: #"write '"c4"'"#),
            ],
            corrected: #"[Requirement(C.self), Requirement(HatchC.self, accessorName: "c3")], "#
                + #"mainActor: [Requirement(E.self, accessorName: "c4")], "#
                + #"inputs: [InputRequirement(D.self, accessorName: "c2")]"#),
        Mistake(
            #"[Requirement(C.self), Requirement((any P).self, key: K.x), Requirement(C.self, accessorName: "other")], "#
                + "mainActor: [Requirement(any P.self, key: K.x)]",
            [
                .init(
                    "'any P.self' is not a type that the macro can read; write the type followed by .self", at: 2, 133,
                    fixIt: "write '(any P).self'"),
                .init("'C' is listed already; remove this element or give it a key", at: 2, 64),
            ]),
        Mistake(
            "[Requirement(C.self, key: K.x)], mainActor: [Requirement(C.self, key: K . x)], "
                + "inputs: [InputRequirement(C.self, key: K.x)]",
            [
                .init(
                    "'C' is listed already with this key; remove this element or give it another key", at: 2, 50),
                .init(
                    "'C' is listed already with this key; remove this element or give it another key", at: 2, 93),
            ]),
        Mistake(
            "inputs: [InputRequirement(C.self)], childInputs: [InputRequirement(C.self), InputRequirement(C.self)]",
            [.init("'C' is listed already; remove this element or give it a key", at: 2, 81)]),
        Mistake(
            #"[Requirement(Container.self), Requirement(C.self, accessorName: "Inputs"), Requirement(Children.self)], "#
                + #"inputs: [InputRequirement(D.self, accessorName: "self")]"#,
            [
                .init("The name 'container' \(taken)", at: 2, 6, fixIt: #"add 'accessorName: "container2"'"#),
                .init("The name 'Inputs' \(taken)", at: 2, 69, fixIt: #"write '"Inputs2"'"#),
                .init("The name 'children' \(taken)", at: 2, 80, fixIt: #"add 'accessorName: "children2"'"#),
                .init("The name 'self' \(taken)", at: 2, 157, fixIt: #"write '"self2"'"#),
            ],
            corrected: #"[Requirement(Container.self, accessorName: "container2"), "#
                + #"Requirement(C.self, accessorName: "Inputs2"), "#
                + #"Requirement(Children.self, accessorName: "children2")], "#
                + #"inputs: [InputRequirement(D.self, accessorName: "self2")]"#),
        Mistake(
            #"[Requirement(clock.self), Requirement(D.self, key: radio, accessorName: "radio")]"#,
            [
                .init(
                    "An accessor named 'clock' would hide the 'clock' that the lists refer to; "
                        + "choose another accessorName",
                    at: 2, 6, fixIt: #"add 'accessorName: "clock2"'"#),
                .init(
                    "An accessor named 'radio' would hide the 'radio' that the lists refer to; "
                        + "choose another accessorName",
                    at: 2, 77, fixIt: #"write '"radio2"'"#),
            ],
            corrected: #"[Requirement(clock.self, accessorName: "clock2"), "#
                + #"Requirement(D.self, key: radio, accessorName: "radio2")]"#),
    ]

    private static let noIdentifier =
        "cannot name an accessor; choose an identifier of letters, digits and underscores"
    private static let nameless = "No accessor name can be derived from the"
    private static let add = "add an accessorName"
    private static let taken = "is taken by a module's own members or by Swift; choose another accessorName"
}
