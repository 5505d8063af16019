// Written by `make api` from the table in API/; edit that, not this.

/// What the authority publishes.
public enum PublicationList: String, CaseIterable, Codable, Sendable {
    /// News.
    case news
    /// Questions with their answers.
    case questions

    /// The shape in JSON.
    public static let schema: Schema = .oneOf(["news", "questions"])
}

/// News for everybody.
public struct NewsBody: APIBody {
    /// The news, the newest first.
    public var news: [NewsItemBody]

    /// News for everybody.
    public init(news: [NewsItemBody]) {
        self.news = news
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "News",
        [
            .required("news", .list(of: NewsItemBody.schema))
        ])
}

/// One piece of news.
public struct NewsItemBody: APIBody {
    /// Its identifier.
    public var id: String
    /// The UTC day on which it was first published.
    public var publishedOn: String
    /// Its title by language (`es`, `en`, `pt`, `it`), plain text.
    public var title: [String: String]
    /// Its text by language, plain text; an empty line stands between paragraphs.
    public var text: [String: String]

    /// One piece of news.
    public init(id: String, publishedOn: String, title: [String: String], text: [String: String]) {
        self.id = id
        self.publishedOn = publishedOn
        self.title = title
        self.text = text
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "NewsItem",
        [
            .required("id", .text(100)),
            .required("publishedOn", .text(10)),
            .required("title", .map(of: .text(200))),
            .required("text", .map(of: .text(5000))),
        ])
}

/// Questions and answers for everybody.
public struct QuestionsBody: APIBody {
    /// The questions, the newest first unless the authority has ordered them otherwise.
    public var questions: [QuestionBody]

    /// Questions and answers for everybody.
    public init(questions: [QuestionBody]) {
        self.questions = questions
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "Questions",
        [
            .required("questions", .list(of: QuestionBody.schema))
        ])
}

/// A question and its answer.
public struct QuestionBody: APIBody {
    /// Its identifier.
    public var id: String
    /// The UTC day on which it was first published.
    public var publishedOn: String
    /// The question by language, plain text.
    public var question: [String: String]
    /// The answer by language, plain text; an empty line stands between paragraphs.
    public var answer: [String: String]

    /// A question and its answer.
    public init(id: String, publishedOn: String, question: [String: String], answer: [String: String]) {
        self.id = id
        self.publishedOn = publishedOn
        self.question = question
        self.answer = answer
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "Question",
        [
            .required("id", .text(100)),
            .required("publishedOn", .text(10)),
            .required("question", .map(of: .text(200))),
            .required("answer", .map(of: .text(5000))),
        ])
}

/// A piece of news or a question as the authority's console sees it.
public struct PublicationBody: APIBody {
    /// Its identifier.
    public var id: String
    /// The UTC day on which it was first published.
    public var publishedOn: String
    /// The title or the question by language.
    public var title: [String: String]
    /// The text or the answer by language.
    public var text: [String: String]

    /// A piece of news or a question as the authority's console sees it.
    public init(id: String, publishedOn: String, title: [String: String], text: [String: String]) {
        self.id = id
        self.publishedOn = publishedOn
        self.title = title
        self.text = text
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "Publication",
        [
            .required("id", .text(100)),
            .required("publishedOn", .text(10)),
            .required("title", .map(of: .text(200))),
            .required("text", .map(of: .text(5000))),
        ])
}

/// All news, or all questions, as the authority's console sees them.
public struct PublicationsBody: APIBody {
    /// The entries in the order in which everybody sees them.
    public var entries: [PublicationBody]

    /// All news, or all questions, as the authority's console sees them.
    public init(entries: [PublicationBody]) {
        self.entries = entries
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "Publications",
        [
            .required("entries", .list(of: PublicationBody.schema))
        ])
}

/// What the authority writes: in one language at least, in each with title and text.
public struct PublicationDraftBody: APIBody {
    /// The title or the question by language (`es`, `en`, `pt`, `it`).
    public var title: [String: String]
    /// The text or the answer in the same languages.
    public var text: [String: String]

    /// What the authority writes: in one language at least, in each with title and text.
    public init(title: [String: String], text: [String: String]) {
        self.title = title
        self.text = text
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "PublicationDraft",
        [
            .required("title", .map(of: .text(200))),
            .required("text", .map(of: .text(5000))),
        ])
}

/// The order that entries are to have.
public struct PublicationOrderBody: APIBody {
    /// The identifiers of all entries, the first one first.
    public var ids: [String]

    /// The order that entries are to have.
    public init(ids: [String]) {
        self.ids = ids
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "PublicationOrder",
        [
            .required("ids", .list(of: .text(100), atMost: 500))
        ])
}
