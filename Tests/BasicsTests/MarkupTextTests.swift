import Basics
import Foundation
import Testing

@Suite("Text in markup")
struct MarkupTextTests {
    @Test("nothing ends the text or the attribute that it stands in, and what is written once is not undone twice")
    func escapes() {
        #expect(
            MarkupText.escaped("<script>\"&amp;\"</script> ñ😀'")
                == "&lt;script&gt;&quot;&amp;amp;&quot;&lt;/script&gt; ñ😀'")
        #expect(MarkupText.escaped("") == "")
    }

    @Test("every ASCII character is one of four, or itself", arguments: 0..<128 as Range<UInt8>)
    func each(byte: UInt8) {
        let text = String(Unicode.Scalar(byte))
        let entity = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"][text]
        #expect(MarkupText.escaped(text) == entity ?? text)
    }
}
