import Basics

/// A proof that a person, under one pseudonym, was in a shop.
package struct ShopProof: Hashable, Sendable {
    /// The proof's identifier.
    package let id: String
    /// When it was proved, by the server's clock.
    package let at: Timestamp
    /// Whether so many accounts used the beacon's code that it says little.
    package let isDisputed: Bool

    /// The proof `id`.
    package init(id: String, at: Timestamp, isDisputed: Bool = false) {
        self.id = id
        self.at = at
        self.isDisputed = isDisputed
    }
}

/// One visit to a shop, as people understand the word: from the first proof to the last, without a long gap.
///
/// A shop has several beacons, and each is proved again every minute or so; a visitor who remains has one stay.
package struct Stay: Hashable, Sendable {
    /// Proofs that are less than this apart, in seconds, are of one stay.
    package static let gapSeconds: Int64 = 900

    /// The proofs in the order of their times; there is at least one.
    package let proofs: [ShopProof]

    /// What names it: its first proof.
    package var id: String { proofs[0].id }
    /// When it was proved first.
    package var from: Timestamp { proofs[0].at }
    /// When it was proved last.
    package var until: Timestamp { proofs[proofs.count - 1].at }
    /// Whether each of its proofs is disputed; one good proof makes a visitor.
    package var isDisputed: Bool { proofs.allSatisfy(\.isDisputed) }

    /// The stays of one pseudonym in its shop, the first one first, whatever the order of the proofs.
    package static func stays(of proofs: [ShopProof]) -> [Stay] {
        var stays: [[ShopProof]] = []
        for proof in proofs.sorted(by: { ($0.at, $0.id) < ($1.at, $1.id) }) {
            if let last = stays.last?.last, proof.at.milliseconds(since: last.at) < gapSeconds * 1000 {
                stays[stays.count - 1].append(proof)
            } else {
                stays.append([proof])
            }
        }
        return stays.map(Stay.init(proofs:))
    }

    private init(proofs: [ShopProof]) {
        self.proofs = proofs
    }
}
