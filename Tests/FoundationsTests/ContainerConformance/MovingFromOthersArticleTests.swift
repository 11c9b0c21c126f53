// SPDX-License-Identifier: Apache-2.0

import ModularDependencyContainer
import Testing

private enum Program {}

private protocol Radio: Sendable {
    func send(_ text: String) -> String
}

private final class SerialRadio: Radio {
    func send(_ text: String) -> String { "sent \(text)" }
}

private final class Lamp: Sendable {
    let radio: any Radio

    init(radio: any Radio) {
        self.radio = radio
    }

    func light() -> String { radio.send("light") }
}

@DependencyRequirements(provides: [Requirement((any Radio).self), Requirement(Lamp.self)])
private struct HomeDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton((any Radio).self) { SerialRadio() }
        try builder.registerInstance(Lamp.self, from: Lamp.init(radio:))
    }
}

private struct Room: Hashable, Sendable {
    let name: String
}

private final class Mixer: Sendable {}

private final class Speaker: Sendable {
    let mixer: Mixer
    let room: Room

    init(mixer: Mixer, room: Room) {
        self.mixer = mixer
        self.room = room
    }
}

@DependencyRequirements(
    [Requirement(Mixer.self)],
    provides: [Requirement(Speaker.self)],
    inputs: [InputRequirement(Room.self)])
private struct SpeakerDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton(Speaker.self, from: Speaker.init(mixer:room:))
    }
}

@DependencyRequirements(children: [SpeakerDependencies.self], childInputs: [InputRequirement(Room.self)])
private struct StudioDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton(Mixer.self) { Mixer() }
    }
}

private enum GreetingKey: ContextKey {
    static let liveValue = "good night"
    static let testingValue = "test"
}

private struct Screen: Sendable {
    let greeting: String
}

@DependencyRequirements(provides: [Requirement(Screen.self)])
private struct ScreenDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try builder.registerSingleton(Screen.self, using: Dependency(context: GreetingKey.self)) { greeting in
            Screen(greeting: greeting)
        }
    }
}

/// The code of the article about moving from other containers does what it says there.
@Suite struct MovingFromOthersArticleTests {
    @Test func lamps_areNewAndShareTheRadio_ofTheirModule() throws {
        let root = try DependencyBuilder<Program>().freeze(validating: HomeDependencies.self)
        let home = try root.buildChild(HomeDependencies.self)
        let lamp = home.lamp
        let other = home.lamp
        #expect(lamp.light() == "sent light")
        #expect(lamp !== other)
        #expect(lamp.radio as? SerialRadio === other.radio as? SerialRadio)
    }

    @Test func speakers_haveTheirRoom_andShareTheMixer() throws {
        let root = try DependencyBuilder<Program>().freeze(validating: StudioDependencies.self)
        let studio = try root.buildChild(StudioDependencies.self)
        let rooms = [Room(name: "nursery"), Room(name: "hall")]
        let speakers = try rooms.map {
            try studio.buildChild(SpeakerDependencies.self, inputs: .init(room: $0)).speaker
        }
        #expect(speakers.map(\.room) == rooms)
        #expect(Set(speakers.map { ObjectIdentifier($0.mixer) }).count == 1)
    }

    @Test func studio_isComplete() {
        let report = DependencyBuilder<Program>().validate(StudioDependencies.self)
        #expect(report.errors.isEmpty, "\(report)")
    }

    @Test func speaker_lacksItsMixer_whereNoModuleAboveProvidesIt() {
        let report = DependencyBuilder<Program>().validate(
            SpeakerDependencies.self, inputs: [InputRequirement(Room.self)])
        // The module, and the edge of its speaker.
        #expect(report.errors.map(\.code) == [.missing, .missing])
    }

    @Test func screen_greetsAsOverridden_orAsTheContextSays() throws {
        let root = try DependencyBuilder<Program>().freeze(validating: ScreenDependencies.self)
        let module = try root.buildChild(
            ScreenDependencies.self, overriding: [ContextOverride(GreetingKey.self, "hello")])
        let screen = module.screen
        let test = try DependencyBuilder<Program>(context: DependencyContext(.testing)).freeze()
        let others = [try root.buildChild(ScreenDependencies.self), try test.buildChild(ScreenDependencies.self)]
        #expect([screen.greeting] + others.map(\.screen.greeting) == ["hello", "good night", "test"])
    }
}
