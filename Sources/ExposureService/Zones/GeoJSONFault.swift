import Basics
import Exposure

/// What is wrong at a place of a file of areas.
struct GeoJSONFault: Error {
    /// The byte at which it was noticed.
    let offset: Int
    /// What is wrong there.
    let problem: ZoneFileProblem

    init(offset: Int, _ problem: ZoneFileProblem) {
        self.offset = offset
        self.problem = problem
    }

    /// Why `bytes`, which begin at `start` of the file, are not JSON.
    init(_ error: JSONError, in bytes: [UInt8], at start: Int = 0) {
        self.init(offset: start + error.offset(in: bytes.count), Self.problem(error))
    }

    /// The fault with its line and column.
    func placed(in bytes: [UInt8]) -> ZoneFileFault {
        let place = JSONSyntaxError(offset: offset, message: problem.description).position(in: bytes)
        return ZoneFileFault(line: place.line, column: place.column, problem)
    }

    private static func problem(_ error: JSONError) -> ZoneFileProblem {
        switch error {
        case .ended(.value): .valueMissing
        case .ended(.character): .textOpen
        case .ended(let expectation), .unexpected(let expectation, _): problem(expectation)
        case .invalidText: .textNotUTF8
        case .invalidEscape: .invalidEscape
        case .numberOutOfRange: .numberTooLarge
        case .duplicateName: .repeatedName
        case .tooDeep: .tooDeep
        }
    }

    private static func problem(_ expectation: JSONExpectation) -> ZoneFileProblem {
        switch expectation {
        case .value: .valueExpected
        case .name: .keyExpected
        case .colon: .colonExpected
        case .endOfObject: .objectEndExpected
        case .endOfArray: .listEndExpected
        case .digit: .digitExpected
        case .noDigit: .leadingZero
        case .character: .controlCharacter
        case .endOfText: .afterDocument
        }
    }
}
