import Foundation
import Phone
import Testing
import Vault

@testable import VaultDevice

@Suite("What a device keeps for a vault")
struct DeviceTests {
    @Test func `the clock since the start goes on, in one and the same start`() {
        let one = DeviceMoment.now()
        usleep(20_000)
        let other = DeviceMoment.now()
        #expect(one.clock == other.clock)
        #expect(other.sinceBootMilliseconds - one.sinceBootMilliseconds >= 15)
        #if os(Linux)
            #expect(one.clock.count == 32)
        #endif
    }

    @Test func `keys are made once, kept, and each vault has its own`() throws {
        try VaultFixture.with { fixture in
            let (one, other) = (RecordID(using: &fixture.random), RecordID(using: &fixture.random))
            let device = VaultOnDevice(one, in: fixture.folder)
            #expect(try device.secrets() == nil)
            let secrets = try device.makeSecrets(using: &fixture.random)
            #expect(try device.makeSecrets(using: &fixture.random) == secrets)
            #expect(try device.secrets() == secrets)
            let second = try VaultOnDevice(other, in: fixture.folder).makeSecrets(using: &fixture.random)
            #expect(second.install == secrets.install)
            #expect(second.device != secrets.device)
            try device.forget()
            #expect(try device.secrets() == nil)
            #expect(try VaultOnDevice(other, in: fixture.folder).secrets() == second)
        }
    }

    @Test func `a lock-out record is replaced as a whole, and belongs to its vault and device`() throws {
        try VaultFixture.with { fixture in
            let vault = RecordID(using: &fixture.random)
            let secrets = try VaultOnDevice(vault, in: fixture.folder).makeSecrets(using: &fixture.random)
            let records = fixture.root.appending(path: "records")
            let file = LockoutFile(folder: records, vault: vault, secrets: secrets)
            #expect(file.load() == nil)
            #expect(throws: VaultFault.noLockoutRecord) { try file.update { _ throws(VaultFault) in } }
            try file.update(from: .fresh) { record throws(VaultFault) in record.advance(to: 7) }
            #expect(file.load()?.highestSequence == 7)
            #expect(throws: VaultFault.busy) {
                try file.update { record throws(VaultFault) in
                    record.advance(to: 8)
                    throw .busy
                }
            }
            #expect(file.load()?.highestSequence == 7)
            // What can wait is written behind the record; when that is cut short, the record before it counts.
            try file.update(from: nil, .whenConvenient) { record throws(VaultFault) in record.advance(to: 9) }
            #expect(file.load()?.highestSequence == 9)
            let state = records.appending(path: "\(vault.text).state")
            let whole = try Data(contentsOf: state)
            for count in 513..<whole.count {
                try whole.prefix(count).write(to: state)
                #expect(file.load()?.highestSequence == 7)
            }
            try file.update { record throws(VaultFault) in record.advance(to: 8) }
            #expect(file.load()?.highestSequence == 8)
            let others = DeviceSecrets(using: &fixture.random)
            #expect(LockoutFile(folder: records, vault: vault, secrets: others).load() == nil)
            #expect(LockoutFile(folder: records, vault: .zero, secrets: secrets).load() == nil)
            let names = try FileManager.default.contentsOfDirectory(atPath: records.path).sorted()
            #expect(names.filter { !$0.hasSuffix(".lock") } == ["\(vault.text).state"])
        }
    }

    @Test func `attempts that are counted at the same time are all counted`() async throws {
        let root = VaultFixture.freshFolder()
        defer { try? FileManager.default.removeItem(at: root) }
        var random = SystemRandomNumberGenerator()
        let secrets = DeviceSecrets(using: &random)
        let file = LockoutFile(folder: root, vault: .zero, secrets: secrets)
        try file.update(from: .fresh) { record throws(VaultFault) in record.advance(to: 1) }
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    try file.update { record throws(VaultFault) in
                        record.advance(to: record.highestSequence + 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(file.load()?.highestSequence == 9)
    }
}
