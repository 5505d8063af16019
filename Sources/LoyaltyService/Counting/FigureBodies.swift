import API
import Basics
import Loyalty

extension FigureBody {
    fileprivate init(_ figure: Figure) {
        self.init(
            name: figure.name, value: figure.value, low: figure.low, high: figure.high, exactness: figure.exactness)
    }
}

extension FigureDayBody {
    fileprivate init(_ day: FigureDay) {
        self.init(
            day: CountingDay.text(day.day), releasesOn: CountingDay.text(day.day + ReportTimes.releaseDays),
            isReleased: day.isReleased, isCounted: day.isCounted, figures: day.figures.map { FigureBody($0) },
            cells: day.cells.map { FigureCellBody($0) }, disputed: day.disputed, doorCount: day.doorCount)
    }
}

extension FigureCellBody {
    fileprivate init(_ cell: FigureCell) {
        self.init(
            cube: ReportCube(cell.cell.cube), cell: cell.cell.rawValue, value: cell.value, low: cell.low,
            high: cell.high)
    }
}

extension ReportCube {
    fileprivate init(_ cube: Cube) {
        self =
            switch cube {
            case .recency: .recency
            case .dwell: .dwell
            case .class: .class
            case .campaign: .campaign
            }
    }
}

extension ShopFiguresBody {
    /// A shop's figures as they travel.
    init(_ figures: ShopFigures) {
        self.init(
            timeZone: figures.timeZone, definitions: Definitions.version,
            days: figures.days.map { FigureDayBody($0) }, totals: figures.totals.map { FigureBody($0) },
            cells: figures.cells.map { FigureCellBody($0) },
            terms: figures.terms.map { figure in
                TermCountBody(
                    term: figure.term == .coupons ? .coupons : figure.term == .visits ? .visits : .habits,
                    value: figure.value, low: figure.low, high: figure.high)
            }, termsOn: figures.termsOn.map { CountingDay.text($0) }, budget: Double(figures.tenthsSpent) / 10)
    }
}

extension BeaconRatioDayBody {
    /// A beacon's day as it travels.
    init(_ day: BeaconRatioDay) {
        self.init(
            day: CountingDay.text(day.day), isClosed: day.isClosed, entered: day.entered, proved: day.proved,
            ratio: day.ratio?.toFourDigits, least: day.least?.toFourDigits, isOdd: day.isOdd)
    }
}

extension StayRatioDayBody {
    /// A shop's day as it travels.
    init(_ day: StayRatioDay) {
        self.init(
            day: CountingDay.text(day.day), isClosed: day.isClosed, entered: day.entered, proved: day.proved,
            usual: day.usual?.toFourDigits, isOdd: day.isOdd)
    }
}

extension Double {
    /// A share to four digits behind the point: more would say more than is known.
    fileprivate var toFourDigits: Double { (self * 10_000).rounded() / 10_000 }
}
