import Basics
import Crypto
import Testing
import Vault

/// The clock of a device in a test, which runs as it is told.
private struct Clock {
    var boot: UInt8 = 1
    var running: Int64 = 1_000_000

    var now: LockoutMoment {
        LockoutMoment(clock: [UInt8](repeating: boot, count: 32), sinceBootMilliseconds: running)
    }

    /// Time passes.
    mutating func wait(_ seconds: Int64) {
        running += seconds * 1000
    }

    /// The system starts anew and has run for five seconds, or it is seen from another time namespace.
    mutating func restart() {
        boot += 1
        running = 5000
    }
}

@Suite("Lock-out record")
struct LockoutRecordTests {
    /// A record with so many failures, each as soon as it was allowed.
    private func failed(
        _ times: Int, _ clock: inout Clock, rule: LockoutRule = .standard
    ) throws -> LockoutRecord {
        var record = LockoutRecord.fresh
        for _ in 0..<times {
            clock.wait(record.secondsLeft(at: clock.now, rule: rule))
            try record.countAttempt(at: clock.now, rule: rule)
        }
        return record
    }

    @Test("the third failure locks for 300 s, and not a second less")
    func third() throws {
        var clock = Clock()
        var record = LockoutRecord.fresh
        for _ in 0..<3 {
            #expect(record.secondsLeft(at: clock.now, rule: .standard) == 0)
            try record.countAttempt(at: clock.now, rule: .standard)
        }
        #expect(record.failures == 3)
        #expect(record.secondsLeft(at: clock.now, rule: .standard) == 300)
        clock.wait(299)
        let before = record
        #expect(throws: VaultFault.lockedOut(seconds: 1)) {
            try record.countAttempt(at: clock.now, rule: .standard)
        }
        #expect(record == before)
        clock.running += 999
        #expect(record.secondsLeft(at: clock.now, rule: .standard) == 1)
        clock.running += 1
        try record.countAttempt(at: clock.now, rule: .standard)
        #expect(record.secondsLeft(at: clock.now, rule: .standard) == 600)
    }

    @Test("each failure waits as the rule says", arguments: LockoutRule.allCases)
    func waits(rule: LockoutRule) throws {
        var clock = Clock()
        for failures in 0..<LockoutRule.stop {
            let record = try failed(failures, &clock, rule: rule)
            #expect(record.secondsLeft(at: clock.now, rule: rule) == rule.seconds(afterFailures: failures))
        }
    }

    @Test("a hundred failures stop it for good, and the recovery code's success sets it back")
    func stop() throws {
        var clock = Clock()
        var record = try failed(99, &clock)
        #expect(!record.isStopped)
        clock.wait(record.secondsLeft(at: clock.now, rule: .standard))
        try record.countAttempt(at: clock.now, rule: .standard)
        #expect(record.isStopped)
        clock.wait(100_000_000)
        #expect(throws: VaultFault.stopped) { try record.countAttempt(at: clock.now, rule: .standard) }
        #expect(record.failures == 100)
        record.succeed(at: clock.now, sequence: 7)
        #expect(!record.isStopped)
        #expect(record.failures == 0)
        #expect(record.secondsLeft(at: clock.now, rule: .standard) == 0)
        try record.countAttempt(at: clock.now, rule: .standard)
    }

    @Test("only a success sets the count back, not time")
    func time() throws {
        var clock = Clock()
        var record = try failed(5, &clock)
        clock.wait(1_000_000)
        record.observe(clock.now)
        clock.restart()
        record.observe(clock.now)
        #expect(record.failures == 5)
        try record.countAttempt(at: clock.now, rule: .standard)
        #expect(record.secondsLeft(at: clock.now, rule: .standard) == 1200)
    }

    @Test(
        "another start or another namespace, however far ahead, serves nothing until it was written down",
        arguments: [0, 1, 1_000_000, .max / 2] as [Int64])
    func elsewhere(ahead: Int64) throws {
        var clock = Clock()
        var record = try failed(4, &clock)
        clock.wait(100)
        record.observe(clock.now)
        #expect(!record.mustObserve(clock.now))
        var other = Clock(boot: 9, running: ahead)
        #expect(record.secondsLeft(at: other.now, rule: .standard) == 500)
        other.wait(1000)
        #expect(record.secondsLeft(at: other.now, rule: .standard) == 500)
        #expect(record.mustObserve(other.now))
        record.observe(other.now)
        other.wait(499)
        #expect(record.secondsLeft(at: other.now, rule: .standard) == 1)
        // And back again, after any time.
        record.observe(other.now)
        clock.wait(1_000_000)
        #expect(record.secondsLeft(at: clock.now, rule: .standard) == 1)
        record.observe(clock.now)
        clock.wait(1)
        try record.countAttempt(at: clock.now, rule: .standard)
        #expect(record.secondsLeft(at: clock.now, rule: .standard) == 900)
    }

    @Test("a clock without a name serves nothing")
    func unknown() throws {
        var clock = Clock()
        var record = try failed(4, &clock)
        for seconds in [0, 1, 1_000_000] as [Int64] {
            let nameless = LockoutMoment(clock: [], sinceBootMilliseconds: seconds * 1000)
            #expect(record.secondsLeft(at: nameless, rule: .standard) == 600)
            record.observe(nameless)
        }
    }

    @Test("restarting again and again shortens nothing", arguments: 0..<32 as Range<UInt64>)
    func restarts(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var clock = Clock()
        var record = try failed(6, &clock)
        var passed = 0 as Int64
        while record.secondsLeft(at: clock.now, rule: .standard) > 0 {
            if Bool.random(using: &random) {
                let seconds = Int64.random(in: 1...200, using: &random)
                clock.wait(seconds)
                passed += seconds
            } else if clock.boot < 200 {
                clock.restart()
            }
            // As whoever looks does.
            if record.mustObserve(clock.now) { record.observe(clock.now) }
        }
        #expect(passed >= 1200)
    }

    @Test("a start that seems to run backwards begins the wait again")
    func runningBackwards() throws {
        var clock = Clock()
        var record = try failed(4, &clock)
        clock.wait(500)
        record.observe(clock.now)
        clock.running -= 300_000
        #expect(record.secondsLeft(at: clock.now, rule: .standard) == 600)
        record.observe(clock.now)
        clock.wait(600)
        #expect(record.secondsLeft(at: clock.now, rule: .standard) == 0)
    }

    @Test("an extreme clock overflows nothing", arguments: [Int64.min, -1, 0, .max])
    func extremes(running: Int64) throws {
        var clock = Clock()
        var record = try failed(10, &clock)
        for boot in [1, 2] as [UInt8] {
            let moment = LockoutMoment(clock: [UInt8](repeating: boot, count: 32), sinceBootMilliseconds: running)
            for _ in 0..<3 {
                #expect((0...2400).contains(record.secondsLeft(at: moment, rule: .standard)))
                record.observe(moment)
            }
        }
    }

    @Test("the highest sequence only rises, until an older copy is accepted")
    func sequences() {
        var record = LockoutRecord.fresh
        let now = Clock().now
        record.succeed(at: now, sequence: 7)
        record.succeed(at: now, sequence: 5)
        #expect(record.highestSequence == 7)
        record.advance(to: 9)
        record.advance(to: 8)
        #expect(record.highestSequence == 9)
        record.accept(olderSequence: 4)
        #expect(record.highestSequence == 4)
    }

    @Test("a record is read as it was written", arguments: 0..<32 as Range<UInt64>)
    func bytes(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (device, vault) = (DeviceSecrets(using: &random), RecordID(using: &random))
        var clock = Clock()
        var record = try failed(Int.random(in: 0...100, using: &random), &clock)
        clock.wait(40)
        record.observe(clock.now)
        record.advance(to: random.next())
        let bytes = record.encoded(for: vault, under: device)
        #expect(bytes.count <= LockoutRecord.byteLimit)
        #expect(LockoutRecord(bytes: bytes, for: vault, under: device) == record)
        #expect(LockoutRecord(bytes: bytes, for: RecordID(using: &random), under: device) == nil)
        #expect(LockoutRecord(bytes: bytes, for: vault, under: DeviceSecrets(using: &random)) == nil)
        #expect(
            LockoutRecord(bytes: LockoutRecord.fresh.encoded(for: vault, under: device), for: vault, under: device)
                == .fresh)
    }

    @Test("a record of the former version keeps its failures, and what is left of its wait begins again")
    func former() throws {
        var random = SplitMix64(seed: 3)
        let (device, vault) = (DeviceSecrets(using: &random), RecordID(using: &random))
        let former = Self.formerBytes(failures: 4, sequence: 7, served: 100_000, for: vault, under: device)
        var record = try #require(LockoutRecord(bytes: former, for: vault, under: device))
        #expect(record.failures == 4)
        #expect(record.highestSequence == 7)
        var clock = Clock(running: 1_000_000_000)
        #expect(record.secondsLeft(at: clock.now, rule: .standard) == 500)
        record.observe(clock.now)
        clock.wait(500)
        try record.countAttempt(at: clock.now, rule: .standard)
    }

    /// What the version before wrote: the start's identifier, and the latest wall clock.
    private static func formerBytes(
        failures: UInt32, sequence: UInt64, served: UInt64, for vault: RecordID, under device: DeviceSecrets
    ) -> [UInt8] {
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
        var content: [UInt8] = [1] + bytes(failures) + bytes(sequence) + bytes(1_795_000_000_000 as UInt64)
        content += bytes(5000 as UInt64) + bytes(served) + bytes(36 as UInt16) + [UInt8](repeating: 0x31, count: 36)
        let key = device.derived(for: Array("cerca.vault/lockout".utf8) + vault.bytes)
        return content + HMAC<SHA256>.authenticationCode(for: content, using: key)
    }

    @Test("a record with any bit changed, or of another length, is none")
    func changed() throws {
        var random = SplitMix64(seed: 1)
        let (device, vault) = (DeviceSecrets(using: &random), RecordID(using: &random))
        var clock = Clock()
        let bytes = try failed(7, &clock).encoded(for: vault, under: device)
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                #expect(LockoutRecord(bytes: changed, for: vault, under: device) == nil)
            }
            #expect(LockoutRecord(bytes: Array(bytes.prefix(index)), for: vault, under: device) == nil)
        }
        #expect(LockoutRecord(bytes: bytes + [0], for: vault, under: device) == nil)
        #expect(LockoutRecord(bytes: [UInt8](repeating: 0, count: 10_000), for: vault, under: device) == nil)
    }
}
