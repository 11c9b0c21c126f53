// SPDX-License-Identifier: Apache-2.0

import ContainerTestSupport
import ModularDependencyContainer
import Testing

private enum LampProgram {}

private struct EchoRadio: Radio {
    func send(_ text: String) -> String { "sent \(text)" }
}

private protocol Radio: Sendable {
    func send(_ text: String) -> String
}

private struct LampName: Hashable, Sendable {
    let text: String
}

private struct Lamp: Sendable {
    let radio: any Radio
    let name: LampName

    func light() -> String { radio.send("light \(name.text)") }
}

@DependencyRequirements(
    [Requirement((any Radio).self)],
    provides: [Requirement(Lamp.self)],
    inputs: [InputRequirement(LampName.self)])
private struct LampDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton(Lamp.self, from: Lamp.init(radio:name:))
    }
}

private protocol LampFeature: Sendable {
    var title: String { get }
}

private struct SleepTimer: LampFeature {
    let lamp: Lamp
    var title: String { "sleep timer of \(lamp.name.text)" }
}

@DependencyRequirements([Requirement(Lamp.self)])
private struct SleepTimerDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.contribute((any LampFeature).self, using: Dependency(Lamp.self)) { SleepTimer(lamp: $0) }
    }
}

private struct LampPanel: Sendable {
    let titles: [String]
}

@DependencyRequirements(
    [Requirement((any Radio).self)],
    provides: [Requirement(LampPanel.self)],
    inputs: [InputRequirement(LampName.self)],
    children: [SleepTimerDependencies.self])
private struct PanelDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton(Lamp.self, from: Lamp.init(radio:name:))
        try builder.registerSingleton(LampPanel.self, using: Dependency(all: (any LampFeature).self)) { features in
            LampPanel(titles: features.map(\.title))
        }
    }
}

private struct Brightness: Hashable, Sendable {
    let percent: Int

    static func read(of name: LampName) async throws -> Brightness {
        await Task.yield()
        return Brightness(percent: name.text.count)
    }
}

@DependencyRequirements(inputs: [InputRequirement(LampName.self)])
private struct BrightLampDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerAsyncSingleton(Brightness.self, using: Dependency(input: LampName.self)) { name in
            try await Brightness.read(of: name)
        }
    }
}

extension LampDependencies: MockedDependencies {
    static func registerMocks(in mocks: MockBuilder<Self>) throws {
        try mocks.registerSingleton((any Radio).self) { EchoRadio() }
        mocks.provideInput(LampName.self, LampName(text: "attic"))
    }
}

/// The program of the tutorial, step by step.
@Suite(.timeLimit(.minutes(1))) struct TutorialArticleTests {
    @Test func lamps_shareTheRadio_andHaveTheirOwnNames() throws {
        let builder = DependencyBuilder<LampProgram>()
        try builder.registerSingleton((any Radio).self) { EchoRadio() }
        let root = try builder.freeze(validating: LampDependencies.self, inputs: [InputRequirement(LampName.self)])

        let nursery = try root.buildChild(LampDependencies.self, inputs: .init(lampName: LampName(text: "nursery")))
        let bedroom = try root.buildChild(LampDependencies.self, inputs: .init(lampName: LampName(text: "bedroom")))
        #expect([nursery, bedroom].map { $0.lamp.light() } == ["sent light nursery", "sent light bedroom"])
    }

    @Test func freeze_namesTheRadio_whereItIsLeftOut() throws {
        let builder = DependencyBuilder<LampProgram>()
        let error = ContainerFixtures.error {
            try builder.freeze(validating: LampDependencies.self, inputs: [InputRequirement(LampName.self)])
        }
        // The module, and the edge of its lamp.
        #expect(error?.diagnostics.map(\.code) == [.missing, .missing])
        #expect(
            error?.diagnostics.first?.path.frames.first?.source?.fileID == "FoundationsTests/TutorialArticleTests.swift"
        )
    }

    @Test func panel_collectsTheFeatures_thatItDoesNotName() throws {
        let builder = DependencyBuilder<LampProgram>()
        try builder.registerSingleton((any Radio).self) { EchoRadio() }
        let root = try builder.freeze(validating: PanelDependencies.self, inputs: [InputRequirement(LampName.self)])
        let panel = try root.buildChild(PanelDependencies.self, inputs: .init(lampName: LampName(text: "nursery")))
        #expect(panel.lampPanel.titles == ["sleep timer of nursery"])
    }

    @Test func lamp_isBright_whenItsModuleIsBuilt() async throws {
        let root = try await DependencyBuilder<LampProgram>().freeze()
        let bright = try await root.buildChild(
            BrightLampDependencies.self, inputs: .init(lampName: LampName(text: "nursery")))
        #expect(try bright.container.resolve(Brightness.self).percent == 7)
        print(try root.graph().rendered(as: .tree))
        await root.shutdown()
    }

    @Test(.container(LampDependencies.self))
    func lamp_isLit_throughTheRadio() throws {
        #expect(try TestContainer.current(LampDependencies.self).lamp.light() == "sent light attic")
    }
}
