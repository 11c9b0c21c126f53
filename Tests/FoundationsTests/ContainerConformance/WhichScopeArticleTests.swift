// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

private enum AppRoot {}

private typealias Service = ContainerFixtures.Service

private enum Name: Hashable, Sendable, CaseIterable { case radio, connection, log, request, secret }

private struct MacAddress: Hashable, Sendable {
    let text: String
}

/// One lamp.
@DependencyRequirements(inputs: [InputRequirement(MacAddress.self)])
private struct DeviceDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton(Service.self, key: Name.connection) { Service() }
        try builder.registerInstance(Service.self, key: Name.request) { Service() }
        try builder.local.registerSingleton(Service.self, key: Name.secret) { Service() }
    }
}

/// The table of two lamps in the article about scopes is true.
@Suite struct WhichScopeArticleTests {
    private func root() throws -> DependencyContainer<AppRoot> {
        let builder = DependencyBuilder<AppRoot>()
        try builder.registerSingleton(Service.self, key: Name.radio) { Service() }
        try builder.registerScoped(Service.self, key: Name.log) { Service() }
        return try builder.freeze()
    }

    /// Whether two containers get the same; nil where one of them gets nothing.
    private func shares<One, Other>(
        _ one: DependencyContainer<One>, _ other: DependencyContainer<Other>
    ) -> [Name: Bool] {
        Name.allCases.reduce(into: [:]) { shares, name in
            guard let first = try? one.resolve(Service.self, key: name),
                let second = try? other.resolve(Service.self, key: name)
            else { return }
            shares[name] = first === second
        }
    }

    @Test func lamps_shareTheRadioAlone_andWhatStandsBelowALampSharesItsConnection() throws {
        let root = try root()
        let (first, second) = (MacAddress(text: "AA"), MacAddress(text: "BB"))
        let nursery = try root.buildChild(DeviceDependencies.self, inputs: .init(macAddress: first))
        let bedroom = try root.buildChild(DeviceDependencies.self, inputs: .init(macAddress: second))
        let below = try nursery.buildChild(ContainerFixtures.EmptyDependencies.self)
        #expect(
            shares(nursery.container, bedroom.container) == [
                .radio: true, .connection: false, .log: false, .request: false, .secret: false,
            ])
        #expect(
            shares(nursery.container, below.container) == [
                .radio: true, .connection: true, .log: false, .request: false,
            ])
        #expect(
            shares(nursery.container, nursery.container) == [
                .radio: true, .connection: true, .log: true, .request: false, .secret: true,
            ])
    }
}
