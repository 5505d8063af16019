import Randomness
import Testing
import Time
import Vault

/// The clocks of a device in a test: each runs as it is told.
private struct Clocks {
    var boot: UInt8 = 1
    var running: Int64 = 1_000_000
    var wall: Int64 = 1_795_000_000

    var now: LockoutMoment {
        LockoutMoment(
            bootID: [UInt8](repeating: boot, count: 16), sinceBootMilliseconds: running,
            wall: Timestamp(seconds: wall))
    }

    /// Time passes.
    mutating func wait(_ seconds: Int64) {
        running += seconds * 1000
        wall += seconds
    }

    /// The system starts anew after being off for so many seconds, and has run for five.
    mutating func restart(off seconds: Int64 = 0) {
        boot += 1
        running = 5000
        wall += seconds + 5
    }
}

@Suite("Lock-out record")
struct LockoutRecordTests {
    /// A record with so many failures, each as soon as it was allowed.
    private func failed(
        _ times: Int, _ clocks: inout Clocks, rule: LockoutRule = .standard
    ) throws -> LockoutRecord {
        var record = LockoutRecord.fresh
        for _ in 0..<times {
            clocks.wait(record.secondsLeft(at: clocks.now, rule: rule))
            try record.countAttempt(at: clocks.now, rule: rule)
        }
        return record
    }

    @Test("the third failure locks for 300 s, and not a second less")
    func third() throws {
        var clocks = Clocks()
        var record = LockoutRecord.fresh
        for _ in 0..<3 {
            #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 0)
            try record.countAttempt(at: clocks.now, rule: .standard)
        }
        #expect(record.failures == 3)
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 300)
        clocks.wait(299)
        let before = record
        #expect(throws: VaultFault.lockedOut(seconds: 1)) {
            try record.countAttempt(at: clocks.now, rule: .standard)
        }
        #expect(record == before)
        clocks.running += 999
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 1)
        clocks.running += 1
        try record.countAttempt(at: clocks.now, rule: .standard)
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 600)
    }

    @Test("each failure waits as the rule says", arguments: LockoutRule.allCases)
    func waits(rule: LockoutRule) throws {
        var clocks = Clocks()
        for failures in 0..<LockoutRule.stop {
            let record = try failed(failures, &clocks, rule: rule)
            #expect(record.secondsLeft(at: clocks.now, rule: rule) == rule.seconds(afterFailures: failures))
        }
    }

    @Test("a hundred failures stop it for good, and the recovery code's success sets it back")
    func stop() throws {
        var clocks = Clocks()
        var record = try failed(99, &clocks)
        #expect(!record.isStopped)
        clocks.wait(record.secondsLeft(at: clocks.now, rule: .standard))
        try record.countAttempt(at: clocks.now, rule: .standard)
        #expect(record.isStopped)
        clocks.wait(100_000_000)
        #expect(throws: VaultFault.stopped) { try record.countAttempt(at: clocks.now, rule: .standard) }
        #expect(record.failures == 100)
        record.succeed(at: clocks.now, sequence: 7)
        #expect(!record.isStopped)
        #expect(record.failures == 0)
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 0)
        try record.countAttempt(at: clocks.now, rule: .standard)
    }

    @Test("only a success sets the count back, not time")
    func time() throws {
        var clocks = Clocks()
        var record = try failed(5, &clocks)
        clocks.wait(1_000_000)
        clocks.restart(off: 1_000_000)
        record.observe(clocks.now)
        #expect(record.failures == 5)
        try record.countAttempt(at: clocks.now, rule: .standard)
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 1200)
    }

    @Test(
        "within one start of the system the wall clock moves nothing",
        arguments: [-1_000_000_000, -1, 1, 86_400, 4_000_000_000] as [Int64])
    func wallJumps(seconds: Int64) throws {
        var clocks = Clocks()
        var record = try failed(4, &clocks)
        clocks.wait(100)
        clocks.wall += seconds
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 500)
        record.observe(clocks.now)
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 500)
        clocks.running += 500_000
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 0)
    }

    @Test("the wait goes on while the device is off", arguments: [false, true])
    func off(isObserved: Bool) throws {
        var clocks = Clocks()
        var record = try failed(4, &clocks)
        clocks.wait(100)
        if isObserved { record.observe(clocks.now) }
        clocks.restart(off: 195)
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 300)
        if isObserved { record.observe(clocks.now) }
        clocks.wait(299)
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 1)
        clocks.wait(1)
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 0)
    }

    @Test("after a new start with the wall clock behind, the current wait begins again", arguments: [false, true])
    func backwards(isObserved: Bool) throws {
        var clocks = Clocks()
        var record = try failed(4, &clocks)
        clocks.wait(590)
        record.observe(clocks.now)
        clocks.restart()
        clocks.wall -= 3600
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 595)
        if isObserved { record.observe(clocks.now) }
        clocks.wait(594)
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 1)
        clocks.wait(1)
        try record.countAttempt(at: clocks.now, rule: .standard)
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 900)
    }

    @Test("a wall clock that was once far ahead does not lock for ever", arguments: [false, true])
    func farAhead(isObserved: Bool) throws {
        var clocks = Clocks()
        var record = try failed(4, &clocks)
        clocks.wall += 10_000_000_000
        record.observe(clocks.now)
        clocks.wall -= 10_000_000_000
        for _ in 0..<3 {
            clocks.restart(off: 60)
            #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 595)
            if isObserved { record.observe(clocks.now) }
            clocks.wait(10)
            #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 585)
        }
        clocks.wait(585)
        try record.countAttempt(at: clocks.now, rule: .standard)
    }

    @Test("restarting again and again shortens nothing", arguments: 0..<32 as Range<UInt64>)
    func restarts(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var clocks = Clocks()
        var record = try failed(6, &clocks)
        var passed = 0 as Int64
        while record.secondsLeft(at: clocks.now, rule: .standard) > 0 {
            if Bool.random(using: &random) {
                let seconds = Int64.random(in: 1...200, using: &random)
                clocks.wait(seconds)
                passed += seconds
            } else if clocks.boot < 200 {
                clocks.restart()
                passed += 5
                // Sometimes it is set back, too.
                if UInt8.random(in: 0..<4, using: &random) == 0 { clocks.wall -= 1000 }
            }
            if Bool.random(using: &random) { record.observe(clocks.now) }
        }
        #expect(passed >= 1200)
    }

    @Test("a start that seems to run backwards begins the wait again")
    func runningBackwards() throws {
        var clocks = Clocks()
        var record = try failed(4, &clocks)
        clocks.wait(500)
        record.observe(clocks.now)
        clocks.running -= 300_000
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 600)
        record.observe(clocks.now)
        clocks.wait(600)
        #expect(record.secondsLeft(at: clocks.now, rule: .standard) == 0)
    }

    @Test("extreme clocks overflow nothing", arguments: [Int64.min, -1, 0, .max], [Int64.min, 0, .max])
    func extremes(wall: Int64, running: Int64) throws {
        var clocks = Clocks()
        var record = try failed(10, &clocks)
        for boot in [1, 2] as [UInt8] {
            let moment = LockoutMoment(
                bootID: [UInt8](repeating: boot, count: 16), sinceBootMilliseconds: running,
                wall: Timestamp(milliseconds: wall))
            for _ in 0..<3 {
                #expect((0...2400).contains(record.secondsLeft(at: moment, rule: .standard)))
                record.observe(moment)
            }
        }
    }

    @Test("the highest sequence only rises, until an older copy is accepted")
    func sequences() {
        var record = LockoutRecord.fresh
        let now = Clocks().now
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
        var clocks = Clocks()
        clocks.wall -= Int64.random(in: 0...3_000_000_000, using: &random)
        var record = try failed(Int.random(in: 0...100, using: &random), &clocks)
        clocks.wait(40)
        record.observe(clocks.now)
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

    @Test("a record with any bit changed, or of another length, is none")
    func changed() throws {
        var random = SplitMix64(seed: 1)
        let (device, vault) = (DeviceSecrets(using: &random), RecordID(using: &random))
        var clocks = Clocks()
        let bytes = try failed(7, &clocks).encoded(for: vault, under: device)
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
