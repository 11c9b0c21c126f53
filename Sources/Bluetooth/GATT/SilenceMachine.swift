// SPDX-License-Identifier: Apache-2.0

/// Decides what to do about an adapter that searches and hears no device at all.
///
/// A radio can go deaf without an error until it is switched off and on (source: home-assistant/core #77043; habluetooth
/// restarts a search and then resets the adapter). A search that hears nothing for a moment is no reason: somebody's phone
/// may hold the only device there is. So a few silent windows pass first, and then each takes one step.
public struct SilenceMachine: Hashable, Sendable {
    /// What to do after a window of listening.
    public enum Step: Hashable, Sendable {
        /// Pause, and listen again as ever.
        case pause
        /// Look at the adapter anew, and search again at once.
        case searchAnew
        /// Listen with another adapter at once.
        case replaceAdapter
        /// Switch the adapter off and on, and listen at once.
        case resetAdapter
        /// Say that nothing is heard.
        case report
    }

    /// What there is to do something with.
    public struct Means: Hashable, Sendable {
        /// Whether there is another adapter that is on and may be used.
        public var hasOtherAdapter: Bool
        /// Whether the owner allows that the adapter is switched off and on.
        public var mayReset: Bool

        /// Whether the adapter holds a link of another program.
        public var hasForeignLink: Bool

        /// Makes a value.
        public init(hasOtherAdapter: Bool, mayReset: Bool, hasForeignLink: Bool = false) {
            self.hasOtherAdapter = hasOtherAdapter
            self.mayReset = mayReset
            self.hasForeignLink = hasForeignLink
        }
    }

    /// How many silent windows in a row are nothing unusual; at the usual pace that is five minutes.
    public static let patience = 5
    /// How many are nothing unusual while another program has a link, beside which some radios hear little.
    public static let patienceWithForeignLink = 15
    /// How many more pass after a report until all steps are taken again.
    public static let repetition = 30
    /// How long an adapter is left alone after it was switched off and on.
    public static let resetPause = Duration.seconds(3600)

    /// Whether the silence is reported.
    public private(set) var isReported = false
    /// Whether the adapter was switched off and on since something was heard last.
    public private(set) var wasReset = false
    private var windows = 0
    private var taken: Set<Step> = []
    private var lastReset: Duration?

    /// Begins with an adapter that is not silent.
    public init() {}

    /// Notes that the adapter has heard a device, or holds a link of this process: a device with a link may be the only one
    /// that is there, and does not advertise.
    public mutating func heard() {
        (isReported, wasReset, windows, taken) = (false, false, 0, [])
    }

    /// Notes a window in which the adapter heard nothing, and returns what to do.
    public mutating func silent(_ means: Means, at now: Duration) -> Step {
        windows += 1
        let patience = means.hasForeignLink ? Self.patienceWithForeignLink : Self.patience
        guard isReported || windows >= patience else { return .pause }
        if isReported, windows < Self.repetition { return .report }
        if isReported, taken.contains(.report) { taken = [] }
        // A reset would end the link of the other program.
        let mayReset =
            means.mayReset && !means.hasForeignLink && lastReset.map { now - $0 >= Self.resetPause } ?? true
        let steps: [(Step, Bool)] = [
            (.searchAnew, true), (.replaceAdapter, means.hasOtherAdapter), (.resetAdapter, mayReset),
        ]
        let next = steps.first { $1 && !taken.contains($0) }?.0 ?? .report
        taken.insert(next)
        if next == .resetAdapter { (wasReset, lastReset) = (true, now) }
        if next == .report { (isReported, windows) = (true, Self.patience) }
        return next
    }
}
