/// One figure with its samples, as Prometheus reads it.
package struct MetricFamily: Sendable {
    /// What its numbers are.
    package enum Kind: String, Sendable {
        /// Only grows while the server runs; its name ends in `_total`.
        case counter
        /// Goes up and down.
        case gauge
        /// Counts by upper bounds, with their sum.
        case histogram
        /// A sum and how many were added up.
        case summary
    }

    /// One number.
    package struct Sample: Sendable {
        let suffix: String
        let labels: [(name: String, value: String)]
        let value: String

        /// A whole number; a label never says whose something is.
        package init(_ value: some BinaryInteger, _ labels: [(name: String, value: String)] = [], suffix: String = "") {
            self.init(text: "\(value)", labels, suffix: suffix)
        }

        /// A number, in the base unit that the figure's name says.
        package init(_ value: Double, _ labels: [(name: String, value: String)] = [], suffix: String = "") {
            self.init(text: "\(value)", labels, suffix: suffix)
        }

        private init(text: String, _ labels: [(name: String, value: String)], suffix: String) {
            self.value = text
            self.labels = labels
            self.suffix = suffix
        }
    }

    let name: String
    let kind: Kind
    let help: String
    let samples: [Sample]

    /// A figure; `help` is one sentence.
    package init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }

    /// A figure with one number.
    package init(_ name: String, _ kind: Kind, _ help: String, _ value: some BinaryInteger) {
        self.init(name, kind, help, [Sample(value)])
    }

    /// A figure with one number.
    package init(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        self.init(name, kind, help, [Sample(value)])
    }

    /// The figure in the text format of Prometheus, version 0.0.4.
    var text: String {
        var text = "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            text += name + sample.suffix
            if !sample.labels.isEmpty {
                let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
                text += "{\(labels.joined(separator: ","))}"
            }
            text += " \(sample.value)\n"
        }
        return text
    }

    private static func escaped(_ value: String) -> String {
        var escaped = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
