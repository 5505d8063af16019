import Basics
import Foundation
import Vault

/// What the command that unlocks a vault hands to the agent, over a pipe that nobody else can read.
package struct AgentHandover: Sendable {
    /// Which vault it is.
    package let vault: RecordID
    /// Its keys.
    package let keys: OpenedKeys
    /// After how many idle seconds the agent forgets them.
    package let idleSeconds: Int
    /// Where the vault was unlocked and the side of its cells, when the agent is to lock on leaving there.
    package let place: (fix: Fix, side: CellSide)?

    /// The most seconds that the agent keeps keys without being used: a day.
    package static let longestIdleSeconds = 86_400

    private static let byteCount = 16 + 4 + 1 + 26 + AgentRecord.keyCount

    /// What to keep, and until when; the seconds are held between 1 and a day.
    package init(vault: RecordID, keys: OpenedKeys, idleSeconds: Int, place: (fix: Fix, side: CellSide)? = nil) {
        self.vault = vault
        self.keys = keys
        self.idleSeconds = min(max(idleSeconds, 1), Self.longestIdleSeconds)
        self.place = place
    }

    /// Writes it to an open file; false when that failed.
    package func write(to descriptor: Int32) -> Bool {
        withSecretBuffer(Self.byteCount) { buffer in
            buffer.copyBytes(from: vault.bytes)
            buffer.storeBytes(of: UInt32(idleSeconds).bigEndian, toByteOffset: 16, as: UInt32.self)
            if let place {
                buffer[20] = 1
                let numbers = [place.fix.latitude, place.fix.longitude, place.fix.accuracy]
                for (index, number) in numbers.enumerated() {
                    buffer.storeBytes(of: number.bitPattern.bigEndian, toByteOffset: 21 + 8 * index, as: UInt64.self)
                }
                buffer.storeBytes(of: place.side.metres.bigEndian, toByteOffset: 45, as: UInt16.self)
            }
            AgentRecord.write(keys, to: UnsafeMutableRawBufferPointer(rebasing: buffer[47...]))
            return AgentSocket.send(UnsafeRawBufferPointer(buffer), to: descriptor)
        }
    }

    /// Reads what another process wrote; nil when it is not that.
    package init?(from descriptor: Int32) {
        let read: AgentHandover? = withSecretBuffer(Self.byteCount) { buffer in
            guard AgentSocket.receive(into: buffer, from: descriptor) else { return nil }
            return AgentHandover(parsing: UnsafeRawBufferPointer(buffer))
        }
        guard let read else { return nil }
        self = read
    }

    private init?(parsing buffer: UnsafeRawBufferPointer) {
        func number(at offset: Int) -> Double {
            Double(bitPattern: UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
        let seconds = UInt32(bigEndian: buffer.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
        guard let vault = RecordID(bytes: buffer[..<16]), seconds <= UInt32(Self.longestIdleSeconds), seconds > 0,
            let keys = AgentRecord.keys(in: UnsafeRawBufferPointer(rebasing: buffer[47...])), buffer[20] <= 1
        else { return nil }
        var place: (fix: Fix, side: CellSide)?
        if buffer[20] == 1 {
            let metres = UInt16(bigEndian: buffer.loadUnaligned(fromByteOffset: 45, as: UInt16.self))
            guard let side = CellSide(metres: metres),
                let fix = Fix(latitude: number(at: 21), longitude: number(at: 29), accuracy: number(at: 37))
            else { return nil }
            place = (fix, side)
        }
        self.init(vault: vault, keys: keys, idleSeconds: Int(seconds), place: place)
    }
}
