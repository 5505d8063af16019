/// What is known of areas and their cases, and the rule of the traffic light.
public struct ZonesBody: APIBody {
    /// The levels that have areas.
    public var levels: [ZoneLevelBody]
    /// The rule of the traffic light.
    public var rule: TrafficLightRuleBody

    /// What is known of areas and their cases, and the rule of the traffic light.
    public init(levels: [ZoneLevelBody], rule: TrafficLightRuleBody) {
        self.levels = levels
        self.rule = rule
    }

    /// The words for levels.
    public static let levelNames = ["state", "municipality"]
    /// The words for what is counted.
    public static let measureNames = ["confirmed", "negative", "suspected", "deaths"]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Zones", "What is known of areas and their cases, and the rule of the traffic light.",
        [
            .required("levels", .list(of: ZoneLevelBody.schema), "The levels that have areas."),
            .required("rule", TrafficLightRuleBody.schema, "The rule of the traffic light."),
        ])
    /// An example with every optional property present.
    public static let example = ZonesBody(levels: [.example], rule: .example)
}

/// A level of areas and what is counted in them.
public struct ZoneLevelBody: APIBody {
    /// How large the areas are.
    public var level: String
    /// How many there are.
    public var areas: Int
    /// Whether country and cases are invented.
    public var isFictional: Bool
    /// What is counted.
    public var measures: [ZoneMeasureBody]

    /// A level of areas and what is counted in them.
    public init(level: String, areas: Int, isFictional: Bool, measures: [ZoneMeasureBody]) {
        self.level = level
        self.areas = areas
        self.isFictional = isFictional
        self.measures = measures
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ZoneLevel", "A level of areas and what is counted in them.",
        [
            .required("level", .oneOf(ZonesBody.levelNames), "How large the areas are."),
            .required("areas", .count, "How many there are."),
            .required("isFictional", .boolean, "Whether country and cases are invented."),
            .required("measures", .list(of: ZoneMeasureBody.schema), "What is counted."),
        ])
    /// An example with every optional property present.
    public static let example = ZoneLevelBody(level: "state", areas: 32, isFictional: false, measures: [.example])
}

/// Something that is counted, and on which days.
public struct ZoneMeasureBody: APIBody {
    /// What is counted.
    public var measure: String
    /// The first day, as `2026-11-21`.
    public var firstDay: String
    /// The last day.
    public var lastDay: String

    /// Something that is counted, and on which days.
    public init(measure: String, firstDay: String, lastDay: String) {
        self.measure = measure
        self.firstDay = firstDay
        self.lastDay = lastDay
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ZoneMeasure", "Something that is counted, and on which days.",
        [
            .required("measure", .oneOf(ZonesBody.measureNames), "What is counted."),
            .required("firstDay", .text(10), "The first day, as `2026-11-21`."),
            .required("lastDay", .text(10), "The last day."),
        ])
    /// An example with every optional property present.
    public static let example = ZoneMeasureBody(measure: "confirmed", firstDay: "2026-08-01", lastDay: "2026-11-21")
}

/// How the colour of the traffic light follows from confirmed cases.
public struct TrafficLightRuleBody: APIBody {
    /// Cases of a week per 100,000 people from which on an area is yellow; it is green below.
    public var yellowFrom: Double
    /// The same for orange.
    public var orangeFrom: Double
    /// The same for red.
    public var redFrom: Double
    /// A week with so many times the cases of the week before, or more, is one colour graver.
    public var risingFrom: Double
    /// A week with so many times the cases of the week before, or fewer, is one colour calmer.
    public var fallingTo: Double
    /// Cases in two weeks from which on a trend is believed.
    public var leastForTrend: Int

    /// How the colour of the traffic light follows from confirmed cases.
    public init(
        yellowFrom: Double, orangeFrom: Double, redFrom: Double, risingFrom: Double, fallingTo: Double,
        leastForTrend: Int
    ) {
        self.yellowFrom = yellowFrom
        self.orangeFrom = orangeFrom
        self.redFrom = redFrom
        self.risingFrom = risingFrom
        self.fallingTo = fallingTo
        self.leastForTrend = leastForTrend
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "TrafficLightRule", "How the colour of the traffic light follows from confirmed cases.",
        [
            .required(
                "yellowFrom", .number,
                "Cases of a week per 100,000 people from which on an area is yellow; it is green below."),
            .required("orangeFrom", .number, "The same for orange."),
            .required("redFrom", .number, "The same for red."),
            .required(
                "risingFrom", .number,
                "A week with so many times the cases of the week before, or more, is one colour graver."),
            .required(
                "fallingTo", .number,
                "A week with so many times the cases of the week before, or fewer, is one colour calmer."),
            .required("leastForTrend", .count, "Cases in two weeks from which on a trend is believed."),
        ])
    /// An example with every optional property present.
    public static let example = TrafficLightRuleBody(
        yellowFrom: 10, orangeFrom: 50, redFrom: 100, risingFrom: 1.5, fallingTo: 0.6, leastForTrend: 20)
}

/// The areas of a level with their borders.
public struct ZoneAreasBody: APIBody {
    /// How large the areas are.
    public var level: String
    /// Whether they are invented.
    public var isFictional: Bool
    /// The areas in the order of their file.
    public var areas: [ZoneAreaBody]

    /// The areas of a level with their borders.
    public init(level: String, isFictional: Bool, areas: [ZoneAreaBody]) {
        self.level = level
        self.isFictional = isFictional
        self.areas = areas
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ZoneAreas", "The areas of a level with their borders.",
        [
            .required("level", .oneOf(ZonesBody.levelNames), "How large the areas are."),
            .required("isFictional", .boolean, "Whether they are invented."),
            .required("areas", .list(of: ZoneAreaBody.schema), "The areas in the order of their file."),
        ])
    /// An example with every optional property present.
    public static let example = ZoneAreasBody(level: "state", isFictional: false, areas: [.example])
}

/// An area with its borders.
public struct ZoneAreaBody: APIBody {
    /// Its code.
    public var code: String
    /// Its name.
    public var name: String
    /// A point inside, at which a mark for the whole area can stand.
    public var point: DegreesBody
    /// Its polygons; each is an outer border and those of its holes, closed from the last corner to the first.
    public var polygons: [[[DegreesBody]]]

    /// An area with its borders.
    public init(code: String, name: String, point: DegreesBody, polygons: [[[DegreesBody]]]) {
        self.code = code
        self.name = name
        self.point = point
        self.polygons = polygons
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ZoneArea", "An area with its borders.",
        [
            .required("code", .text(16), "Its code."),
            .required("name", .text(120), "Its name."),
            .required("point", DegreesBody.schema, "A point inside, at which a mark for the whole area can stand."),
            .required(
                "polygons", .list(of: .list(of: .list(of: DegreesBody.schema))),
                "Its polygons; each is an outer border and those of its holes, closed from the last corner to the first."
            ),
        ])
    /// An example with every optional property present.
    public static let example = ZoneAreaBody(
        code: "09", name: "Ribera Alta", point: .example,
        polygons: [
            [[.example, DegreesBody(longitude: -3.1, latitude: 40.4), DegreesBody(longitude: -3.4, latitude: 41)]]
        ])
}

/// A place on Earth as `[longitude, latitude]` in degrees, as GeoJSON has it.
public struct DegreesBody: APIBody {
    /// Degrees east of Greenwich.
    public var longitude: Double
    /// Degrees north of the equator.
    public var latitude: Double

    /// A place on Earth.
    public init(longitude: Double, latitude: Double) {
        self.longitude = longitude
        self.latitude = latitude
    }

    /// Its shape in JSON.
    public static let schema = Schema.tuple([.number, .number])
    /// An example with every optional property present.
    public static let example = DegreesBody(longitude: -3.5, latitude: 40.5)

    /// Reads an array.
    public init(from decoder: any Decoder) throws {
        var place = try decoder.unkeyedContainer()
        self.init(longitude: try place.decode(Double.self), latitude: try place.decode(Double.self))
    }

    /// Writes an array.
    public func encode(to encoder: any Encoder) throws {
        var place = encoder.unkeyedContainer()
        try place.encode(longitude)
        try place.encode(latitude)
    }
}

/// The cases of a measure, area by area and day by day.
public struct ZoneSeriesBody: APIBody {
    /// How large the areas are.
    public var level: String
    /// What is counted.
    public var measure: String
    /// The first day, as `2026-11-21`; the others follow without gaps.
    public var firstDay: String
    /// How many days there are.
    public var days: Int
    /// Whether the bounds are for 100,000 people, since every area's population is known; otherwise they are cases.
    public var isPerPopulation: Bool
    /// The largest value of each class of seven-day sums, rising, over all areas and days that have any.
    public var weekBounds: [Double]
    /// The largest value of each class of all cases up to the last day.
    public var totalBounds: [Double]
    /// The areas that have cases, in the order of their file.
    public var areas: [ZoneSeriesAreaBody]
    /// The whole country, when the file has it.
    public var nation: ZoneSeriesAreaBody?

    /// The cases of a measure, area by area and day by day.
    public init(
        level: String, measure: String, firstDay: String, days: Int, isPerPopulation: Bool, weekBounds: [Double],
        totalBounds: [Double], areas: [ZoneSeriesAreaBody], nation: ZoneSeriesAreaBody?
    ) {
        self.level = level
        self.measure = measure
        self.firstDay = firstDay
        self.days = days
        self.isPerPopulation = isPerPopulation
        self.weekBounds = weekBounds
        self.totalBounds = totalBounds
        self.areas = areas
        self.nation = nation
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ZoneSeries", "The cases of a measure, area by area and day by day.",
        [
            .required("level", .oneOf(ZonesBody.levelNames), "How large the areas are."),
            .required("measure", .oneOf(ZonesBody.measureNames), "What is counted."),
            .required("firstDay", .text(10), "The first day, as `2026-11-21`; the others follow without gaps."),
            .required("days", .count, "How many days there are."),
            .required(
                "isPerPopulation", .boolean,
                "Whether the bounds are for 100,000 people, since every area's population is known; otherwise they are"
                    + " cases."),
            .required(
                "weekBounds", .list(of: .number),
                "The largest value of each class of seven-day sums, rising, over all areas and days that have any."),
            .required(
                "totalBounds", .list(of: .number), "The largest value of each class of all cases up to the last day."),
            .required(
                "areas", .list(of: ZoneSeriesAreaBody.schema), "The areas that have cases, in the order of their file."),
            .optional("nation", ZoneSeriesAreaBody.schema, "The whole country, when the file has it."),
        ])
    /// An example with every optional property present.
    public static let example = ZoneSeriesBody(
        level: "state", measure: "confirmed", firstDay: "2026-11-14", days: 8, isPerPopulation: true,
        weekBounds: [3.2, 9.5], totalBounds: [9.5, 20], areas: [.example], nation: .example)
}

/// The cases of one area.
public struct ZoneSeriesAreaBody: APIBody {
    /// Its code; `000` for the whole country.
    public var code: String
    /// How many people live there.
    public var population: Int?
    /// The cases of each day.
    public var counts: [Int]
    /// A character for each day of confirmed cases: `0` green, `1` yellow, `2` orange, `3` red, `-` not known.
    public var colours: String?

    /// The cases of one area.
    public init(code: String, population: Int?, counts: [Int], colours: String?) {
        self.code = code
        self.population = population
        self.counts = counts
        self.colours = colours
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ZoneSeriesArea", "The cases of one area.",
        [
            .required("code", .text(16), "Its code; `000` for the whole country."),
            .optional("population", .count, "How many people live there."),
            .required("counts", .list(of: .count), "The cases of each day."),
            .optional(
                "colours", .text(),
                "A character for each day of confirmed cases: `0` green, `1` yellow, `2` orange, `3` red, `-` not known."
            ),
        ])
    /// An example with every optional property present.
    public static let example = ZoneSeriesAreaBody(
        code: "09", population: 120_000, counts: [1, 0, 2, 4, 3, 5, 8, 9], colours: "------12")
}

/// What an import put into the place of what was there.
public struct ZoneImportBody: APIBody {
    /// How large the areas are.
    public var level: String
    /// How many areas the file has.
    public var areas: Int
    /// How many days the file has; 0 for a file of areas.
    public var days: Int

    /// What an import put into the place of what was there.
    public init(level: String, areas: Int, days: Int) {
        self.level = level
        self.areas = areas
        self.days = days
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ZoneImport", "What an import put into the place of what was there.",
        [
            .required("level", .oneOf(ZonesBody.levelNames), "How large the areas are."),
            .required("areas", .count, "How many areas the file has."),
            .required("days", .count, "How many days the file has; 0 for a file of areas."),
        ])
    /// An example with every optional property present.
    public static let example = ZoneImportBody(level: "state", areas: 32, days: 112)
}
