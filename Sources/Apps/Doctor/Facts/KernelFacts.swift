// SPDX-License-Identifier: Apache-2.0

public import GATT

/// What the kernel and the files of the system show of Bluetooth.
public struct KernelFacts: Hashable, Sendable {
    /// A controller.
    public struct Adapter: Hashable, Sendable {
        /// Its name, such as `hci0`.
        public var name: String
        /// The kernel's driver for it; nil when it does not say.
        public var driver: String?
        /// What the owner of the host says of it in a rule of udev; nil for nothing.
        public var mark: AdapterMark?

        /// Makes a value.
        public init(name: String, driver: String?, mark: AdapterMark? = nil) {
            self.name = name
            self.driver = driver
            self.mark = mark
        }
    }

    /// A switch that turns radios off.
    public struct RadioSwitch: Hashable, Sendable {
        /// Its name, such as `hci0`.
        public var name: String
        /// Whether a program has switched the radio off.
        public var isSoftBlocked: Bool
        /// Whether a switch of the machine has.
        public var isHardBlocked: Bool

        /// Makes a value.
        public init(name: String, isSoftBlocked: Bool, isHardBlocked: Bool) {
            self.name = name
            self.isSoftBlocked = isSoftBlocked
            self.isHardBlocked = isHardBlocked
        }
    }

    /// The controllers, by name.
    public var adapters: [Adapter]
    /// The switches of Bluetooth, by name.
    public var switches: [RadioSwitch]
    /// The last complaints about Bluetooth in the kernel's log, newest last; nil when this user may not read it.
    public var complaints: [String]?
    /// The version of Debian's package of bluetoothd, which itself does not say; nil when it is not known.
    public var blueZVersion: String?
    /// Which of the rights that Lull can use the process has, by their names.
    public var capabilities: [String]

    /// Makes a value.
    public init(
        adapters: [Adapter] = [], switches: [RadioSwitch] = [], complaints: [String]? = nil,
        blueZVersion: String? = nil, capabilities: [String] = []
    ) {
        self.adapters = adapters
        self.switches = switches
        self.complaints = complaints
        self.blueZVersion = blueZVersion
        self.capabilities = capabilities
    }
}
