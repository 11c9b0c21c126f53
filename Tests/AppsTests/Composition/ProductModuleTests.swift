// SPDX-License-Identifier: Apache-2.0

import Clocks
import ContainerTestSupport
import DeviceModules
import GATT
import Household
import Logging
import ModularDependencyContainer
import SecondProduct
import SleepModel
import Testing

@testable import Composition

/// The room of a second product extends the device modules of its own devices.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct ProductModuleTests {
    private nonisolated static let glowLamp = HardwareProduct(rawValue: "glow-lamp")

    private func modules(_ product: HardwareProduct) async throws -> (any ProductCodec, any ProductCodec) {
        let address = try #require(MacAddress(rawValue: "C4:64:E3:00:00:07"))
        return try await withTestContainer(
            TwoProductDependencies.self, inputs: .init(macAddress: address, hardwareProduct: product)
        ) { modules in
            let device = try await modules.buildChild(DeviceDependencies.self)
            return (try modules.container.resolve((any ProductCodec).self), device.deviceController.codec)
        }
    }

    private func words(of codec: any ProductCodec) -> String? {
        codec.explanation(of: GlowLampReport().bytes, on: GlowLampCodec.state)?.text
    }

    @Test
    func modules_speakByTheCodecOfTheProductsOwnModule_madeForTheirDevice() async throws {
        let (codec, ofController) = try await modules(Self.glowLamp)
        #expect(words(of: codec) == "the state of C4:64:E3:00:00:07")
        #expect(words(of: ofController) == "the state of C4:64:E3:00:00:07")
    }

    @Test
    func modules_speakByTheCatalogue_forAProductWithoutAModule() async throws {
        let (codec, ofController) = try await modules(.hatchRest)
        #expect([codec.product, ofController.product] == [.hatchRest, .hatchRest])
        #expect(words(of: codec) == nil)
    }

    @Test
    func graph_showsTheModuleOfTheProduct_amongTheChildren() throws {
        let graph = DependencyBuilder<Never>().graph(of: TwoProductDependencies.self)
        #expect(
            graph.root.children.first?.children.map(\.name)
                == ["DeviceDependencies", "GlowLampDependencies"])
    }
}

/// As `DeviceModuleDependencies`, with one more line.
@DependencyRequirements(
    [
        Requirement(DeviceConnectionStateFactory.self),
        Requirement((any NightClock).self),
        Requirement(ProductCatalogue.self),
        Requirement(Logger.self),
    ],
    inputs: [InputRequirement(MacAddress.self), InputRequirement(HardwareProduct.self)],
    children: [DeviceDependencies.self, GlowLampDependencies.self])
struct TwoProductDependencies: DependencyRequirements {
    static func registerDependencies(in builder: DependencyBuilder<Self>) throws {
        try DeviceModuleDependencies.registerModules(in: builder)
    }
}

extension TwoProductDependencies: MockedDependencies {
    static func registerMocks(in mocks: MockBuilder<Self>) throws {
        try mocks.registerSingleton(ProductCatalogue.self) {
            ProductCatalogue(ProductCatalogue.all.codecs + [GlowLampCodec()])
        }
        mocks.importMocks(of: DeviceModuleDependencies.self)
    }
}
