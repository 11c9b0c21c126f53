// SPDX-License-Identifier: Apache-2.0

public import ControlAPI
import ControlServices
import Household
import ModularDependencyContainer
import SleepModel

/// Who provides what to whom in this program, as in a process with one paired device.
public struct CompositionGraph: Sendable {
    /// How a graph is written.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// Aligned text for people.
        case tree
        /// A Mermaid flowchart.
        case mermaid
        /// Graphviz.
        case dot
        /// One JSON document.
        case json
    }

    private let graph: DependencyGraph

    /// Builds what `lulld` builds, on nothing: without a radio, a device, or anything on disk.
    ///
    /// Throws what keeps it from being built.
    @MainActor
    public static func open() async throws -> CompositionGraph {
        CompositionGraph(graph: try await liveGraph(below: try AppRoot.container(.preview())))
    }

    /// The graph as text; throws `internal_error` if it cannot be written.
    public func text(as format: Format) throws(ControlError) -> String {
        do {
            switch format {
            case .tree: return try graph.rendered(as: .tree)
            case .mermaid: return try graph.rendered(as: .mermaid)
            case .dot: return try graph.rendered(as: .dot)
            case .json: return try graph.rendered(as: .json)
            }
        } catch {
            throw ControlError(error)
        }
    }
}

extension CompositionGraph {
    /// The graph with the controller of one device; ends the container.
    @MainActor
    static func liveGraph(below root: DependencyContainer<AppRoot>) async throws -> DependencyGraph {
        let graph: Result<DependencyGraph, any Error>
        do {
            graph = .success(try await openDevice(below: root))
        } catch {
            graph = .failure(error)
        }
        await root.shutdown()
        return try graph.get()
    }

    @MainActor
    private static func openDevice(below root: DependencyContainer<AppRoot>) async throws -> DependencyGraph {
        guard let address = MacAddress(rawValue: SimulatedHousehold.address) else {
            throw ControlError(.internalError, "The simulated address is malformed.", advice: "Please report this.")
        }
        let household = try await root.buildChild(HouseholdDependencies.self)
        let modules = try await household.buildChild(
            DeviceModuleDependencies.self, inputs: .init(macAddress: address, hardwareProduct: .hatchRest))
        let device = try await modules.buildChild(DeviceDependencies.self)
        let services = try await household.buildChild(ControlDependencies.self, inputs: .init(sessionKind: .daemon))
        let captures = try await root.buildChild(CaptureDependencies.self)
        let parts: [Any] = [
            try device.container.resolveMainActor(DeviceController.self),
            try services.container.resolveMainActor(ControlServiceGroup.self),
        ]
        return withExtendedLifetime((household, modules, device, services, captures, parts)) { root.graph() }
    }
}
