// SPDX-License-Identifier: Apache-2.0

import ContainerTestSupport
import Lamps
import ModularDependencyContainer
import Testing

struct Echo: Radio {
    func send(_ text: String) -> String { "sent \(text)" }
}

extension LampDependencies: MockedDependencies {
    /// Mocks of what a lamp needs.
    public static func registerMocks(in mocks: MockBuilder<Self>) throws {
        try mocks.registerSingleton((any Radio).self) { Echo() }
    }
}

/// The container as another package sees it.
struct LampsTests {
    enum Root {}

    @Test @MainActor
    func screen_lightsTheLampOfItsAddress_throughAWholeTree() throws {
        let builder = DependencyBuilder<Root>()
        try builder.registerSingleton((any Radio).self) { Echo() }
        let root = try builder.freeze(
            validating: LampDependencies.self, inputs: [InputRequirement(LampAddress.self)])
        let screens = [1, 2].map { number in
            Result {
                try root.buildChild(LampDependencies.self, inputs: .init(lampAddress: LampAddress(number)))
                    .buildChild(ScreenDependencies.self).screen
            }
        }
        #expect(try screens.map { try $0.get().press() } == ["sent light 1", "sent light 2"])
    }

    @Test
    func freeze_namesWhatIsMissing_beforeAnythingIsBuilt() {
        let error = #expect(throws: DependencyError.self) {
            try DependencyBuilder<Root>().freeze(
                validating: LampDependencies.self, inputs: [InputRequirement(LampAddress.self)])
        }
        #expect(error?.code == .missing)
    }

    @Test(.container(LampDependencies.self, inputs: .init(lampAddress: LampAddress(3))))
    func lamp_isBuiltAlone_onMocks() throws {
        #expect(try TestContainer.current(LampDependencies.self).lamp.light() == "sent light 3")
    }
}
