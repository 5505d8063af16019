import Foundation
import Testing

@testable import VaultFormats

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("XML")
struct XMLTests {
    private func root(_ text: String) throws -> XMLTree {
        try XMLReader.root(Array(text.utf8))
    }

    @Test(
        "is read as Foundation reads it",
        arguments: [
            "<a/>", "<a></a>", "<a>text</a>", "<?xml version='1.0' encoding='utf-8'?>\n<a b='1' c=\"2\"/>",
            "<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x42;&#x1F5DD;</a>", "<a>x<![CDATA[<&]]>y</a>",
            "<a><!-- < & --><b/></a>",
            "<a>one\r\ntwo\rthree&#13;</a>", "<a>  <b>  x  </b>  </a>", "<!-- before --><a/><!-- after --><?x y?>\n",
            "<a b=\"x&#10;y&amp;\tz\"><b/><b>ñ</b></a >", "\u{FEFF}<a/>", "<a\n b = '1'\n/>", "<ñ:a-1.b>x</ñ:a-1.b>",
        ])
    func likeFoundation(text: String) throws {
        let recorder = Recorder()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = recorder
        #expect(parser.parse())
        #expect(Self.events(try root(text)) == recorder.events)
    }

    @Test(
        "that breaks the rules is refused",
        arguments: [
            "", "text", "<a>", "</a>", "<a></b>", "<a><b></a></b>", "<a/><b/>", "<a/>text", "<a b/>", "<a b=1/>",
            "<a b='1' b='2'/>", "<a b='1'c='2'/>", "<a>&x;</a>", "<a>&</a>", "<a>&#0;</a>", "<a>&#xD800;</a>",
            "<a>&#-1;</a>",
            "<a>\u{1}</a>", "<1/>", "< a/>", "<a", "<a b='", "<!-- x", "<a><![CDATA[x</a>", "<!DOCTYPE a><a/>",
            "<a><!ENTITY x 'y'></a>", "<?xml version='1.0' encoding='IBM037'?><a/>", "<a>&#+65;</a>",
        ])
    func malformed(text: String) {
        #expect(throws: ImportFault.self) { try root(text) }
    }

    @Test("that is not UTF-8 is refused")
    func notUTF8() {
        #expect(throws: ImportFault.self) { try XMLReader.root([0x3C, 0x61, 0x3E, 0xFF, 0x3C, 0x2F, 0x61, 0x3E]) }
        let wide = Array("<a/>".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(throws: ImportFault.self) { try XMLReader.root([0xFF, 0xFE] + wide) }
    }

    @Test("nests 64 levels and no more")
    func depth() throws {
        func nested(_ count: Int) -> String {
            String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
        }
        _ = try root(nested(64))
        #expect(throws: ImportFault.malformed(.line(1, .tooDeep(limit: 64)))) { try root(nested(65)) }
        #expect(throws: ImportFault.self) { try root(nested(100_000)) }
    }

    @Test("may have a text of more than 10 MB")
    func longText() throws {
        let text = String(repeating: "0123456789", count: 1_050_000)
        #expect(try root("<a>\(text)</a>").text.utf8.count == 10_500_000)
    }

    /// A tree as the events of a parser: names, attributes in order, and texts of elements without children.
    private static func events(_ node: XMLTree) -> [String] {
        let attributes = node.attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let inner = node.children.isEmpty ? [node.text] : node.children.flatMap(events)
        return ["<\(node.name) \(attributes)"] + inner + [">"]
    }

    private final class Recorder: NSObject, XMLParserDelegate {
        var events: [String] = []
        private var texts: [String] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            events.append("<\(name) \(attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })")
            texts.append("")
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            let text = texts.removeLast()
            if events.last?.hasPrefix("<") == true { events.append(text) }
            events.append(">")
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            texts[texts.count - 1] += text
        }

        func parser(_ parser: XMLParser, foundCDATA block: Data) {
            texts[texts.count - 1] += String(decoding: block, as: UTF8.self)
        }
    }
}
