// SPDX-License-Identifier: Apache-2.0

/// A request about a device, which can be made of each device of a group.
public protocol DeviceRequest: Sendable {
    /// The device or the group; nil for all devices.
    var place: String? { get }

    /// The same request about one device.
    func aimed(at device: String) -> Self
}

/// A request that always names a device or a group.
public protocol NamedDeviceRequest: DeviceRequest {
    /// The device or the group.
    var device: String { get set }
}

extension NamedDeviceRequest {
    /// The device or the group.
    public var place: String? { device }

    /// The same request about one device.
    public func aimed(at device: String) -> Self {
        var request = self
        request.device = device
        return request
    }
}

extension PauseRequest: DeviceRequest {
    /// The device or the group; nil for all devices.
    public var place: String? { device }

    /// The same pause of one device.
    public func aimed(at device: String) -> Self {
        PauseRequest(from: from, until: until, device: device)
    }
}

extension DeviceSelection: NamedDeviceRequest {}
extension LightRequest: NamedDeviceRequest {}
extension LimitRequest: NamedDeviceRequest {}
extension MirrorRequest: NamedDeviceRequest {}
extension NapRequest: NamedDeviceRequest {}
extension PowerRequest: NamedDeviceRequest {}
extension SlotQuery: NamedDeviceRequest {}
extension SlotRequest: NamedDeviceRequest {}
extension SoundRequest: NamedDeviceRequest {}
extension TimerRequest: NamedDeviceRequest {}
extension VolumeRequest: NamedDeviceRequest {}
