// SPDX-License-Identifier: Apache-2.0

/// What the daemon counts, in the text format of OpenMetrics 1.0.
public struct MetricsText: Hashable, Codable, Sendable, TextReply {
    /// The type that says how the text is written.
    public static let contentType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

    /// The whole text, with its end mark.
    public var text: String

    /// Takes a text.
    public init(text: String) {
        self.text = text
    }
}

/// A reply that is sent as it is, and not as JSON.
public protocol TextReply: Sendable {
    /// The content type of HTTP.
    static var contentType: String { get }
    /// The text.
    var text: String { get }

    /// Takes a text that came.
    init(text: String)
}
