import Testing

@testable import Loyalty

/// What each step of the terms allows.
struct TermTests {
    @Test("each step allows what the one before allows, and more")
    func steps() {
        #expect(Term.allCases == Term.allCases.sorted())
        #expect(Term.allCases.map(\.allowsVisits) == [false, true, true])
        #expect(Term.allCases.map(\.allowsEvents) == [false, true, true])
        #expect(Term.allCases.map(\.allowsReports) == [false, false, true])
    }
}
