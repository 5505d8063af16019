import Basics
import Foundation
import Testing
import Vault

@testable import VaultDevice

@Suite("Unlocking")
struct UnlockingTests {
    @Test func `place, password and recovery code open, each by itself, and nothing else does`() throws {
        try VaultFixture.with { fixture in
            let home = try VaultFixture.fix()
            let (vault, code) = try fixture.make(fixes: [home])
            let data = try vault.keys.data
            vault.lock()
            #expect(try fixture.unlock(password: nil, fix: home).keys.data == data)
            #expect(try fixture.unlock().keys.data == data)
            #expect(try fixture.unlock(password: nil, recovery: code).keys.data == data)
            let other = RecoveryCode(using: &fixture.random)
            #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: nil, recovery: other) }
            #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: "otra") }
            let away = try VaultFixture.fix(40.4268)
            #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: nil, fix: away) }
            #expect(throws: VaultFault.missingFactor(.place)) { _ = try fixture.unlock(password: nil) }
            #expect(try fixture.locked().lockout(at: VaultFixture.moment(0)).failures == 2)
            // One attempt with two secrets, of which one is right, is no failure.
            #expect(try fixture.unlock(fix: away).keys.data == data)
            #expect(try fixture.locked().lockout(at: VaultFixture.moment(0)).failures == 0)
        }
    }

    @Test func `a password gives no travel key, a place does`() throws {
        try VaultFixture.with { fixture in
            let home = try VaultFixture.fix()
            let (vault, code) = try fixture.make(fixes: [home])
            vault.lock()
            #expect(try fixture.unlock().keys.travel == nil)
            let travel = try #require(try fixture.unlock(password: nil, fix: home).keys.travel)
            #expect(try fixture.unlock(password: nil, recovery: code).keys.travel == travel)
        }
    }

    @Test func `the third failure locks for longer and longer, and success sets it back`() throws {
        try VaultFixture.with { fixture in
            _ = try fixture.make()
            func attempt(_ password: String, _ second: Int64) throws {
                _ = try fixture.unlock(password: password, at: VaultFixture.moment(second))
            }
            for _ in 0..<3 { #expect(throws: VaultFault.doesNotOpen) { try attempt("mal", 0) } }
            #expect(throws: VaultFault.lockedOut(seconds: 300)) { try attempt("mal", 0) }
            #expect(throws: VaultFault.lockedOut(seconds: 1)) { try attempt(VaultFixture.password, 299) }
            #expect(throws: VaultFault.doesNotOpen) { try attempt("mal", 300) }
            #expect(throws: VaultFault.lockedOut(seconds: 600)) { try attempt(VaultFixture.password, 300) }
            let state = try fixture.locked().lockout(at: VaultFixture.moment(400))
            #expect(state == LockoutState(failures: 4, secondsLeft: 500, isStopped: false))
            try attempt(VaultFixture.password, 900)
            for _ in 0..<2 { #expect(throws: VaultFault.doesNotOpen) { try attempt("mal", 900) } }
            try attempt(VaultFixture.password, 900)
        }
    }

    @Test func `the strict rule locks for 900 seconds at the third failure`() throws {
        try VaultFixture.with { fixture in
            _ = try fixture.make(rule: .strict)
            for _ in 0..<3 { #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: "mal") } }
            #expect(throws: VaultFault.lockedOut(seconds: 900)) { _ = try fixture.unlock() }
        }
    }

    @Test func `place and password share one counter, and a position that is too coarse does not count`() throws {
        try VaultFixture.with { fixture in
            let home = try VaultFixture.fix()
            let (vault, code) = try fixture.make(fixes: [home])
            vault.lock()
            let away = try VaultFixture.fix(41)
            let coarse = try VaultFixture.fix(accuracy: 26)
            for _ in 0..<5 {
                #expect(throws: VaultFault.place(.tooCoarse(accuracy: 26, limit: 25))) {
                    _ = try fixture.unlock(password: nil, fix: coarse)
                }
            }
            #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: nil, fix: away) }
            #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: "mal") }
            #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: "mal", fix: away) }
            #expect(throws: VaultFault.lockedOut(seconds: 300)) { _ = try fixture.unlock(password: nil, fix: home) }
            // The recovery code is never locked, and sets the count back.
            _ = try fixture.unlock(password: nil, recovery: code)
            _ = try fixture.unlock()
        }
    }

    @Test func `neither another start of the system nor another time namespace shortens the wait`() throws {
        try VaultFixture.with { fixture in
            _ = try fixture.make()
            for _ in 0..<3 { #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(password: "mal") } }
            func left(_ moment: LockoutMoment) throws -> Int64 {
                try fixture.locked().lockout(at: moment).secondsLeft
            }
            #expect(try left(VaultFixture.moment(10)) == 290)
            // Looking is what makes the wait go on there; what passed before nobody knows.
            #expect(try left(VaultFixture.moment(1_000_000, clock: 2)) == 300)
            #expect(throws: VaultFault.lockedOut(seconds: 290)) {
                _ = try fixture.unlock(at: VaultFixture.moment(1_000_010, clock: 2))
            }
            #expect(throws: VaultFault.lockedOut(seconds: 300)) {
                _ = try fixture.unlock(at: VaultFixture.moment(5_000_000, clock: 3))
            }
            #expect(try left(VaultFixture.moment(5_000_100, clock: 3)) == 200)
            #expect(try left(VaultFixture.moment(2_000_000)) == 300)
            _ = try fixture.unlock(at: VaultFixture.moment(2_000_300))
        }
    }

    @Test func `a record that is deleted, changed or another vault's leaves the recovery code alone`() throws {
        try VaultFixture.with { fixture in
            let code = try fixture.make().recovery
            _ = try fixture.make("Berta")
            let records = fixture.folder.data.appending(path: "vaults")
            let own = records.appending(path: "\(try fixture.locked().header.vault.text).state")
            let other = records.appending(path: "\(try fixture.locked("Berta").header.vault.text).state")
            let record = try Data(contentsOf: own)
            var changed = record
            changed[4] ^= 1
            for bytes in [nil, Data(), changed, try Data(contentsOf: other)] {
                try? FileManager.default.removeItem(at: own)
                if let bytes { try bytes.write(to: own) }
                #expect(throws: VaultFault.noLockoutRecord) { _ = try fixture.unlock() }
                #expect(try fixture.locked().lockout(at: VaultFixture.moment(0)).isStopped)
            }
            _ = try fixture.unlock(password: nil, recovery: code)
            _ = try fixture.unlock()
        }
    }

    @Test func `an attempt that cannot be written down is not made`() throws {
        try VaultFixture.with { fixture in
            let code = try fixture.make().recovery
            let record = fixture.folder.data.appending(path: "vaults/\(try fixture.locked().header.vault.text).new")
            // Where the new record is to be made, there is a folder.
            try FileManager.default.createDirectory(at: record, withIntermediateDirectories: false)
            for password in [VaultFixture.password, "mal"] {
                #expect {
                    _ = try fixture.unlock(password: password)
                } throws: { fault in
                    guard case .storage = fault as? VaultFault else { return false }
                    return true
                }
            }
            _ = try fixture.unlock(password: nil, recovery: code)
        }
    }

    @Test func `an unknown user is answered as a wrong password, counted and locked out alike`() throws {
        try VaultFixture.with { fixture in
            _ = try fixture.make()
            for user in ["Ana", "Nadie"] {
                for _ in 0..<3 {
                    #expect(throws: VaultFault.doesNotOpen) { _ = try fixture.unlock(user, password: "mal") }
                }
                #expect(throws: VaultFault.lockedOut(seconds: 300)) { _ = try fixture.unlock(user, password: "mal") }
                let other = RecoveryCode(using: &fixture.random)
                #expect(throws: VaultFault.doesNotOpen) {
                    _ = try fixture.unlock(user, password: nil, recovery: other)
                }
            }
            #expect(try fixture.locked("Nadie").header.cost == .floor)
            #expect(fixture.folder.vaults().count == 1)
        }
    }

    @Test func `an unknown user takes as long as a wrong password`() throws {
        try VaultFixture.with { fixture in
            _ = try fixture.make()
            // Processor time of this thread, which tests beside it do not change.
            func spent() -> Double {
                var time = timespec()
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
                return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
            }
            func shortest(_ user: String) -> Double {
                (0..<8).map { round in
                    let begin = spent()
                    #expect(throws: VaultFault.doesNotOpen) {
                        let moment = VaultFixture.moment(Int64(round) * 100_000)
                        _ = try fixture.unlock(user, password: "mal", at: moment)
                    }
                    return spent() - begin
                }
                .min() ?? 0
            }
            let ratio = shortest("Nadie") / shortest("Ana")
            #expect((0.5...2).contains(ratio), "\(ratio)")
        }
    }
}
