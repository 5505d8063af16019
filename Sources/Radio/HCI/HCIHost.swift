import Basics

/// The host's side of the HCI protocol as a state machine: bytes and instants in, actions out.
///
/// It resets a controller, asks what it can do, then advertises, scans passively, or both, with either the legacy or
/// the extended commands, never a mixture: a controller may refuse the other family once it has seen one. It has
/// neither clock nor socket; the owner carries bytes both ways and calls `tick(at:)` no later than `nextDeadline`.
/// One command is outstanding at a time. Source: Bluetooth Core 5.4, Volume 4, Part E.
public struct HCIHost: Sendable {
    /// What the radio is for.
    public struct Role: Sendable {
        /// Whether to report what others send.
        public var scan: Bool

        /// What to send; nil = nothing.
        public var advertise: AdvertisingPlan?

        /// When to listen.
        public var scanTiming: ScanTiming

        /// A role; without `advertise` nothing is ever sent, since scanning is passive.
        public init(scan: Bool, advertise: AdvertisingPlan? = nil, scanTiming: ScanTiming = .continuous) {
            self.scan = scan
            self.advertise = advertise
            self.scanTiming = scanTiming
        }
    }

    /// What the owner is to do, in order.
    public enum Action: Sendable, Equatable {
        /// Carry these bytes to the controller.
        case send([UInt8])
        /// An advertisement was heard.
        case heard(HeardAdvertisement)
        /// The controller is set up and does what the role says.
        case ready(ControllerCapabilities)
        /// The controller can no longer be used: close it, open it again, call `start(at:)`.
        case failed(HCIError)
    }

    /// How long a controller may take to answer a command, in milliseconds.
    static let answerTimeLimit: Int64 = 1000

    /// How often HCI_Reset is tried: the first may fall into the middle of something on a serial line.
    static let resetAttempts = 3

    /// After this many milliseconds without a byte the controller is asked whether it is still there.
    static let silenceLimit: Int64 = 10_000

    /// Once this many bytes in a row were no packet, the other side does not speak HCI.
    static let noiseLimit = 4096

    enum Phase: Equatable {
        case stopped
        case resetting(attempt: Int)
        case probing
        case configuring
        /// What the controller selected is known; the first payload goes in, and listening begins.
        case loading
        case running
    }

    /// How a command's failure is taken.
    enum Tolerance {
        /// Nothing works without it.
        case required
        /// A refusal, and no answer at all, say only that the controller cannot do it.
        case optional
    }

    struct Step {
        var command: HCICommand
        var tolerance: Tolerance
    }

    let role: Role
    var phase = Phase.stopped
    var capabilities = ControllerCapabilities(commandFamily: .legacy)
    /// Set once the extended commands failed although the controller claims them.
    var extendedFailed = false
    /// Bytes of a random static address, low byte first, from the controller's generator.
    var randomAddress: [UInt8]?
    /// The power in dBm that the controller says it advertises with.
    var selectedPower: Int8?
    var advertiser: Advertiser?

    var waiting: [Step] = []
    var outstanding: (step: Step, deadline: Timestamp)?
    /// How many commands the controller takes now (Num_HCI_Command_Packets).
    var credits: UInt8 = 1
    /// When to stop waiting for the controller to take commands again.
    var creditDeadline: Timestamp?
    var lastReceived = Timestamp(milliseconds: 0)
    /// The latest instant that the owner named.
    var latest = Timestamp(milliseconds: .min)
    var framer = H4Framer(source: .controller)
    var assembler = AdvertisementAssembler()

    /// A host that has not begun.
    public init(role: Role) {
        self.role = role
    }

    /// Begins from the beginning on a freshly opened controller, whatever went before.
    public mutating func start(at now: Timestamp) -> [Action] {
        self = HCIHost(role: role)
        lastReceived = now
        latest = now
        phase = .resetting(attempt: 1)
        var actions: [Action] = []
        enqueue(HCICommand(.reset), .required)
        pump(at: now, &actions)
        return actions
    }

    /// Takes bytes that the controller sent, in pieces of any size.
    public mutating func receive(_ bytes: [UInt8], at now: Timestamp) -> [Action] {
        guard phase != .stopped else { return [] }
        var actions: [Action] = []
        followClock(now)
        lastReceived = now
        framer.append(bytes)
        while phase != .stopped, let packet = framer.next() {
            take(packet, at: now, &actions)
        }
        if phase != .stopped, framer.skipped > Self.noiseLimit {
            fail(.notHCI, &actions)
        }
        pump(at: now, &actions)
        return actions
    }

    /// Does what is due by now: the next payload, a command that got no answer, a controller gone silent.
    public mutating func tick(at now: Timestamp) -> [Action] {
        guard phase != .stopped else { return [] }
        var actions: [Action] = []
        followClock(now)
        if let late = outstanding, late.deadline <= now {
            outstanding = nil
            credits = 1
            unanswered(late.step, &actions)
        } else if let deadline = creditDeadline, deadline <= now, let blocked = waiting.first {
            fail(.noAnswer(blocked.command.opcode), &actions)
        }
        if phase == .running {
            advanceAdvertising(at: now, &actions)
            if outstanding == nil, waiting.isEmpty, now.milliseconds(since: lastReceived) >= Self.silenceLimit {
                enqueue(HCICommand(.readAddress), .required)
            }
        }
        pump(at: now, &actions)
        return actions
    }

    /// Bytes after which a controller does nothing more, to be sent before its transport is closed.
    ///
    /// A controller outlives its host: without them it might go on advertising. Its answers are not waited for.
    public func farewell() -> [UInt8] {
        guard phase != .stopped else { return [] }
        // One virtual controller keeps advertising across a reset.
        let silence = advertiser == nil ? [] : enableCommand(false).packet
        return silence + HCICommand(.reset).packet
    }

    /// When `tick(at:)` has to be called next; nil when the host waits for `start(at:)`.
    public var nextDeadline: Timestamp? {
        guard phase != .stopped else { return nil }
        var next = outstanding?.deadline ?? creditDeadline
        if phase == .running {
            if outstanding == nil, waiting.isEmpty {
                next = earlier(next, lastReceived.advanced(byMilliseconds: Self.silenceLimit))
            }
            next = earlier(next, advertiser?.nextSlot)
        }
        return next
    }

    /// Deadlines go back with a clock that was set back, or they would not come for as long.
    private mutating func followClock(_ now: Timestamp) {
        defer { latest = now }
        let shift = now.milliseconds(since: latest)
        guard shift < 0 else { return }
        outstanding?.deadline.shift(byMilliseconds: shift)
        creditDeadline?.shift(byMilliseconds: shift)
        lastReceived.shift(byMilliseconds: shift)
        advertiser?.nextSlot?.shift(byMilliseconds: shift)
        assembler.shift(byMilliseconds: shift)
    }

    private func earlier(_ left: Timestamp?, _ right: Timestamp?) -> Timestamp? {
        guard let left else { return right }
        guard let right else { return left }
        return min(left, right)
    }
}

// MARK: Commands and answers

extension HCIHost {
    mutating func enqueue(_ command: HCICommand, _ tolerance: Tolerance) {
        waiting.append(Step(command: command, tolerance: tolerance))
    }

    /// Sends the next command when the controller takes one, and moves to the next phase when all are done.
    mutating func pump(at now: Timestamp, _ actions: inout [Action]) {
        while phase != .stopped, outstanding == nil {
            if waiting.isEmpty {
                guard finishPhase(at: now, &actions) else { return }
                continue
            }
            guard credits > 0 else {
                if creditDeadline == nil { creditDeadline = now.advanced(byMilliseconds: Self.answerTimeLimit) }
                return
            }
            let step = waiting.removeFirst()
            credits -= 1
            creditDeadline = nil
            outstanding = (step, now.advanced(byMilliseconds: Self.answerTimeLimit))
            actions.append(.send(step.command.packet))
        }
    }

    /// Stops for good; the owner starts again on a controller opened anew.
    mutating func fail(_ error: HCIError, _ actions: inout [Action]) {
        phase = .stopped
        waiting.removeAll()
        outstanding = nil
        creditDeadline = nil
        actions.append(.failed(error))
    }

    private mutating func take(_ packet: ArraySlice<UInt8>, at now: Timestamp, _ actions: inout [Action]) {
        switch HCIEvent(packet) {
        case .lowEnergy:
            guard role.scan, phase == .running else { return }
            packet.withUnsafeBytes { bytes in
                // What follows a malformed report is lost; what came before it is good.
                try? AdvertisingReports.visit(packet: bytes) { report in
                    if let heard = assembler.take(report, at: now) { actions.append(.heard(heard)) }
                }
            }
        case .commandComplete(let credits, let opcode, let result):
            grant(credits)
            answered(opcode, status: result.first ?? HCIStatus.success, result: result, &actions)
        case .commandStatus(let status, let credits, let opcode):
            grant(credits)
            answered(opcode, status: status, result: [status], &actions)
        case .hardwareError(let code):
            // One that comes before the reset is done tells of what was before us.
            if case .resetting = phase { return }
            fail(.hardware(code: code), &actions)
        case .other:
            break
        }
    }

    private mutating func grant(_ number: UInt8) {
        credits = number
        if number > 0 { creditDeadline = nil }
    }

    private mutating func answered(
        _ opcode: HCIOpcode, status: UInt8, result: [UInt8], _ actions: inout [Action]
    ) {
        // An answer to something else is late, or grants credits only.
        guard let step = outstanding?.step, step.command.opcode == opcode else { return }
        outstanding = nil
        if status == HCIStatus.success {
            succeeded(step.command, result: result)
        } else if phase == .running, refusedWhileAdvertising(step.command, status: status) {
            return
        } else if step.tolerance == .required {
            give(up: step.command.opcode, .refused(step.command.opcode, status: status), &actions)
        }
    }

    private mutating func unanswered(_ step: Step, _ actions: inout [Action]) {
        if case .resetting(let attempt) = phase, attempt < Self.resetAttempts {
            phase = .resetting(attempt: attempt + 1)
            enqueue(HCICommand(.reset), .required)
        } else if step.tolerance == .required {
            give(up: step.command.opcode, .noAnswer(step.command.opcode), &actions)
        }
    }

    /// A required command failed: the legacy commands may still work where the extended were promised in vain.
    private mutating func give(up opcode: HCIOpcode, _ error: HCIError, _ actions: inout [Action]) {
        let missing =
            switch error {
            case .noAnswer, .refused(_, HCIStatus.unknownCommand): true
            default: false
            }
        guard phase == .configuring || phase == .loading, opcode.isExtended, missing, !extendedFailed else {
            fail(error, &actions)
            return
        }
        extendedFailed = true
        waiting.removeAll()
        // Only a reset makes a controller accept the other family.
        phase = .resetting(attempt: 1)
        enqueue(HCICommand(.reset), .required)
    }
}

extension Timestamp {
    mutating func shift(byMilliseconds delta: Int64) {
        self = advanced(byMilliseconds: delta)
    }
}
