import Basics
import HTTPTypes
import Hummingbird
import LedgerService
import NIOCore

/// What the exchange's API answers when it does what it was asked.
struct ExchangeAnswer {
    let data: JSONValue
    var pagination: JSONValue?

    /// An answer of `data`; clients take none for an error, so that nothing to tell is an empty text.
    init(_ data: JSONValue = "") {
        self.data = data
    }

    /// A page of a list; there are previous and next ones where the client may ask for them.
    init<Item>(_ paged: Paged<Item>, _ page: Page, _ object: (Item) throws -> JSONValue) rethrows {
        self.data = .array(try paged.items.map(object))
        self.pagination = Self.pagination(page, hasMore: paged.hasMore)
    }

    /// `data` with a page's numbers.
    init(_ data: JSONValue, _ page: Page, hasMore: Bool) {
        self.data = data
        self.pagination = Self.pagination(page, hasMore: hasMore)
    }

    private static func pagination(_ page: Page, hasMore: Bool) -> JSONValue {
        .object([
            "previous": page.page > 0 ? .count(page.page - 1) : .null, "limit": .count(page.limit),
            "page": .count(page.page), "next": hasMore ? .count(page.page + 1) : .null,
        ])
    }

    /// The answer to the client.
    var response: Response {
        var writer = JSONWriter(capacity: 512)
        writer.raw("{\"status\":\"success\"")
        if let pagination {
            writer.raw(",\"pagination\":")
            writer.compact(pagination)
        }
        writer.raw(",\"data\":")
        writer.compact(data)
        writer.byte("}")
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: .init(byteBuffer: ByteBuffer(bytes: writer.bytes)))
    }
}
