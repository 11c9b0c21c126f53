// SPDX-License-Identifier: Apache-2.0

public import Captures
public import ControlAPI
import ControlServices
import ModularDependencyContainer
public import Replay
public import SleepModel

/// Reads and plays captures of every product that Lull can control; needs no household.
public struct CaptureTools: Sendable {
    private let module: CaptureDependencies

    /// Tools that play in real time; throws `internal_error` when their parts do not fit.
    public init() throws(ControlError) {
        do {
            module = try AppRoot.container(.preview()).buildChild(CaptureDependencies.self)
        } catch {
            throw ControlError(error)
        }
    }

    /// Reads a capture with what is known of every product.
    ///
    /// Throws `bad_data` or the error of the file when it cannot be read.
    public func read(_ path: String) throws(ControlError) -> CaptureTimeline {
        do { return try module.timelines(path) } catch { throw ControlError(error) }
    }

    /// Prepares to play the device at `address`, or the only one of the capture, `speed` times as fast as it was recorded.
    ///
    /// Throws when there is no such device, or several.
    public func replay(
        _ timeline: CaptureTimeline, address: MacAddress?, speed: Int
    ) throws(ControlError) -> CaptureReplay {
        do {
            return try module.replays(ReplayInput(timeline: timeline, address: address, speed: speed))
        } catch {
            throw ControlError(error)
        }
    }
}
