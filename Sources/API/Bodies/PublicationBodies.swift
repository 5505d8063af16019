/// The languages in which news and questions are written.
public enum PublicationLanguages {
    /// Their tags, Spanish first.
    public static let all = ["es", "en", "pt", "it"]
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
    public static let schema = Schema.object(
        "News", "News for everybody.",
        [.required("news", .list(of: NewsItemBody.schema), "The news, the newest first.")])
    /// An example with every optional property present.
    public static let example = NewsBody(news: [.example])
}

/// One piece of news.
public struct NewsItemBody: APIBody {
    /// Its identifier.
    public var id: String
    /// The UTC day on which it was first published.
    public var publishedOn: String
    /// Its title, by language.
    public var title: [String: String]
    /// Its text, by language; paragraphs are separated by an empty line.
    public var text: [String: String]

    /// One piece of news.
    public init(id: String, publishedOn: String, title: [String: String], text: [String: String]) {
        self.id = id
        self.publishedOn = publishedOn
        self.title = title
        self.text = text
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "NewsItem", "One piece of news.",
        [
            .required("id", .text(100), "Its identifier."),
            .required("publishedOn", .day, "The UTC day on which it was first published."),
            .required("title", .map(of: .text(200)), "Its title by language (`es`, `en`, `pt`, `it`), plain text."),
            .required(
                "text", .map(of: .text(5000)),
                "Its text by language, plain text; an empty line stands between paragraphs."),
        ])
    /// An example with every optional property present.
    public static let example = NewsItemBody(
        id: "n5Tn8bXw1RyU", publishedOn: "2026-11-20", title: Example.newsTitle, text: Example.newsText)
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
    public static let schema = Schema.object(
        "Questions", "Questions and answers for everybody.",
        [
            .required(
                "questions", .list(of: QuestionBody.schema),
                "The questions, the newest first unless the authority has ordered them otherwise.")
        ])
    /// An example with every optional property present.
    public static let example = QuestionsBody(questions: [.example])
}

/// A question and its answer.
public struct QuestionBody: APIBody {
    /// Its identifier.
    public var id: String
    /// The UTC day on which it was first published.
    public var publishedOn: String
    /// The question, by language.
    public var question: [String: String]
    /// The answer, by language; paragraphs are separated by an empty line.
    public var answer: [String: String]

    /// A question and its answer.
    public init(id: String, publishedOn: String, question: [String: String], answer: [String: String]) {
        self.id = id
        self.publishedOn = publishedOn
        self.question = question
        self.answer = answer
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Question", "A question and its answer.",
        [
            .required("id", .text(100), "Its identifier."),
            .required("publishedOn", .day, "The UTC day on which it was first published."),
            .required("question", .map(of: .text(200)), "The question by language, plain text."),
            .required(
                "answer", .map(of: .text(5000)),
                "The answer by language, plain text; an empty line stands between paragraphs."),
        ])
    /// An example with every optional property present.
    public static let example = QuestionBody(
        id: "q7Jd0sQm2LkE", publishedOn: "2026-11-20", question: Example.newsTitle, answer: Example.newsText)
}

/// A piece of news or a question as the authority's console sees it.
public struct PublicationBody: APIBody {
    /// Its identifier.
    public var id: String
    /// The UTC day on which it was first published.
    public var publishedOn: String
    /// The title or the question, by language.
    public var title: [String: String]
    /// The text or the answer, by language.
    public var text: [String: String]

    /// A piece of news or a question.
    public init(id: String, publishedOn: String, title: [String: String], text: [String: String]) {
        self.id = id
        self.publishedOn = publishedOn
        self.title = title
        self.text = text
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Publication", "A piece of news or a question as the authority's console sees it.",
        [
            .required("id", .text(100), "Its identifier."),
            .required("publishedOn", .day, "The UTC day on which it was first published."),
            .required("title", .map(of: .text(200)), "The title or the question by language."),
            .required("text", .map(of: .text(5000)), "The text or the answer by language."),
        ])
    /// An example with every optional property present.
    public static let example = PublicationBody(
        id: "n5Tn8bXw1RyU", publishedOn: "2026-11-20", title: Example.newsTitle, text: Example.newsText)
}

/// All news, or all questions, as the authority's console sees them.
public struct PublicationsBody: APIBody {
    /// The entries in the order in which everybody sees them.
    public var entries: [PublicationBody]

    /// All news, or all questions.
    public init(entries: [PublicationBody]) {
        self.entries = entries
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Publications", "All news, or all questions, as the authority's console sees them.",
        [
            .required(
                "entries", .list(of: PublicationBody.schema), "The entries in the order in which everybody sees them.")
        ])
    /// An example with every optional property present.
    public static let example = PublicationsBody(entries: [.example])
}

/// What the authority writes.
public struct PublicationDraftBody: APIBody {
    /// The title or the question, by language.
    public var title: [String: String]
    /// The text or the answer, by language.
    public var text: [String: String]

    /// What the authority writes.
    public init(title: [String: String], text: [String: String]) {
        self.title = title
        self.text = text
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "PublicationDraft", "What the authority writes: in one language at least, in each with title and text.",
        [
            .required(
                "title", .map(of: .text(200)), "The title or the question by language (`es`, `en`, `pt`, `it`)."),
            .required("text", .map(of: .text(5000)), "The text or the answer in the same languages."),
        ])
    /// An example with every optional property present.
    public static let example = PublicationDraftBody(title: Example.newsTitle, text: Example.newsText)
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
    public static let schema = Schema.object(
        "PublicationOrder", "The order that entries are to have.",
        [.required("ids", .list(of: .text(100), atMost: 500), "The identifiers of all entries, the first one first.")])
    /// An example with every optional property present.
    public static let example = PublicationOrderBody(ids: ["n5Tn8bXw1RyU", "n7Jd0sQm2LkE"])
}

extension Example {
    static let newsTitle = ["en": "New test centre", "es": "Nuevo centro de pruebas"]
    static let newsText = [
        "en": "From Monday on, tests are made at the harbour as well.",
        "es": "Desde el lunes, también se hacen pruebas en el puerto.",
    ]
}
