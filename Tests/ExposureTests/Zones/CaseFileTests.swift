import Basics
import Exposure
import Testing

@Suite("Files of cases")
struct CaseFileTests {
    private func read(_ text: String) throws(ZoneFileFaults) -> CaseTable {
        try CaseFile.read(Array(text.utf8))
    }

    @Test("the wide form is read with its nation, whatever quotes, spaces, line ends and byte order mark")
    func wide() throws {
        let text =
            "\u{FEFF}cve,poblacion,nombre,26-02-2020,27-02-2020,28-02-2020\r\n"
            + "\"000\",\"1500\",\"Nacional\",\"3\",\"4\",\"5\"\r\n01, 1000 ,\"Ribera, la de \"\"abajo\"\"\",1,2,3\r\n"
            + "02,,Otra,2,2,2"
        let table = try read(text)
        #expect(DayText.iso(table.firstDay) == "2020-02-26")
        #expect(table.dayCount == 3)
        #expect(table.rows.map(\.code) == ["000", "01", "02"])
        #expect(table.rows.map(\.population) == [1500, 1000, nil])
        #expect(table.rows.map(\.counts) == [[3, 4, 5], [1, 2, 3], [2, 2, 2]])
    }

    @Test("semicolons separate as well, and days may stand in any order")
    func semicolons() throws {
        let table = try read("cve_ent;poblacion;nombre;02/03/2021;01/03/2021\n9;10;X;7;8\n")
        #expect(table.rows[0].counts == [8, 7])
    }

    @Test("the long form fills days without a line with zero")
    func long() throws {
        let table = try read("date,code,count\n2021-03-03,B,4\n2021-03-01,A,1\n\n2021-03-03,A,2\n")
        #expect(DayText.iso(table.firstDay) == "2021-03-01")
        #expect(
            table.rows == [
                .init(code: "B", population: nil, counts: [0, 0, 4], line: 2),
                .init(code: "A", population: nil, counts: [1, 0, 2], line: 3),
            ])
    }

    /// A file that is refused, and where.
    struct Broken: Sendable, CustomTestStringConvertible {
        let text: String
        let place: String
        let words: String
        var testDescription: String { words }
    }

    private static let head = "cve,poblacion,nombre,01-03-2021,02-03-2021\n"

    @Test(
        "what is wrong is told with its line and column",
        arguments: [
            Broken(text: "", place: "1:1", words: "empty"),
            Broken(text: "a,b\n", place: "1:1", words: "first line"),
            Broken(text: head, place: "1:1", words: "no area"),
            Broken(text: head + "01,10,X,1,-2\n", place: "2:11", words: "must not be negative"),
            Broken(text: head + "01,10,X,1.0,2\n", place: "2:9", words: "must be a whole number"),
            Broken(text: head + "01,10,X,1,\n", place: "2:11", words: "is empty"),
            Broken(text: head + "01,10,X,1e3,2\n", place: "2:9", words: "must be a whole number"),
            Broken(text: head + "01,10,X,1,2000000000\n", place: "2:11", words: "larger"),
            Broken(text: head + "01,-10,X,1,2\n", place: "2:4", words: "must not be negative"),
            Broken(text: head + "01,10,X,1\n", place: "2:1", words: "4 fields instead of 5"),
            Broken(text: head + "0 1,10,X,1,2\n", place: "2:1", words: "not the code"),
            Broken(text: head + "01,10,X,1,2\n01,10,X,1,2\n", place: "3:1", words: "repeats the code of line 2"),
            Broken(text: head + "01,10,\"X,1,2\n", place: "2:7", words: "within quotes"),
            Broken(text: head + "01,10,\"X\"Y,1,2\n", place: "2:10", words: "follows the closing quote"),
            Broken(text: "cve,p,n,01-03-2021,01-03-2021\n", place: "1:20", words: "repeats the day"),
            Broken(text: "cve,p,n,01-03-2021,03-03-2021\n", place: "1:1", words: "2021-03-02 is missing"),
            Broken(text: "cve,p,n,30-02-2021\n", place: "1:9", words: "is not a day"),
            Broken(text: "date,code,count\n2021-03-01,A,1\n2021-03-01,A,1\n", place: "3:1", words: "of line 2"),
            Broken(text: "date,code,count\n2021-13-01,A,1\n", place: "2:1", words: "is not a day"),
            Broken(text: "date,code,count\n1990-01-01,A,1\n2021-01-01,A,1\n", place: "3:1", words: "4000 days"),
        ])
    func broken(row: Broken) throws {
        do {
            _ = try read(row.text)
            Issue.record("was read")
        } catch {
            let first = try #require(error.faults.first)
            #expect("\(first.line):\(first.column)" == row.place, "\(first)")
            #expect(first.message.contains(row.words), "\(first)")
        }
    }

    @Test("many faults are told at once, but not endlessly")
    func many() {
        let rows = (0..<100).map { "0\($0),1,X,x,-1\n" }.joined()
        let faults = #expect(throws: ZoneFileFaults.self) { try read(Self.head + rows) }
        #expect(faults?.faults.count == ZoneFileFaults.most)
    }

    @Test("a short long table cannot swell to more numbers than a file could hold")
    func swelling() {
        let lines = (0..<4000).map { "2021-01-01,C\($0),1\n" }.joined() + "2031-01-01,C1,1\n"
        let faults = #expect(throws: ZoneFileFaults.self) { try read("date,code,count\n" + lines) }
        #expect(faults?.faults.first?.message.contains("8000000") == true)
    }

    @Test("codes without their zeros are known where nothing else can be meant, unknown ones are refused")
    func matching() throws {
        let table = try read(Self.head + "1,10,X,1,2\n12,10,Y,3,4\n000,,Z,4,6\n")
        #expect(try table.matched(to: ["01", "12"]).rows.map(\.code) == ["01", "12", "000"])
        // The nation's zeros are dropped as well, in both forms.
        let wide = try read(Self.head + "0,,Z,4,6\n1,10,X,1,2\n")
        #expect(try wide.matched(to: ["01"]).rows.map(\.code) == ["000", "01"])
        let long = try read("date,code,count\n2021-01-01,0,4\n2021-01-01,1,4\n")
        #expect(try long.matched(to: ["01"]).rows.map(\.code) == ["000", "01"])
        let faults = #expect(throws: ZoneFileFaults.self) { try table.matched(to: ["01", "001", "13"]) }
        #expect(faults?.faults.map(\.line) == [2, 3])
    }

    @Test("no bytes make the reader stumble", arguments: 0..<32 as Range<UInt64>)
    func mutations(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let text = Array((Self.head + "01,10,\"X\",1,2\n02,10,Y,3,4\n").utf8)
        for _ in 0..<200 {
            var mutated = text
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                let place = Int.random(in: 0..<mutated.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: mutated[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: mutated.remove(at: place)
                default: mutated.insert([0x2C, 0x22, 0x0A, 0x0D].randomElement(using: &random) ?? 0x2C, at: place)
                }
            }
            guard let table = try? CaseFile.read(mutated) else { continue }
            #expect(table.rows.allSatisfy { $0.counts.count == table.dayCount && ZoneCode.isValid($0.code) })
        }
    }
}
