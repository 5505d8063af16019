import Forwarding
import Testing

@testable import Network

@Suite struct OutsideAddressTests {
    /// What is requested for a text; nil when the text is refused.
    private func text(_ text: String) -> String? { OutsideAddress(text, longest: 256)?.text }

    @Test(arguments: [
        ("http://Shop.EXAMPLE/Paid?Q=Shop.EXAMPLE", "http://shop.example/Paid?Q=Shop.EXAMPLE"),
        ("HTTPS://shop.example", "https://shop.example/"), ("https://shop.example?a=b", "https://shop.example/?a=b"),
        ("https://shop.example:443/", "https://shop.example/"), ("http://shop.example:80/", "http://shop.example/"),
        ("http://shop.example:443/", "http://shop.example:443/"),
        ("http://shop.example:00080/", "http://shop.example/"),
        ("http://shop.example./a", "http://shop.example/a"), ("http://8.8.8.8/", "http://8.8.8.8/"),
        ("http://8.8.8.8./", "http://8.8.8.8/"), ("http://[2606:4700:0:0:0:0:0:1111]/", "http://[2606:4700::1111]/"),
        ("http://[::FFFF:8.8.8.8]/", "http://8.8.8.8/"),
        ("http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"),
        ("http://a_b.example/", "http://a_b.example/"), ("http://shop.example//x/../y", "http://shop.example//x/../y"),
    ])
    func `an address is requested in one form, whose host is in lower case`(written: String, requested: String) {
        #expect(text(written) == requested)
        // The form is a fixed point.
        #expect(text(requested) == requested)
    }

    @Test(arguments: [
        "", "shop.example", "//shop.example/", "ftp://shop.example/", "file:///etc/passwd", "http:/shop.example/",
        "http://", "http:///x", "http://:80/", "http://a@shop.example/", "http://a:b@shop.example/",
        "http://shop.example@127.0.0.1/", "http://127.0.0.1\\@shop.example/", "http://shop.example\\.evil.example/",
        "http://shop.example/#a", "http://shop.example#@127.0.0.1/", "http://shop.example/\tx",
        "http://shop.example/\nx",
        "http://shop\n.example/", "http://sh\top.example/", " http://shop.example/", "http://shop.example/ ",
        "http://shop.example/\r\nHost: a", "http://%31%32%37.0.0.1/", "http://shop%2eexample/",
        "http://127.0.0.1%00.example/",
        "http://１２７.０.０.１/", "http://127。0。0。1/", "http://127．0．0．1/", "http://①②⑦.0.0.1/", "http://bücher.example/",
        "http://ｌocalhost/", "http://shop.example/ñ", "http://127.1/", "http://127.0.1/", "http://2130706433/",
        "http://0x7f000001/", "http://0x7f.0.0.1/", "http://0X7F.0.0.1/", "http://0177.0.0.1/", "http://017700000001/",
        "http://127.0.0.01/", "http://127.0.0.256/", "http://1.2.3.4.5/", "http://shop.example.0x7f/",
        "http://1.2.3.0x4/",
        "http://[::1/", "http://::1/", "http://[127.0.0.1]/", "http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/",
        "http://[::1]x/", "http://[]/", "http://shop.example:/", "http://shop.example:0/", "http://shop.example:65536/",
        "http://shop.example:-1/", "http://shop.example:+80/", "http://shop.example:8 0/", "http://shop.example:80:80/",
        "http://shop..example/", "http://.shop.example/", "http://shop.example../", "http://-shop.example/",
        "http://./",
        "http://shop!.example/", "http://shop.example,evil.example/", "http://shop.example;evil/",
        "http://${shop}.example/",
    ])
    func `what programs read in different ways is refused`(written: String) {
        #expect(text(written) == nil)
    }

    @Test func `an address that is too long is refused`() {
        let longest = "http://shop.example/" + String(repeating: "a", count: 236)
        #expect(text(longest) == longest && text(longest + "a") == nil)
        #expect(text("http://\(String(repeating: "a", count: 64)).example/") == nil)
    }

    @Test(arguments: [
        "http://shop.example:22/", "http://shop.example:25/", "http://shop.example:6379/", "http://shop.example:5432/",
        "http://localhost/", "http://a.localhost/", "http://printer.local/", "http://intranet/",
        "http://metadata.google.internal/", "http://router.home.arpa/", "http://127.0.0.1/", "http://LOCALHOST./",
        "http://[::ffff:127.0.0.1]/", "http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/", "http://[::127.0.0.1]/",
        "http://169.254.169.254/latest", "http://100.64.0.1/", "http://198.18.0.1/", "http://[fc00::1]/",
        "http://0.0.0.0/",
    ])
    func `a program in the own network or at another port is not one that can be called`(written: String) {
        #expect(!CallbackClient.isAddress(written))
    }

    @Test(arguments: [
        "https://shop.example/paid", "http://shop.example/", "https://shop.example:8443/", "http://shop.example:8080/",
        "https://8.8.8.8/", "https://[2606:4700::1111]/",
    ])
    func `a public program can be called`(written: String) {
        #expect(CallbackClient.isAddress(written))
    }
}
