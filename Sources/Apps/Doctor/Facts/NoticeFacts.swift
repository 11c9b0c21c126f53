// SPDX-License-Identifier: Apache-2.0

/// Who runs a program of the owner for each notice on a host.
public struct NoticeFacts: Hashable, Sendable {
    /// The notice command in the settings of the system's daemon; nil when there is none, or they cannot be read.
    public var command: String?
    /// The program that the service `lull-notices` runs; nil when that is not enabled, or has no program.
    public var serviceProgram: String?

    /// Makes a value.
    public init(command: String? = nil, serviceProgram: String? = nil) {
        self.command = command
        self.serviceProgram = serviceProgram
    }
}
