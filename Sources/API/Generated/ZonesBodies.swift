// Written by `make api` from the table in API/; edit that, not this.

/// A level of areas.
package enum ZoneLevelName: String, CaseIterable, Codable, Sendable {
    /// States.
    case state
    /// Municipalities.
    case municipality

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["state", "municipality"])
}

/// What a file of areas does to its level.
package enum ZoneAreaMode: String, CaseIterable, Codable, Sendable {
    /// Areas are added, and those with a known code are updated; all others stay.
    case add
    /// The same, and all other areas are removed with their cases.
    case replace
    /// Nothing is changed; the answer counts what would be.
    case check

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["add", "replace", "check"])
}

/// What is counted in areas.
package enum ZoneMeasureName: String, CaseIterable, Codable, Sendable {
    /// Confirmed cases.
    case confirmed
    /// Negative tests.
    case negative
    /// Suspected cases.
    case suspected
    /// Deaths.
    case deaths

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["confirmed", "negative", "suspected", "deaths"])
}

/// What is known of areas and their cases, and the rule of the traffic light.
package struct ZonesBody: APIBody {
    /// The levels that have areas.
    package var levels: [ZoneLevelBody]
    /// The rule of the traffic light.
    package var rule: TrafficLightRuleBody

    /// What is known of areas and their cases, and the rule of the traffic light.
    package init(levels: [ZoneLevelBody], rule: TrafficLightRuleBody) {
        self.levels = levels
        self.rule = rule
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Zones",
        [
            .required("levels", .list(of: ZoneLevelBody.schema)),
            .required("rule", TrafficLightRuleBody.schema),
        ])
}

/// A level of areas and what is counted in them.
package struct ZoneLevelBody: APIBody {
    /// How large the areas are.
    package var level: ZoneLevelName
    /// How many there are.
    package var areas: Int
    /// Whether country and cases are invented.
    package var isFictional: Bool
    /// What is counted.
    package var measures: [ZoneMeasureBody]

    /// A level of areas and what is counted in them.
    package init(level: ZoneLevelName, areas: Int, isFictional: Bool, measures: [ZoneMeasureBody]) {
        self.level = level
        self.areas = areas
        self.isFictional = isFictional
        self.measures = measures
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ZoneLevel",
        [
            .required("level", ZoneLevelName.schema),
            .required("areas", .count),
            .required("isFictional", .boolean),
            .required("measures", .list(of: ZoneMeasureBody.schema)),
        ])
}

/// Something that is counted, and on which days.
package struct ZoneMeasureBody: APIBody {
    /// What is counted.
    package var measure: ZoneMeasureName
    /// The first day, as `2026-11-21`.
    package var firstDay: String
    /// The last day.
    package var lastDay: String

    /// Something that is counted, and on which days.
    package init(measure: ZoneMeasureName, firstDay: String, lastDay: String) {
        self.measure = measure
        self.firstDay = firstDay
        self.lastDay = lastDay
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ZoneMeasure",
        [
            .required("measure", ZoneMeasureName.schema),
            .required("firstDay", .text(10)),
            .required("lastDay", .text(10)),
        ])
}

/// How the colour of the traffic light follows from confirmed cases.
package struct TrafficLightRuleBody: APIBody {
    /// Cases of a week per 100,000 people from which on an area is yellow; it is green below.
    package var yellowFrom: Double
    /// The same for orange.
    package var orangeFrom: Double
    /// The same for red.
    package var redFrom: Double
    /// A week with so many times the cases of the week before, or more, is one colour graver.
    package var risingFrom: Double
    /// A week with so many times the cases of the week before, or fewer, is one colour calmer.
    package var fallingTo: Double
    /// Cases in two weeks from which on a trend is believed.
    package var leastForTrend: Int

    /// How the colour of the traffic light follows from confirmed cases.
    package init(
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
    package static let schema: Schema = .object(
        "TrafficLightRule",
        [
            .required("yellowFrom", .number),
            .required("orangeFrom", .number),
            .required("redFrom", .number),
            .required("risingFrom", .number),
            .required("fallingTo", .number),
            .required("leastForTrend", .count),
        ])
}

/// The areas of a level with their borders.
package struct ZoneAreasBody: APIBody {
    /// How large the areas are.
    package var level: ZoneLevelName
    /// Whether they are invented.
    package var isFictional: Bool
    /// The areas in the order of their file.
    package var areas: [ZoneAreaBody]

    /// The areas of a level with their borders.
    package init(level: ZoneLevelName, isFictional: Bool, areas: [ZoneAreaBody]) {
        self.level = level
        self.isFictional = isFictional
        self.areas = areas
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ZoneAreas",
        [
            .required("level", ZoneLevelName.schema),
            .required("isFictional", .boolean),
            .required("areas", .list(of: ZoneAreaBody.schema)),
        ])
}

/// An area with its borders.
package struct ZoneAreaBody: APIBody {
    /// Its code.
    package var code: String
    /// Its name.
    package var name: String
    /// A point inside, at which a mark for the whole area can stand.
    package var point: DegreesBody
    /// Its polygons; each is an outer border and those of its holes, closed from the last corner to the first.
    package var polygons: [[[DegreesBody]]]

    /// An area with its borders.
    package init(code: String, name: String, point: DegreesBody, polygons: [[[DegreesBody]]]) {
        self.code = code
        self.name = name
        self.point = point
        self.polygons = polygons
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ZoneArea",
        [
            .required("code", .text(16)),
            .required("name", .text(120)),
            .required("point", DegreesBody.schema),
            .required("polygons", .list(of: .list(of: .list(of: DegreesBody.schema)))),
        ])
}

/// A place on Earth as `[longitude, latitude]` in degrees, as GeoJSON has it.
package struct DegreesBody: APIBody {
    /// Degrees east of Greenwich.
    package var longitude: Double
    /// Degrees north of the equator.
    package var latitude: Double

    /// A place on Earth as `[longitude, latitude]` in degrees, as GeoJSON has it.
    package init(longitude: Double, latitude: Double) {
        self.longitude = longitude
        self.latitude = latitude
    }

    /// Its shape in JSON.
    package static let schema: Schema = .tuple([.number, .number])

    /// Reads an array.
    package init(from decoder: any Decoder) throws {
        var place = try decoder.unkeyedContainer()
        self.init(longitude: try place.decode(Double.self), latitude: try place.decode(Double.self))
    }

    /// Writes an array.
    package func encode(to encoder: any Encoder) throws {
        var place = encoder.unkeyedContainer()
        try place.encode(longitude)
        try place.encode(latitude)
    }
}

/// The cases of a measure, area by area and day by day.
package struct ZoneSeriesBody: APIBody {
    /// How large the areas are.
    package var level: ZoneLevelName
    /// What is counted.
    package var measure: ZoneMeasureName
    /// The first day, as `2026-11-21`; the others follow without gaps.
    package var firstDay: String
    /// How many days there are.
    package var days: Int
    /// Whether the bounds are for 100,000 people, since every area's population is known; otherwise they are cases.
    package var isPerPopulation: Bool
    /// The largest value of each class of seven-day sums, rising, over all areas and days that have any.
    package var weekBounds: [Double]
    /// The largest value of each class of all cases up to the last day.
    package var totalBounds: [Double]
    /// The areas that have cases, in the order of their file.
    package var areas: [ZoneSeriesAreaBody]
    /// The whole country, when the file has it.
    package var nation: ZoneSeriesAreaBody?

    /// The cases of a measure, area by area and day by day.
    package init(
        level: ZoneLevelName, measure: ZoneMeasureName, firstDay: String, days: Int, isPerPopulation: Bool,
        weekBounds: [Double], totalBounds: [Double], areas: [ZoneSeriesAreaBody], nation: ZoneSeriesAreaBody? = nil
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
    package static let schema: Schema = .object(
        "ZoneSeries",
        [
            .required("level", ZoneLevelName.schema),
            .required("measure", ZoneMeasureName.schema),
            .required("firstDay", .text(10)),
            .required("days", .count),
            .required("isPerPopulation", .boolean),
            .required("weekBounds", .list(of: .number)),
            .required("totalBounds", .list(of: .number)),
            .required("areas", .list(of: ZoneSeriesAreaBody.schema)),
            .optional("nation", ZoneSeriesAreaBody.schema),
        ])
}

/// The cases of one area.
package struct ZoneSeriesAreaBody: APIBody {
    /// Its code; `000` for the whole country.
    package var code: String
    /// How many people live there.
    package var population: Int?
    /// The cases of each day.
    package var counts: [Int]
    /// A character for each day of confirmed cases: `0` green, `1` yellow, `2` orange, `3` red, `-` not known.
    package var colours: String?

    /// The cases of one area.
    package init(code: String, population: Int? = nil, counts: [Int], colours: String? = nil) {
        self.code = code
        self.population = population
        self.counts = counts
        self.colours = colours
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ZoneSeriesArea",
        [
            .required("code", .text(16)),
            .optional("population", .count),
            .required("counts", .list(of: .count)),
            .optional("colours", .text()),
        ])
}

/// What an import of areas did, or would do, to a level.
package struct ZoneAreaImportBody: APIBody {
    /// How large the areas are.
    package var level: ZoneLevelName
    /// How many areas the file has.
    package var areas: Int
    /// How many of them are new.
    package var added: Int
    /// How many of them the level had already.
    package var updated: Int
    /// How many areas the level had that the file does not have.
    package var others: Int
    /// How many of these were removed with their cases.
    package var removed: Int
    /// How many of these `replace` removes: not those whose names in the file can't be shown.
    package var removable: Int
    /// How many areas the level has now.
    package var total: Int
    /// How many areas of the file were left out because their names can't be shown.
    package var leftOut: Int
    /// Why areas were left out; the first 20.
    package var faults: [Fault]?

    /// What an import of areas did, or would do, to a level.
    package init(
        level: ZoneLevelName, areas: Int, added: Int, updated: Int, others: Int, removed: Int, removable: Int,
        total: Int, leftOut: Int, faults: [Fault]? = nil
    ) {
        self.level = level
        self.areas = areas
        self.added = added
        self.updated = updated
        self.others = others
        self.removed = removed
        self.removable = removable
        self.total = total
        self.leftOut = leftOut
        self.faults = faults
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ZoneAreaImport",
        [
            .required("level", ZoneLevelName.schema),
            .required("areas", .count),
            .required("added", .count),
            .required("updated", .count),
            .required("others", .count),
            .required("removed", .count),
            .required("removable", .count),
            .required("total", .count),
            .required("leftOut", .count),
            .optional("faults", .list(of: Fault.schema)),
        ])
}

/// What an import of cases put into the place of what was there.
package struct ZoneImportBody: APIBody {
    /// How large the areas are.
    package var level: ZoneLevelName
    /// How many areas the file has.
    package var areas: Int
    /// How many days the file has.
    package var days: Int

    /// What an import of cases put into the place of what was there.
    package init(level: ZoneLevelName, areas: Int, days: Int) {
        self.level = level
        self.areas = areas
        self.days = days
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ZoneImport",
        [
            .required("level", ZoneLevelName.schema),
            .required("areas", .count),
            .required("days", .count),
        ])
}
