// SPDX-License-Identifier: Apache-2.0

/// How long to try, to hold and to wait.
public struct ConnectionPolicy: Hashable, Sendable {
    /// How long one attempt to connect may take.
    public var connectDeadline: Duration
    /// How long one command may wait for its acknowledgement.
    public var exchangeDeadline: Duration
    /// How long a command that can be verified by reading waits for its acknowledgement.
    public var replyDeadline: Duration
    /// How long a kept link may report nothing before the device is asked.
    public var silence: Duration
    /// How long an idle connection is kept; then the phone's app gets in.
    public var hold: Duration
    /// How long the device may take to report what it acknowledged, and how often to look.
    public var settleDeadline: Duration
    /// The pause between two looks.
    public var settlePause: Duration
    /// For how long an advertisement counts.
    public var presence: Duration
    /// The longest a link is kept for a desired state that asks for it; a kept link keeps the phone's app out.
    public var longestKeep: Duration
    /// For how long after the start a report may lag behind what a process before this one sent; zero when that was long
    /// ago.
    ///
    /// What is asked for in that time waits until it is over.
    public var predecessorLag: Duration

    /// The figures that served others well.
    ///
    /// Five seconds to connect and three for a reply are those of DavidSchinazi/hatch_rest_homeassistant, ten of hold
    /// those of wmbest2/hatch_rest_homeassistant; a reply comes within 20 ms of the write; several projects saw up to a second until a report shows a write.
    public init(
        connectDeadline: Duration = .seconds(5), exchangeDeadline: Duration = .seconds(3),
        replyDeadline: Duration? = nil, silence: Duration = .seconds(5), hold: Duration = .seconds(10),
        settleDeadline: Duration = .milliseconds(1500), settlePause: Duration = .milliseconds(250),
        presence: Duration = .seconds(300), longestKeep: Duration = .seconds(2 * 60 * 60),
        predecessorLag: Duration = .zero
    ) {
        self.connectDeadline = connectDeadline
        self.exchangeDeadline = exchangeDeadline
        self.replyDeadline = replyDeadline ?? exchangeDeadline / 3
        self.silence = silence
        self.hold = hold
        self.settleDeadline = settleDeadline
        self.settlePause = settlePause
        self.presence = presence
        self.longestKeep = longestKeep
        self.predecessorLag = predecessorLag
    }
}
