// SPDX-License-Identifier: Apache-2.0

extension Mistake {
    /// Declarations that cannot have the macro at all.
    static let ofKinds = [
        ("final class A {}", "a class"), ("actor A {}", "an actor"), ("enum A {}", "an enumeration"),
        ("protocol A {}", "a protocol"), ("extension A {}", "an extension"),
    ].map { declaration, kind in
        Mistake(
            of: declaration,
            [
                .init(
                    "@DependencyRequirements generates the members of a struct; attach it to a struct instead of \(kind)",
                    at: 1, 1)
            ])
    }

    /// Structs whose own members or parameters stand in the way.
    static let ofStructs = [
        Mistake(
            of: "struct A<Value> {}",
            [
                .init(
                    "@DependencyRequirements generates static lists, which a generic struct cannot have; "
                        + "remove the generic parameters",
                    at: 3, 9)
            ]),
        Mistake(
            source: """
                struct Outer<Value> {
                    @DependencyRequirements([Requirement(C.self)])
                    struct A {}
                }
                """,
            [
                .init(
                    "@DependencyRequirements generates static lists, which a struct inside a generic declaration cannot have; "
                        + "move the struct out of it",
                    at: 2, 5)
            ]),
        Mistake(
            of: """
                struct A {
                    let x: Int, z: Int { 0 }
                    var y = 0 { didSet {} }
                    static let w = 0
                }
                """,
            [
                .init(
                    "The generated init(_:) cannot set the stored property 'x'; remove it or make it computed", at: 4, 9
                ),
                .init(
                    "The generated init(_:) cannot set the stored property 'y'; remove it or make it computed", at: 5, 9
                ),
            ]),
        Mistake(
            of: """
                struct A {
                    let container: DependencyContainer<A>

                    init(_ container: DependencyContainer<A>) {
                        self.container = container
                    }

                    init(_ number: Int) {}
                }
                """,
            [
                .init("\(generated) 'container'; remove this one", at: 4, 9, fixIt: "remove 'container'"),
                .init("\(generated) 'init(_:)'; remove this one", at: 6, 5, fixIt: "remove 'init(_:)'"),
            ],
            corrected: """
                struct A {

                    init(_ number: Int) {}
                }
                """),
        Mistake(
            of: """
                struct A {
                    static let requirements: [Requirement] = []
                    static let mainActorRequirements: [Requirement] = []
                    struct Inputs {}
                    static var children: [Int] { [] }
                }
                """,
            [
                .init("\(generated) 'requirements'; remove this one", at: 4, 16, fixIt: "remove 'requirements'"),
                .init("\(generated) 'Inputs'; remove this one", at: 6, 5, fixIt: "remove 'Inputs'"),
            ],
            corrected: """
                struct A {
                    static let mainActorRequirements: [Requirement] = []
                    static var children: [Int] { [] }
                }
                """),
        Mistake(
            source: """
                @DependencyRequirements([
                    Requirement(C.self),
                    Requirement(
                        D.self,
                        key: K.x  // why
                    ),
                    Requirement(E.self),
                    Requirement(F.self),
                    Requirement(G.self, accessorName: "h"),
                ])
                struct A {
                    var c: Int { 0 }
                    #if DEBUG
                    func xD() {}
                    #endif
                    func e(_ value: Int) {}
                    static let f = 0
                    enum h {}
                }
                """,
            [
                .init(
                    "'A' declares 'c' itself; choose another accessorName", at: 2, 5,
                    fixIt: #"add 'accessorName: "c2"'"#),
                .init(
                    "'A' declares 'xD' itself; choose another accessorName", at: 3, 5,
                    fixIt: #"add 'accessorName: "xD2"'"#),
                .init("'A' declares 'h' itself; choose another accessorName", at: 9, 39, fixIt: #"write '"h2"'"#),
            ],
            corrected: """
                @DependencyRequirements([
                    Requirement(C.self, accessorName: "c2"),
                    Requirement(
                        D.self,
                        key: K.x, accessorName: "xD2"  // why
                    ),
                    Requirement(E.self),
                    Requirement(F.self),
                    Requirement(G.self, accessorName: "h2"),
                ])
                struct A {
                    var c: Int { 0 }
                    #if DEBUG
                    func xD() {}
                    #endif
                    func e(_ value: Int) {}
                    static let f = 0
                    enum h {}
                }
                """),
    ]

    private static let generated = "@DependencyRequirements generates"
}
