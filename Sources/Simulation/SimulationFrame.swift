import API
import Loyalty

extension CentreSimulation {
    /// What the page shows of this moment: everybody's place, and what happened since the frame before.
    mutating func takeFrame() -> DemoFrameBody {
        defer {
            newSightings.removeAll()
            newOffers.removeAll()
        }
        var people = visitors.indices.compactMap { index -> VisitorMarkBody? in
            guard isInside(index) else { return nil }
            return VisitorMarkBody(number: index, at: visitors[index].position)
        }
        people += guests.map { VisitorMarkBody(number: $0.number, at: $0.position) }
        return DemoFrameBody(
            at: now,
            visitors: people,
            attackers: attackers.presences.enumerated().map { number, presence in
                AttackerMarkBody(
                    id: Self.firstAttacker + number, x: presence.position.x.tenths, y: presence.position.y.tenths,
                    kind: presence.kind.apiValue)
            },
            sightings: newSightings,
            offers: newOffers,
            totals: DemoTotalsBody(report, positionErrors.summary))
    }
}

extension AttackKind {
    /// As it travels.
    var apiValue: DemoAttackKind {
        switch self {
        case .clone: .clone
        case .replay: .replay
        case .share: .share
        case .relay: .relay
        }
    }
}

extension VisitorMarkBody {
    fileprivate init(number: Int, at position: PlanPosition) {
        self.init(id: number, x: position.x.tenths, y: position.y.tenths)
    }
}

extension DemoTotalsBody {
    fileprivate init(_ report: SimulationReport, _ error: SimulationReport.PositionError) {
        func tally(_ kind: AttackKind) -> AttackTallyBody {
            let attack = report.attacks[kind.rawValue] ?? .init()
            return AttackTallyBody(attempts: attack.attempts, accepted: attack.accepted)
        }
        self.init(
            visitors: report.visitors, sightings: report.sightings, accepted: report.accepted,
            rejected: report.rejected, offers: report.offers,
            attacks: AttackTotalsBody(
                clone: tally(.clone), replay: tally(.replay), share: tally(.share), relay: tally(.relay)),
            positionError: PositionErrorBody(mean: error.mean, p90: error.p90))
    }
}

extension Double {
    /// Rounded to ten centimetres, which is enough for a picture.
    fileprivate var tenths: Double { (self * 10).rounded() / 10 }
}
