// SPDX-License-Identifier: Apache-2.0

public import SleepModel

extension GATTError {
    /// The error `transport_unavailable` of an adapter that searches and hears nobody.
    ///
    /// `linked` are the devices that other programs are connected to by it. `ending` is a sentence that says how such a link
    /// is ended, and `switching` says by which commands the adapter is switched off and on.
    public static func silence(
        of adapter: String, wasReset: Bool, besides linked: [MacAddress], ending: String, switching: String
    ) -> GATTError {
        let silence = "The Bluetooth adapter \(adapter) hears no device at all, though it searches"
        guard linked.isEmpty else {
            return GATTError(
                .unavailable, "\(silence); it is connected to \(linked.map(\.rawValue).joined(separator: ", ")).",
                advice: "Some adapters hear nobody beside a connection. \(ending)")
        }
        return GATTError(
            .unavailable, "\(silence).",
            advice: wasReset
                ? "Lull has switched it off and on. Plug it in again, or restart this computer."
                : "Switch it off and on: \(switching). With --reset-radio `lulld` does that by itself.")
    }
}
