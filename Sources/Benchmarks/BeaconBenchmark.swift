import Basics
import Beacons
import Radio

/// Measures how many advertisements a second become typed frames, from the bytes of HCI events, on one core.
struct BeaconBenchmark {
    /// What a run measured.
    struct Result: Sendable {
        /// Reports visited, beacons' or not.
        let advertisements: Int
        /// How long the run took by the monotonic clock.
        let seconds: Double
        /// Frames by kind, and `none` for what was no beacon's or was malformed.
        let frames: [String: Int]
        /// Events that could not be read to their end.
        let brokenEvents: Int
        /// A sum over the fields of all frames, which proves that they were read.
        let checksum: UInt64

        /// Advertisements a second.
        var perSecond: Double { Double(advertisements) / seconds }
    }

    private let bytes: [UInt8]
    private let ranges: [Range<Int>]

    /// A workload of HCI events, with or without the H4 indicator in front.
    ///
    /// They are laid out one after the other, as a transport's buffer holds them.
    init(events: [[UInt8]]) {
        var bytes: [UInt8] = []
        var ranges: [Range<Int>] = []
        for event in events {
            let event = event.first == 0x04 ? event.dropFirst() : event[...]
            ranges.append(bytes.count..<bytes.count + event.count)
            bytes += event
        }
        self.bytes = bytes
        self.ranges = ranges
    }

    /// Repeats the workload for about `seconds`.
    func run(seconds: Double) -> Result {
        let clock = ContinuousClock()
        let start = clock.now
        let deadline = start.advanced(by: .seconds(seconds))
        var tally = Tally()
        repeat { pass(&tally) } while clock.now < deadline
        let elapsed = clock.now - start
        let (whole, fraction) = elapsed.components
        return Result(
            advertisements: tally.advertisements, seconds: Double(whole) + Double(fraction) * 1e-18,
            frames: tally.frames, brokenEvents: tally.brokenEvents, checksum: tally.checksum)
    }

    @inline(never)
    private func pass(_ tally: inout Tally) {
        bytes.withUnsafeBytes { buffer in
            for range in ranges {
                do throws(ReportError) {
                    try AdvertisingReports.visit(event: UnsafeRawBufferPointer(rebasing: buffer[range])) { report in
                        tally.take(report)
                    }
                } catch {
                    tally.brokenEvents += 1
                }
            }
        }
    }
}

/// Counts and sums of one run; small enough to stay in the first cache.
private struct Tally {
    private(set) var advertisements = 0
    var brokenEvents = 0
    private(set) var checksum: UInt64 = 0
    private var frameless = 0
    private var counts = [Int](repeating: 0, count: FrameKind.allCases.count)

    var frames: [String: Int] {
        var frames = ["none": frameless]
        for kind in FrameKind.allCases { frames[kind.name] = counts[Int(kind.rawValue)] }
        return frames.filter { $0.value > 0 }
    }

    @inline(__always)
    mutating func take(_ report: AdvertisingReport) {
        advertisements &+= 1
        checksum &+= report.address.value &+ UInt64(UInt8(bitPattern: report.rssiOrUnknown))
        var frames = FrameReader(report.data)
        var found = false
        while let frame = frames.next() {
            found = true
            counts[Int(frame.kind.rawValue)] &+= 1
            checksum = checksum &* 31 &+ digest(frame)
        }
        if !found { frameless &+= 1 }
    }

    /// A number into which every field of the frame goes.
    @inline(__always)
    private func digest(_ frame: Frame) -> UInt64 {
        switch frame {
        case .iBeacon(let frame):
            frame.identity.uuid.high ^ frame.identity.uuid.low ^ UInt64(frame.identity.major) << 24
                ^ UInt64(frame.identity.minor) << 8 ^ bits(frame.measuredPower)
        case .eddystoneUID(let frame): frame.identifier.high ^ frame.identifier.low ^ bits(frame.powerAtZeroMetres)
        case .eddystoneURL(let frame):
            frame.encodedHigh ^ frame.encodedLow ^ UInt64(frame.encodedLast) << 32 ^ UInt64(frame.encodedCount) << 16
                ^ UInt64(frame.scheme) << 8 ^ bits(frame.powerAtZeroMetres)
        case .eddystoneTLM(let frame):
            UInt64(frame.millivolts) << 48 ^ UInt64(UInt16(bitPattern: frame.temperature256)) << 32
                ^ UInt64(frame.advertisements) << 16 ^ UInt64(frame.uptimeDeciseconds)
        case .eddystoneEncryptedTLM(let frame):
            frame.ciphertextHigh ^ UInt64(frame.ciphertextLow) << 32 ^ UInt64(frame.salt) << 16
                ^ UInt64(frame.integrityCheck)
        case .eddystoneEID(let frame): frame.identifier.word ^ bits(frame.powerAtZeroMetres)
        case .altBeacon(let frame):
            frame.organisation.high ^ frame.organisation.low ^ UInt64(frame.unit) << 32 ^ UInt64(frame.company) << 16
                ^ UInt64(frame.manufacturerReserved ?? 0) << 8 ^ bits(frame.referenceRSSI)
        case .security(let frame):
            // A code gives its bytes only as an array; comparing it reads them all without one.
            UInt64(frame.major) << 17 ^ UInt64(frame.minor) << 1
                ^ (frame.code == SecurityCode(high: checksum, low: checksum) ? 1 : 0)
        case .exposure(let frame): frame.identifier.high ^ frame.identifier.low
        case .exposureNotification(let frame):
            frame.rollingProximityIdentifier.high ^ frame.rollingProximityIdentifier.low
                ^ UInt64(frame.associatedEncryptedMetadata)
        }
    }

    @inline(__always)
    private func bits(_ power: Int8) -> UInt64 { UInt64(UInt8(bitPattern: power)) }
}
