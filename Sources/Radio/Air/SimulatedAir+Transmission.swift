import Basics

/// One advertisement on its way: the same packet on up to three channels in turn.
struct Transmission: Sendable {
    var sender: Int
    /// Which of the sender's transmissions it is.
    var number: UInt64
    /// Microseconds; when the first packet begins.
    var start: Int64
    /// Microseconds that one packet takes.
    var duration: Int64
    /// Channels 37, 38, 39 in bits 0, 1, 2.
    var channels: UInt8
    /// What who hears it tells its host.
    var report: SimulatedReport

    /// Microseconds between the end of a packet and the beginning of the next on the following channel.
    static let gap: Int64 = 150
    /// No advertisement is on air for longer, in microseconds: three packets of 31 bytes and the gaps.
    static let longest: Int64 = 3 * 376 + 2 * gap

    /// When the packet on a channel (0, 1, 2) begins; nil where none is sent.
    func start(on channel: Int) -> Int64? {
        guard channels & (1 << UInt8(channel)) != 0 else { return nil }
        let before = (channels & ((1 << UInt8(channel)) - 1)).nonzeroBitCount
        return start + Int64(before) * (duration + Self.gap)
    }

    /// When all its packets have ended.
    var end: Int64 {
        let packets = Int64(channels.nonzeroBitCount)
        return start + packets * duration + (packets - 1) * Self.gap
    }
}

extension SimulatedAir {
    /// Microseconds on air at 1 Mb/s: preamble 1, access address 4, header 2, address 6, payload, checksum 3 bytes.
    ///
    /// Source: Bluetooth Core 5.4, Volume 6, Part B, section 2.1.
    static func airTime(payload: Int) -> Int64 {
        Int64(16 + payload) * 8
    }

    /// The random delay added to each advertising interval, in microseconds (Volume 6, Part B, section 4.4.2.2).
    private static let longestDelay = 10_000.0

    /// Puts an advertisement on air and plans the next.
    mutating func transmit(_ entry: Agenda.Entry) {
        let device = Int(entry.device)
        let set = devices[device].controller.sets[Int(entry.set)]
        guard set.enabled, set.generation == entry.generation else { return }
        let delay = Int64(devices[device].delays.uniform() * Self.longestDelay)
        var next = entry
        next.time += set.interval + delay
        agenda.insert(next)
        if devices[device].row == nil { devices[device].row = losses.addRow() }
        devices[device].transmissions += 1
        let random = set.usesRandomAddress ? set.randomAddress : nil
        let report = SimulatedReport(
            type: set.type, addressType: random == nil ? 0 : 1,
            address: random ?? devices[device].controller.publicAddress, data: set.data)
        onAir.append(
            Transmission(
                sender: device, number: devices[device].transmissions, start: entry.time,
                duration: Self.airTime(payload: set.data.count), channels: set.channels, report: report))
    }

    /// Decides who heard the advertisements that have ended by then.
    mutating func settle(until time: Int64) {
        while firstOpen < onAir.count, onAir[firstOpen].end <= time {
            deliver(firstOpen)
            firstOpen += 1
        }
        // What ended longer ago than the longest advertisement lasts can collide with nothing that is still open.
        let oldest = (firstOpen < onAir.count ? onAir[firstOpen].start : time) - Transmission.longest
        var gone = 0
        while gone < firstOpen, onAir[gone].end < oldest { gone += 1 }
        if gone > 0 {
            onAir.removeFirst(gone)
            firstOpen -= gone
        }
    }

    /// Gives the advertisement at `index` to everybody who hears it.
    private mutating func deliver(_ index: Int) {
        let sent = onAir[index]
        guard let row = devices[sent.sender].row, !listeners.isEmpty else { return }
        losses.reserve(columns: devices.count)
        let rivals = rivals(of: index)
        for listener in listeners where listener.device != sent.sender {
            guard let channel = channel(on: listener, of: sent) else { continue }
            let mean = meanStrength(from: sent.sender, row: row, at: listener.device)
            guard mean + model.shadowing * Deviate.greatest >= model.sensitivity else { continue }
            let strength = mean + shadowing(of: sent, at: listener)
            guard strength >= model.sensitivity else { continue }
            if !rivals.isEmpty, isLost(sent, strength: strength, among: rivals, on: channel, at: listener) { continue }
            let decibels = Int8(min(max(strength.rounded(), -127), 20))
            devices[listener.device].controller.report(
                sent.report.event(listener.reports, strength: decibels), sender: sent.report.identity)
        }
    }

    /// On which channel (0, 1, 2) a listener can take one of the packets; nil = it takes none.
    ///
    /// Each scan interval is spent on the next channel, and the whole packet has to fall into the interval's window.
    private func channel(on listener: Listener, of sent: Transmission) -> Int? {
        for channel in 0..<3 {
            guard let start = sent.start(on: channel) else { continue }
            let elapsed = start - listener.scanStart
            guard elapsed >= 0 else { continue }
            let (interval, offset) = elapsed.quotientAndRemainder(dividingBy: listener.interval)
            if Int(interval % 3) == channel, offset + sent.duration <= listener.window { return channel }
        }
        return nil
    }

    /// Advertisements that are on air at the same time as another, as a whole.
    private func rivals(of index: Int) -> [Int] {
        let sent = onAir[index]
        var found: [Int] = []
        var other = index - 1
        while other >= 0, onAir[other].start > sent.start - Transmission.longest {
            if onAir[other].end > sent.start { found.append(other) }
            other -= 1
        }
        other = index + 1
        while other < onAir.count, onAir[other].start < sent.end {
            found.append(other)
            other += 1
        }
        return found
    }

    /// Whether a packet drowns in others on its channel, or falls while the listener itself is sending.
    private mutating func isLost(
        _ sent: Transmission, strength: Double, among rivals: [Int], on channel: Int, at listener: Listener
    ) -> Bool {
        guard let start = sent.start(on: channel) else { return true }
        let end = start + sent.duration
        for index in rivals {
            let other = onAir[index]
            if other.sender == listener.device {
                if other.start < end, other.end > start { return true }
                continue
            }
            guard let begin = other.start(on: channel), begin < end, begin + other.duration > start,
                let row = devices[other.sender].row
            else { continue }
            let mean = meanStrength(from: other.sender, row: row, at: listener.device)
            if strength - (mean + shadowing(of: other, at: listener)) < model.captureMargin { return true }
        }
        return false
    }

    /// Decibels by which one packet differs from the mean at one listener; the same however often it is asked.
    private func shadowing(of sent: Transmission, at listener: Listener) -> Double {
        var bits = SplitMix64(
            seed: listener.noise ^ (UInt64(sent.sender) &* 0xA24B_AED4_963E_E407)
                ^ (sent.number &* 0x9FB2_1C65_1E98_DF25))
        return Deviate.normal(bits.next()) * model.shadowing
    }

    /// The mean strength, in dBm, with walls; worked out once until one of the two moves.
    private mutating func meanStrength(from sender: Int, row: Int, at listener: Int) -> Double {
        let version = versions[sender] &+ versions[listener]
        let known = losses[row, listener]
        if known.version == version { return Double(known.strength) }
        let strength = meanStrength(from: sender, to: listener)
        losses[row, listener] = LossTable.Entry(strength: Float(strength), version: version)
        return strength
    }

    /// The mean strength, in dBm, at which one device hears another; nil for unknown devices.
    ///
    /// It is what a test compares measurements with; nothing that a host could know.
    public func meanStrength(from sender: Int, at listener: Int) -> Double? {
        guard devices.indices.contains(sender), devices.indices.contains(listener) else { return nil }
        return meanStrength(from: sender, to: listener)
    }

    private func meanStrength(from sender: Int, to listener: Int) -> Double {
        let a = devices[sender].position
        let b = devices[listener].position
        let open = devices[sender].power - model.loss(atDistance: a.distance(to: b))
        // Who is out of reach without walls need not have them counted.
        guard open + model.shadowing * Deviate.greatest >= model.sensitivity else { return open }
        return walls.reduce(open) { $1.separates(a, b) ? $0 - $1.attenuation : $0 }
    }
}
