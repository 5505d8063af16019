import Basics
import Testing

@testable import Market

@Suite("Applying deltas")
struct DeltaApplyTests {
    @Test(
        "every kind of change is applied",
        arguments: [
            ("1", "[1,2]", "2"), ("1", "[7]", "7"), (#"{"a":1,"b":2}"#, #"{"a":[1,0,0],"c":[3]}"#, #"{"b":2,"c":3}"#),
            ("[1,2,3]", #"{"_t":"a","_0":["",2,3]}"#, "[2,3,1]"),
            ("[1,2]", #"{"_t":"a","1":[9],"0":[8]}"#, "[8,9,1,2]"),
            (#"[{"a":1},2]"#, #"{"_t":"a","_0":["",1,3],"1":{"a":[1,5]}}"#, #"[2,{"a":5}]"#),
            (#"{"_0":1,"_t":2}"#, #"{"_0":[1,4],"_t":[2,0,0]}"#, #"{"_0":4}"#),
            ("[1]", #"{"_t":"a","0":[1,2]}"#, "[2]"),
            (#"[[1]]"#, #"{"_t":"a","0":{"_t":"a","1":[2]}}"#, "[[1,2]]"), ("[]", #"{"_t":"a"}"#, "[]"),
        ])
    func applied(left: String, delta: String, right: String) throws {
        let delta = try JSONDelta(json: .text(delta))
        #expect(try delta.apply(to: .text(left)).compactText == right)
    }

    @Test(
        "what does not fit the value is refused",
        arguments: [
            ("[1]", #"{"_t":"a","_1":[1,0,0]}"#), ("[1]", #"{"_t":"a","3":[1]}"#), ("[1]", #"{"_t":"a","1":[1,2]}"#),
            ("{}", #"{"_t":"a"}"#), ("[1]", #"{"a":[1]}"#), ("1", #"{"a":[1]}"#), ("{}", #"{"a":[1,2]}"#),
            ("{}", #"{"a":[1,0,0]}"#), ("{}", #"{"a":{"b":[1]}}"#), ("[1]", #"{"_t":"a","_0":["",4,3]}"#),
            ("[1,2]", #"{"_t":"a","_0":["",0,3],"0":[7]}"#), ("[1]", #"{"_t":"a","0":[1,0,0]}"#),
            ("\"ab\"", ##"["@@ -1,2 +1,2 @@\n-ac\n+ad\n",0,2]"##), ("1", ##"["@@ -1,2 +1,2 @@\n-ac\n+ad\n",0,2]"##),
        ])
    func mismatch(left: String, delta: String) throws {
        let (left, delta) = try (JSONValue.text(left), JSONDelta(json: .text(delta)))
        #expect(throws: DeltaFault.mismatch) { try delta.apply(to: left) }
    }

    @Test(
        "what is no delta is refused",
        arguments: [
            ("1", "1"), ("1", "[]"), ("1", "[1,2,3,4]"), ("1", "[1,0,1]"), ("1", #"["",1,3]"#), ("\"a\"", "[1,0,2]"),
            ("[]", #"{"_t":"b"}"#), ("[]", #"{"_t":"a","x":[1]}"#), ("[]", #"{"_t":"a","01":[1]}"#),
            ("[]", #"{"_t":"a","":[1]}"#), ("[]", #"{"_t":"a","_":[1,0,0]}"#), ("[1]", #"{"_t":"a","_0":[1]}"#),
            ("[1]", #"{"_t":"a","_0":[1,0,2]}"#), ("[1]", #"{"_t":"a","_0":["",-1,3]}"#),
            ("[1]", #"{"_t":"a","_0":["","1",3]}"#), ("[]", #"{"_t":"a","9999999999":[1]}"#),
            ("\"a\"", #"["",0,2]"#), ("\"a\"", ##"["@@ -1 +1 @@",0,2]"##), ("\"a\"", ##"["@@ -1 +1 @@\n-%zz\n",0,2]"##),
            ("\"a\"", ##"["@@ -0 +1 @@\n-a\n+b\n",0,2]"##), ("\"a\"", ##"["-a",0,2]"##),
        ])
    func malformed(left: String, delta: String) throws {
        let (left, delta) = try (JSONValue.text(left), JSONDelta(json: .text(delta)))
        #expect(throws: DeltaFault.malformed) { try delta.apply(to: left) }
    }

    @Test("a delta that removes the whole value has a fault of its own")
    func removesAll() throws {
        #expect(throws: DeltaFault.removesAll) { try JSONDelta(json: .text("[1,0,0]")).apply(to: 1) }
    }

    @Test("text patches of diff-match-patch are applied exactly, counted in UTF-16 units")
    func text() throws {
        let patch = ##"["@@ -1,10 +1,11 @@\n -\n-M\n+P\n adre,%0Acu\n+a\n",0,2]"##
        #expect(try JSONDelta(json: .text(patch)).apply(to: "-Madre,\ncu") == "-Padre,\ncua")
        let second = ##"["@@ -1,3 +1,4 @@\n+x\n %F0%9F%98%80a\n@@ -3,3 +3,4 @@\n %80",0,2]"##
        #expect(throws: DeltaFault.malformed) { try JSONDelta(json: .text(second)).apply(to: "😀ab") }
        let two = ##"["@@ -1,3 +1,4 @@\n+x\n %F0%9F%98%80a\n@@ -4,2 +4,2 @@\n a\n-b\n+c\n",0,2]"##
        #expect(try JSONDelta(json: .text(two)).apply(to: "😀ab") == "x😀ac")
        let empty = ##"["@@ -0,0 +1,2 @@\n+%25%2B\n",0,2]"##
        #expect(try JSONDelta(json: .text(empty)).apply(to: "") == "%+")
    }
}
