import Basics
import Loyalty
import Proximity
import Strings

/// What a trial of a venue's beacons came to, for people and for programs.
struct AccuracyReport {
    let venue: Venue
    let trial: AccuracyTrial

    private var accuracy: ExpectedAccuracy { trial.accuracy }

    /// Some lines for people.
    var lines: [Phrase] {
        var lines = [
            ServerStrings.venueAccuracy(
                mean: DecimalNumber(hundredths: accuracy.mean), ninetieth: DecimalNumber(hundredths: accuracy.ninetieth)
            ),
            ServerStrings.venueAccuracyAir(
                packets: DecimalNumber(hundredths: trial.air.packetsPerSecond),
                bodies: DecimalNumber(hundredths: trial.air.placeDeviation)),
            ServerStrings.venueAccuracyShares(
                one: percent(accuracy.share(within: 1)), two: percent(accuracy.share(within: 2)),
                five: percent(accuracy.share(within: 5))),
            ServerStrings.venueAccuracyFew(share: percent(accuracy.share(hearingFewerThan: 3))),
        ]
        if let worst = accuracy.worst {
            lines.append(
                ServerStrings.venueAccuracyWorst(
                    metres: DecimalNumber(tenths: worst.metres), place: words(for: worst.point)))
        }
        if let (point, better) = trial.improvement {
            lines.append(
                ServerStrings.venueAccuracyProposal(
                    place: words(for: point), mean: DecimalNumber(hundredths: better.mean),
                    ninetieth: DecimalNumber(hundredths: better.ninetieth)))
        } else {
            lines.append(ServerStrings.venueAccuracyEnough)
        }
        return lines
    }

    /// One object for programs, with every cell as its middle, its error and the beacons heard.
    var object: JSONValue {
        var members = [
            JSONValue.Member("meanMetres", rounded(accuracy.mean)),
            JSONValue.Member("p90Metres", rounded(accuracy.ninetieth)),
            JSONValue.Member("within1", rounded(accuracy.share(within: 1))),
            JSONValue.Member("within2", rounded(accuracy.share(within: 2))),
            JSONValue.Member("within5", rounded(accuracy.share(within: 5))),
            JSONValue.Member("fewerThanThree", rounded(accuracy.share(hearingFewerThan: 3))),
            JSONValue.Member("packetsPerSecond", rounded(trial.air.packetsPerSecond)),
            JSONValue.Member("bodiesDecibels", rounded(trial.air.placeDeviation)),
            JSONValue.Member("worst", accuracy.worst.map { place($0.point, metres: $0.metres) } ?? .null),
            JSONValue.Member("proposal", trial.improvement.map { proposal($0.point, $0.accuracy) } ?? .null),
            JSONValue.Member("cellSide", rounded(accuracy.side)),
        ]
        let cells = accuracy.places.map { place -> JSONValue in
            .array([
                rounded(place.point.x), rounded(place.point.y), rounded(place.metres), rounded(place.heard),
            ])
        }
        members.append(JSONValue.Member("cells", .array(cells)))
        return .object([JSONValue.Member("accuracy", .object(members))])
    }

    private func place(_ point: PlanPoint, metres: Double) -> JSONValue {
        .object([
            JSONValue.Member("x", rounded(point.x)), JSONValue.Member("y", rounded(point.y)),
            JSONValue.Member("shop", shop(at: point).map { .count($0.major) } ?? .null),
            JSONValue.Member("metres", rounded(metres)),
        ])
    }

    private func proposal(_ point: PlanPoint, _ better: ExpectedAccuracy) -> JSONValue {
        .object([
            JSONValue.Member("x", rounded(point.x)), JSONValue.Member("y", rounded(point.y)),
            JSONValue.Member("shop", shop(at: point).map { .count($0.major) } ?? .null),
            JSONValue.Member("meanMetres", rounded(better.mean)),
            JSONValue.Member("p90Metres", rounded(better.ninetieth)),
        ])
    }

    private func shop(at point: PlanPoint) -> Shop? {
        venue.shop(at: PlanPosition(x: point.x, y: point.y))
    }

    private func words(for point: PlanPoint) -> Phrase {
        let (x, y) = (DecimalNumber(tenths: point.x), DecimalNumber(tenths: point.y))
        guard let shop = shop(at: point) else { return ServerStrings.venueAccuracyOutside(x: x, y: y) }
        return ServerStrings.venueAccuracyInShop(shop: shop.name, x: x, y: y)
    }

    private func percent(_ share: Double) -> String { String(Int((share * 100).rounded())) }

    private func rounded(_ value: Double) -> JSONValue { .number((value * 1000).rounded() / 1000) }
}
