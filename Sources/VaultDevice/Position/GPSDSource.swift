import Vault

/// The positions of a gpsd, over TCP.
///
/// It listens for as long as one answer takes, and connects anew for the next: a daemon that was restarted in between
/// is no trouble.
package struct GPSDSource: PositionSource {
    private let host: String
    private let port: Int

    /// The gpsd at a host and port.
    package init(host: String, port: Int = PositionOption.standardPort) {
        self.host = host
        self.port = port
    }

    /// Its host and port.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The next positions with height.
    package func fixes(_ count: Int, within limit: Duration) async throws(PositionFault) -> [Fix] {
        try await BlockingWork.run { [self] flag throws(PositionFault) in
            try listen(count: count, until: .now + limit, flag: flag)
        }
    }

    private func listen(
        count: Int, until deadline: ContinuousClock.Instant, flag: StopFlag
    ) throws(PositionFault) -> [Fix] {
        let reader: DescriptorReader
        do {
            reader = try TCPConnection.open(host: host, port: port, until: deadline, flag: flag)
        } catch {
            throw error == .stopped ? .stopped : .unreachable(source: description, reason: error.description)
        }
        var watch = GPSDWatch(count: count)
        do throws(DescriptorReader.End) {
            try reader.write("?WATCH={\"enable\":true,\"json\":true};\n")
            while !watch.isDone {
                watch.append(try reader.bytes())
            }
        } catch {
            guard error != .stopped else { throw .stopped }
            // What came before the end is good, and the caller knows how many it needs.
            guard watch.fixes.isEmpty else { return watch.fixes }
            if watch.speaksGPSD, error != .timedOut { throw .broken(source: description) }
        }
        return try watch.outcome(source: description)
    }
}

/// What a gpsd has said since it was asked, without the connection.
struct GPSDWatch {
    /// How many positions are wanted.
    let count: Int
    private(set) var fixes: [Fix] = []
    /// Whether the first line was that of a gpsd of the right protocol.
    private(set) var speaksGPSD = false
    private var isForeign = false
    private var isFlat = false
    private var lacksAccuracy = false
    private var splitter = LineSplitter(limit: GPSDReport.longestLine)

    init(count: Int) {
        self.count = max(count, 1)
    }

    /// Whether more would change nothing.
    var isDone: Bool { fixes.count >= count || isForeign }

    mutating func append(_ bytes: [UInt8]) {
        for line in splitter.append(bytes) where !isDone {
            take(line)
        }
        // Whoever begins with a line that long is no gpsd.
        if !speaksGPSD, splitter.overlong > 0 { isForeign = true }
    }

    private mutating func take(_ line: [UInt8]) {
        guard let report = GPSDReport(line) else {
            // One damaged line among good ones is passed over; the first has to be right.
            if !speaksGPSD { isForeign = true }
            return
        }
        guard speaksGPSD else {
            speaksGPSD = report == .version(major: GPSDReport.protocolMajor)
            isForeign = !speaksGPSD
            return
        }
        switch report {
        case .fix(let fix):
            // The daemon repeats an epoch as its sentences come in; averaging needs positions of different times.
            if let last = fixes.last, let time = fix.time, last.time == time {
                fixes[fixes.count - 1] = fix
            } else {
                fixes.append(fix)
            }
        case .flatFix: isFlat = true
        case .fixWithoutAccuracy: lacksAccuracy = true
        case .refusal: isForeign = true
        case .version, .noFix, .other: break
        }
    }

    /// The positions, or why there are none.
    func outcome(source: String) throws(PositionFault) -> [Fix] {
        guard fixes.isEmpty else { return fixes }
        if isForeign || !speaksGPSD { throw .notGPSD(source: source) }
        if lacksAccuracy { throw .noAccuracy(source: source) }
        if isFlat { throw .flatFix(source: source) }
        throw .noFix(source: source)
    }
}
