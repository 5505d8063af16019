import API
import Exposure
import Storage

extension ZoneService {
    /// The levels, what is counted in them and the rule of the traffic light.
    package func overview() async throws(ZoneError) -> ZonesBody {
        let levels = try await reading { try ZoneStore($0).levels() }
        return ZonesBody(levels: levels.map(ZoneLevelBody.init), rule: TrafficLightRuleBody(.standard))
    }

    /// The areas of a level, as the text of a `ZoneAreasBody`.
    func areas(of level: ZoneLevel) async throws(ZoneError) -> ZoneAnswer {
        let subject = ZoneAnswers.Subject(level: level)
        guard let version = try await reading({ try ZoneStore($0).version(of: level) }) else { throw .unknown }
        if let answer = answers.answer(subject, version: version) { return answer }
        let areas = try await reading { try ZoneStore($0).areas(of: level) }
        guard let areas else { throw .unknown }
        return try keep(ZoneAreasBody(areas, level: level), of: subject, version: version)
    }

    /// The cases of a measure, as the text of a `ZoneSeriesBody`.
    func series(of measure: ZoneMeasure, in level: ZoneLevel) async throws(ZoneError) -> ZoneAnswer {
        let subject = ZoneAnswers.Subject(level: level, measure: measure)
        let version = try await reading { try ZoneStore($0).version(of: measure, in: level) }
        guard let version else { throw .unknown }
        if let answer = answers.answer(subject, version: version) { return answer }
        let table = try await reading { try ZoneStore($0).cases(of: measure, in: level) }
        guard let table else { throw .unknown }
        return try keep(ZoneSeriesBody(table, of: measure, in: level), of: subject, version: version)
    }

    /// An import between the two reads makes an answer newer than its number, never older; the next request sees it.
    private func keep(
        _ body: some APIBody, of subject: ZoneAnswers.Subject, version: Int64
    ) throws(ZoneError) -> ZoneAnswer {
        do {
            let answer = ZoneAnswer(try body.json())
            answers.keep(answer, of: subject, version: version)
            return answer
        } catch {
            throw .from(error)
        }
    }
}

extension ZoneLevel {
    /// As it travels.
    var apiValue: ZoneLevelName {
        switch self {
        case .state: .state
        case .municipality: .municipality
        }
    }

    init(_ wire: ZoneLevelName) {
        switch wire {
        case .state: self = .state
        case .municipality: self = .municipality
        }
    }
}

extension ZoneMeasure {
    /// As it travels.
    var apiValue: ZoneMeasureName {
        switch self {
        case .confirmed: .confirmed
        case .negative: .negative
        case .suspected: .suspected
        case .deaths: .deaths
        }
    }

    init(_ wire: ZoneMeasureName) {
        switch wire {
        case .confirmed: self = .confirmed
        case .negative: self = .negative
        case .suspected: self = .suspected
        case .deaths: self = .deaths
        }
    }
}

extension ZoneLevelBody {
    fileprivate init(_ level: ZoneStore.Level) {
        self.init(
            level: level.level.apiValue, areas: level.areas, isFictional: level.isFictional,
            measures: level.measures.map { measure in
                ZoneMeasureBody(
                    measure: measure.measure.apiValue, firstDay: DayText.iso(measure.firstDay),
                    lastDay: DayText.iso(measure.firstDay + measure.dayCount - 1))
            })
    }
}

extension TrafficLightRuleBody {
    fileprivate init(_ rule: TrafficLightRule) {
        self.init(
            yellowFrom: rule.yellowFrom, orangeFrom: rule.orangeFrom, redFrom: rule.redFrom,
            risingFrom: rule.risingFrom, fallingTo: rule.fallingTo, leastForTrend: rule.leastForTrend)
    }
}

extension ZoneAreasBody {
    fileprivate init(_ areas: ZoneStore.Areas, level: ZoneLevel) {
        self.init(
            level: level.apiValue, isFictional: areas.isFictional,
            areas: areas.areas.map { placed in
                ZoneAreaBody(
                    code: placed.area.code, name: placed.area.name, point: DegreesBody(placed.point),
                    polygons: placed.area.shape.polygons.map { $0.rings.map { $0.map(DegreesBody.init) } })
            })
    }
}

extension DegreesBody {
    fileprivate init(_ point: GeoPoint) {
        self.init(longitude: point.longitude, latitude: point.latitude)
    }
}

extension ZoneSeriesBody {
    fileprivate init(_ table: CaseTable, of measure: ZoneMeasure, in level: ZoneLevel) {
        let areas = table.rows.filter { $0.code != CaseTable.nation }
        let isPerPopulation = !areas.isEmpty && areas.allSatisfy { $0.population != nil }
        var weeks: [Double] = []
        var totals: [Double] = []
        for row in areas {
            let series = CaseSeries(row.counts)
            func value(_ cases: Int) -> Double {
                guard isPerPopulation, let population = row.population else { return Double(cases) }
                return CaseSeries.incidence(cases, population: population)
            }
            totals.append(value(series.total(through: table.dayCount - 1)))
            for day in 0..<table.dayCount { weeks.append(value(series.weekSum(endingWith: day))) }
        }
        func body(_ row: CaseTable.Row) -> ZoneSeriesAreaBody {
            let colours =
                measure == .confirmed
                ? TrafficLightRule.standard.colours(of: CaseSeries(row.counts), population: row.population) : nil
            return ZoneSeriesAreaBody(
                code: row.code, population: row.population, counts: row.counts.map { Int($0) }, colours: colours)
        }
        self.init(
            level: level.apiValue, measure: measure.apiValue, firstDay: DayText.iso(table.firstDay),
            days: table.dayCount, isPerPopulation: isPerPopulation, weekBounds: QuantileClasses(weeks).bounds,
            totalBounds: QuantileClasses(totals).bounds, areas: areas.map(body),
            nation: table.rows.first { $0.code == CaseTable.nation }.map(body))
    }
}
