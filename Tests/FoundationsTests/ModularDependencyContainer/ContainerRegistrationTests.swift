// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

@Suite struct ContainerRegistrationTests {
    typealias Fixtures = ContainerFixtures

    @Test func resolve_returnsTheSameInstance_forASingleton() throws {
        let root = try Fixtures.root { try $0.registerSingleton(Fixtures.Service.self) { _ in Fixtures.Service() } }
        #expect(try root.resolve(Fixtures.Service.self) === root.resolve(Fixtures.Service.self))
    }

    @Test func resolve_returnsANewInstance_forAnInstanceRegistration() throws {
        let root = try Fixtures.root { try $0.registerInstance(Fixtures.Service.self) { _ in Fixtures.Service() } }
        #expect(try root.resolve(Fixtures.Service.self) !== root.resolve(Fixtures.Service.self))
    }

    @Test func resolve_findsAnExistential_registeredUnderTheProtocol() throws {
        let root = try Fixtures.root {
            try $0.registerSingleton((any Fixtures.Sounding).self) { _ in Fixtures.Rain() }
        }
        #expect(try root.resolve((any Fixtures.Sounding).self).sound == "rain")
    }

    @Test func resolve_tellsKeysApart_byValueAndByType() throws {
        let root = try Fixtures.root {
            try $0.registerSingleton(String.self) { _ in "plain" }
            try $0.registerSingleton(String.self, key: Fixtures.TrackerKey.night) { _ in "night" }
            try $0.registerSingleton(String.self, key: Fixtures.TrackerKey.day) { _ in "day" }
            try $0.registerSingleton(String.self, key: 1) { _ in "Int" }
            try $0.registerSingleton(String.self, key: 1 as Int64) { _ in "Int64" }
        }
        let found = try [
            root.resolve(String.self),
            root.resolve(String.self, key: Fixtures.TrackerKey.night),
            root.resolve(String.self, key: Fixtures.TrackerKey.day),
            root.resolve(String.self, key: 1),
            root.resolve(String.self, key: 1 as Int64),
        ]
        #expect(found == ["plain", "night", "day", "Int", "Int64"])
    }

    @Test func resolve_tellsKeysApart_whoseHashesCollide() throws {
        struct Colliding: Hashable {
            let value: Int
            func hash(into hasher: inout Hasher) { hasher.combine(0) }
        }
        let root = try Fixtures.root {
            try $0.registerSingleton(Int.self, key: Colliding(value: 1)) { _ in 1 }
            try $0.registerSingleton(Int.self, key: Colliding(value: 2)) { _ in 2 }
        }
        #expect(try root.resolve(Int.self, key: Colliding(value: 2)) == 2)
    }

    @Test func resolve_treatsATypealias_asItsType() throws {
        typealias Name = String
        let root = try Fixtures.root { try $0.registerSingleton(Name.self) { _ in "lull" } }
        #expect(try root.resolve(String.self) == "lull")
    }

    @Test func register_throwsAtOnceNamingBothPlaces_whenTypeAndKeyRepeat() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        try builder.registerSingleton(Int.self, fileID: "A/First.swift", line: 1) { _ in 1 }
        let error = Fixtures.error {
            try builder.local.mainActor.registerScoped(Int.self, fileID: "B/Second.swift", line: 2) { _ in 2 }
        }
        #expect(error?.code == .duplicate)
        #expect(
            error?.message == "Int is registered twice in ContainerFixtures.AppRoot, "
                + "at A/First.swift:1 and at B/Second.swift:2.")
    }

    @Test func register_throwsFrozen_afterFreeze() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        _ = try builder.freeze()
        #expect(Fixtures.error { try builder.registerSingleton(Int.self) { _ in 1 } }?.code == .frozen)
        #expect(Fixtures.error { try builder.freeze() }?.code == .frozen)
    }

    @Test func freeze_throwsFrozen_onTheBuilderOfAChild() throws {
        let error = Fixtures.error {
            try Fixtures.root().buildChild(Fixtures.EmptyDependencies.self) { _ = try $0.freeze() }
        }
        #expect(error?.code == .frozen)
    }

    @Test func freeze_reportsWhatIsMissing_whenTheMarkerDeclaresRequirements() throws {
        let error = Fixtures.error { try DependencyBuilder<Fixtures.ServiceDependencies>().freeze() }
        #expect(error?.code == .missing)
    }

    @Test func freeze_reportsAnInput_providedTwice() throws {
        let builder = DependencyBuilder<Fixtures.AppRoot>()
        builder.provideInput(Int.self, 1)
        builder.provideInput(Int.self, 2)
        #expect(Fixtures.error { try builder.freeze() }?.code == .duplicate)
    }

    @Test func register_runsNoFactory_beforeResolution() throws {
        let journal = Fixtures.Journal()
        let root = try Fixtures.root {
            try $0.registerSingleton(Int.self) { _ in
                journal.append("built")
                return 1
            }
        }
        _ = try root.buildChild(Fixtures.EmptyDependencies.self)
        #expect(journal.entries == [])
    }

    @MainActor
    @Test func registrars_coverEveryNamespaceAndScope() throws {
        let root = try Fixtures.root { builder in
            try builder.registerSingleton(Int.self, key: 0) { _ in 0 }
            try builder.registerScoped(Int.self, key: 1) { _ in 1 }
            try builder.registerInstance(Int.self, key: 2) { _ in 2 }
            try builder.local.registerSingleton(Int.self, key: 3) { _ in 3 }
            try builder.local.registerScoped(Int.self, key: 4) { _ in 4 }
            try builder.local.registerInstance(Int.self, key: 5) { _ in 5 }
            try builder.mainActor.registerSingleton(Int.self, key: 6) { _ in 6 }
            try builder.mainActor.registerScoped(Int.self, key: 7) { _ in 7 }
            try builder.mainActor.registerInstance(Int.self, key: 8) { _ in 8 }
            try builder.local.mainActor.registerSingleton(Int.self, key: 9) { _ in 9 }
            try builder.local.mainActor.registerScoped(Int.self, key: 10) { _ in 10 }
            try builder.local.mainActor.registerInstance(Int.self, key: 11) { _ in 11 }
        }
        #expect(try (0..<6).map { try root.resolve(Int.self, key: $0) } == Array(0..<6))
        #expect(try (6..<12).map { try root.resolveMainActor(Int.self, key: $0) } == Array(6..<12))
    }
}
