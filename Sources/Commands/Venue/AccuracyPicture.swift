import Loyalty
import Proximity
import Strings

/// A venue's plan as SVG, coloured by the errors to expect, with its beacons and where one more would help most.
///
/// The colours are those of cividis (J. Nuñez, C. Anderton, R. Renslow, 2018): from light to dark in even steps, so that
/// the colour-blind and a grey print read the same.
struct AccuracyPicture {
    /// Up to how many metres each colour goes; the last one has no end.
    private static let bands: [(metres: Double, colour: String)] = [
        (0.5, "#fee838"), (1, "#d2c060"), (2, "#a59c74"), (3, "#7c7b78"), (5, "#575d6d"), (10, "#2a3f6d"),
        (.infinity, "#00224e"),
    ]
    private static let width = 1000.0
    /// The most that the plan takes of the picture.
    private static let room = (width: 960.0, height: 1200.0)
    private static let margin = 20.0
    /// The upper edge of the plan.
    private static let top = 84.0

    let venue: Venue
    let trial: AccuracyTrial

    /// The picture, 1,000 wide.
    var svg: String {
        let bottom = Self.top + venue.plan.height * scale
        let size = "\(number(Self.width)) \(number(bottom + 130))"
        let name = ServerStrings.venuePictureTitle(venue: venue.name).text
        let summary = ServerStrings.venueAccuracy(
            mean: DecimalNumber(hundredths: trial.accuracy.mean),
            ninetieth: DecimalNumber(hundredths: trial.accuracy.ninetieth)
        ).text
        // A long name is written smaller, so that all of it is there.
        let letters = min(22, max(9, Self.room.width / Double(max(name.count, 1)) * 1.6))
        let lines =
            [
                #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(size)" role="img""#
                    + #" font-family="system-ui, sans-serif" font-size="15" fill="black">"#,
                "<title>\(escaped(name))</title>",
                #"<rect width="100%" height="100%" fill="white"/>"#,
                #"<text x="20" y="36" font-size="\#(number(letters))" font-weight="600">\#(escaped(name))</text>"#,
                #"<text x="20" y="62">\#(escaped(summary))</text>"#,
            ] + cells + [walls] + beacons + legend(below: bottom) + ["</svg>"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Units of the picture for each metre.
    private var scale: Double { min(Self.room.width / venue.plan.width, Self.room.height / venue.plan.height) }

    private func x(_ metres: Double) -> Double {
        (Self.width - venue.plan.width * scale) / 2 + metres * scale
    }

    private func y(_ metres: Double) -> Double { Self.top + metres * scale }

    /// A path for each colour, with the cells of a row that have the same one in one piece.
    private var cells: [String] {
        let (side, plan) = (trial.accuracy.side, venue.plan)
        var paths = Self.bands.map { _ in "" }
        var run: (band: Int, left: Double, right: Double, y: Double)?
        func close() {
            guard let run else { return }
            let (left, right) = (x(run.left), x(min(run.right, plan.width)))
            let (upper, lower) = (y(run.y - side / 2), y(min(run.y + side / 2, plan.height)))
            paths[run.band] +=
                "M\(number(left)) \(number(upper))H\(number(right))V\(number(lower))H\(number(left))Z"
        }
        for place in trial.accuracy.places {
            let band = Self.bands.firstIndex { place.metres <= $0.metres } ?? Self.bands.count - 1
            let (left, right) = (place.point.x - side / 2, place.point.x + side / 2)
            if let known = run, known.band == band, known.y == place.point.y, abs(known.right - left) < side / 10 {
                run?.right = right
            } else {
                close()
                run = (band, left, right, place.point.y)
            }
        }
        close()
        let frame =
            #"<rect x="\#(number(x(0)))" y="\#(number(y(0)))" width="\#(number(plan.width * scale))""#
            + #" height="\#(number(plan.height * scale))" fill="none" stroke="gray"/>"#
        return [frame]
            + zip(Self.bands, paths).filter { !$0.1.isEmpty }.map { band, path in
                #"<path shape-rendering="crispEdges" fill="\#(band.colour)" d="\#(path)"/>"#
            }
    }

    /// The walls, dark with a light edge, so that they show on every colour.
    private var walls: String {
        let path = venue.plan.barriers.map { wall in
            "M\(number(x(wall.from.x))) \(number(y(wall.from.y)))L\(number(x(wall.to.x))) \(number(y(wall.to.y)))"
        }.joined()
        return #"<g fill="none" stroke-linecap="round"><path stroke="white" stroke-width="4" d="\#(path)"/>"#
            + #"<path stroke="black" stroke-width="2" d="\#(path)"/></g>"#
    }

    private var beacons: [String] {
        var marks = venue.beacons.map { beacon(at: x($0.position.x), y($0.position.y)) }
        if let worst = trial.accuracy.worst { marks.append(cross(at: x(worst.point.x), y(worst.point.y))) }
        if let point = trial.improvement?.point { marks.append(diamond(at: x(point.x), y(point.y))) }
        return marks
    }

    private func beacon(at x: Double, _ y: Double) -> String {
        #"<circle cx="\#(number(x))" cy="\#(number(y))" r="4.5" fill="white" stroke="black" stroke-width="2"/>"#
    }

    private func cross(at x: Double, _ y: Double) -> String {
        let path = "M\(number(x - 7)) \(number(y - 7))l14 14m0 -14l-14 14"
        return
            #"<path d="\#(path)" stroke="white" stroke-width="7"/><path d="\#(path)" stroke="black" stroke-width="3"/>"#
    }

    private func diamond(at x: Double, _ y: Double) -> String {
        #"<path d="M\#(number(x)) \#(number(y - 12))l12 12l-12 12l-12 -12z" fill="crimson" stroke="white""#
            + #" stroke-width="3"/>"#
    }

    private func legend(below bottom: Double) -> [String] {
        let step = Self.room.width / Double(Self.bands.count)
        var lines: [String] = []
        var least = 0.0
        for (index, band) in Self.bands.enumerated() {
            let left = Self.margin + Double(index) * step
            let text =
                band.metres.isFinite
                ? ServerStrings.venuePictureUpTo(metres: DecimalNumber(hundredths: band.metres))
                : ServerStrings.venuePictureOver(metres: DecimalNumber(hundredths: least))
            least = band.metres
            lines.append(
                #"<rect x="\#(number(left))" y="\#(number(bottom + 20))" width="\#(number(step))" height="18""#
                    + #" fill="\#(band.colour)"/>"#)
            lines.append(label(text, at: left, bottom + 56))
        }
        let row = bottom + 94
        lines += [beacon(at: 30, row), label(ServerStrings.venuePictureBeacon, at: 46, row + 5)]
        lines += [cross(at: 240, row), label(ServerStrings.venuePictureWorst, at: 258, row + 5)]
        if trial.improvement != nil {
            lines += [diamond(at: 480, row), label(ServerStrings.venuePictureProposal, at: 500, row + 5)]
        }
        return lines
    }

    private func label(_ phrase: Phrase, at x: Double, _ y: Double) -> String {
        #"<text x="\#(number(x))" y="\#(number(y))">\#(escaped(phrase.text))</text>"#
    }

    /// A length with at most two places behind the point.
    private func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        guard hundredths % 100 != 0 else { return String(hundredths / 100) }
        return String(Double(hundredths) / 100)
    }

    /// The text with what XML takes for its own written out, and without what it does not allow.
    private func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
