import API
import Basics
import Crypto
import Exposure
import HTTPKit
import HTTPTypes
import Hummingbird
import NIOCore

extension RouteHandlers {
    /// News and questions: for everybody to read, and for the authority to write.
    mutating func addPublicationRoutes(_ health: HealthService) {
        respond(Routes.news.route) { call in
            let news = try await health.publications(.news).map { entry in
                NewsItemBody(
                    id: entry.id, publishedOn: entry.publishedOn.description, title: entry.words.titles,
                    text: entry.words.texts)
            }
            return try .cacheable(NewsBody(news: news), for: call)
        }
        respond(Routes.questions.route) { call in
            let questions = try await health.publications(.questions).map { entry in
                QuestionBody(
                    id: entry.id, publishedOn: entry.publishedOn.description, question: entry.words.titles,
                    answer: entry.words.texts)
            }
            return try .cacheable(QuestionsBody(questions: questions), for: call)
        }
        on(Routes.healthPublications) { call in
            PublicationsBody(try await health.publications(try call.kind))
        }
        on(Routes.publish) { call, body in
            PublicationBody(try await health.publish(try body.words, try call.kind, by: try call.actor))
        }
        on(Routes.republish) { call, body in
            PublicationBody(
                try await health.republish(try call.id, try body.words, try call.kind, by: try call.actor))
        }
        on(Routes.unpublish) { call in
            try await health.unpublish(try call.id, try call.kind, by: try call.actor)
        }
        on(Routes.restorePublication) { call in
            PublicationBody(try await health.restore(try call.id, try call.kind, by: try call.actor))
        }
        on(Routes.orderPublications) { call, body in
            PublicationsBody(try await health.order(body.ids, try call.kind, by: try call.actor))
        }
    }
}

extension RouteCall {
    /// Whether the path means news or questions.
    fileprivate var kind: PublicationKind {
        get throws(ServiceError) {
            switch try value(RouteParameters.list, or: ServiceError.health(.unknownPublication)) {
            case .news: .news
            case .questions: .questions
            }
        }
    }
}

extension PublicationBody {
    fileprivate init(_ publication: Publication) {
        self.init(
            id: publication.id, publishedOn: publication.publishedOn.description, title: publication.words.titles,
            text: publication.words.texts)
    }
}

extension PublicationsBody {
    fileprivate init(_ publications: [Publication]) {
        self.init(entries: publications.map(PublicationBody.init))
    }
}

extension PublicationDraftBody {
    /// The words that this body says; throws `BodyError` with the place of what cannot be published.
    fileprivate var words: PublicationWords {
        get throws(BodyError) {
            do throws(WordsFault) {
                return try PublicationWords(titles: title, texts: text)
            } catch {
                throw .invalid([Fault(path: "$.\(error.part.rawValue)", message: error.reason)])
            }
        }
    }
}

extension Response {
    /// A body that anybody may keep for a minute and then has to ask for again, by its tag.
    fileprivate static func cacheable(_ body: some APIBody, for call: RouteCall) throws -> Response {
        let bytes = try body.json()
        let tag = "\"\(Array(SHA256.hash(data: bytes).prefix(12)).hexadecimal)\""
        let fields: HTTPFields = [.eTag: tag, .cacheControl: "public, max-age=60"]
        if let tags = call.request.headers[.ifNoneMatch], WebApp.matches(tags, tag) {
            var response = Response(status: .notModified, headers: fields)
            // RFC 9110 section 15.4.5: a length here would be that of the body, not 0.
            response.headers[.contentLength] = nil
            return response
        }
        var response = Response(status: .ok, headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
        response.headers[.contentType] = "application/json"
        return response
    }
}
