// Written by `make api` from the table in API/; edit that, not this.

/// What the authority publishes.
package enum PublicationList: String, CaseIterable, Codable, Sendable {
    /// News.
    case news
    /// Questions with their answers.
    case questions

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["news", "questions"])
}

/// News for everybody.
package struct NewsBody: APIBody {
    /// The news, the newest first.
    package var news: [NewsItemBody]

    /// News for everybody.
    package init(news: [NewsItemBody]) {
        self.news = news
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "News",
        [
            .required("news", .list(of: NewsItemBody.schema))
        ])
}

/// One piece of news.
package struct NewsItemBody: APIBody {
    /// Its identifier.
    package var id: String
    /// The UTC day on which it was first published.
    package var publishedOn: String
    /// Its title by language (`es`, `en`, `pt`, `it`), plain text.
    package var title: [String: String]
    /// Its text by language, plain text; an empty line stands between paragraphs.
    package var text: [String: String]

    /// One piece of news.
    package init(id: String, publishedOn: String, title: [String: String], text: [String: String]) {
        self.id = id
        self.publishedOn = publishedOn
        self.title = title
        self.text = text
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "NewsItem",
        [
            .required("id", .text(100)),
            .required("publishedOn", .text(10)),
            .required("title", .map(of: .text(200))),
            .required("text", .map(of: .text(5000))),
        ])
}

/// Questions and answers for everybody.
package struct QuestionsBody: APIBody {
    /// The questions, the newest first unless the authority has ordered them otherwise.
    package var questions: [QuestionBody]

    /// Questions and answers for everybody.
    package init(questions: [QuestionBody]) {
        self.questions = questions
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Questions",
        [
            .required("questions", .list(of: QuestionBody.schema))
        ])
}

/// A question and its answer.
package struct QuestionBody: APIBody {
    /// Its identifier.
    package var id: String
    /// The UTC day on which it was first published.
    package var publishedOn: String
    /// The question by language, plain text.
    package var question: [String: String]
    /// The answer by language, plain text; an empty line stands between paragraphs.
    package var answer: [String: String]

    /// A question and its answer.
    package init(id: String, publishedOn: String, question: [String: String], answer: [String: String]) {
        self.id = id
        self.publishedOn = publishedOn
        self.question = question
        self.answer = answer
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Question",
        [
            .required("id", .text(100)),
            .required("publishedOn", .text(10)),
            .required("question", .map(of: .text(200))),
            .required("answer", .map(of: .text(5000))),
        ])
}

/// A piece of news or a question as the authority's console sees it.
package struct PublicationBody: APIBody {
    /// Its identifier.
    package var id: String
    /// The UTC day on which it was first published.
    package var publishedOn: String
    /// The title or the question by language.
    package var title: [String: String]
    /// The text or the answer by language.
    package var text: [String: String]

    /// A piece of news or a question as the authority's console sees it.
    package init(id: String, publishedOn: String, title: [String: String], text: [String: String]) {
        self.id = id
        self.publishedOn = publishedOn
        self.title = title
        self.text = text
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Publication",
        [
            .required("id", .text(100)),
            .required("publishedOn", .text(10)),
            .required("title", .map(of: .text(200))),
            .required("text", .map(of: .text(5000))),
        ])
}

/// All news, or all questions, as the authority's console sees them.
package struct PublicationsBody: APIBody {
    /// The entries in the order in which everybody sees them.
    package var entries: [PublicationBody]

    /// All news, or all questions, as the authority's console sees them.
    package init(entries: [PublicationBody]) {
        self.entries = entries
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Publications",
        [
            .required("entries", .list(of: PublicationBody.schema))
        ])
}

/// What the authority writes: in one language at least, in each with title and text.
package struct PublicationDraftBody: APIBody {
    /// The title or the question by language (`es`, `en`, `pt`, `it`).
    package var title: [String: String]
    /// The text or the answer in the same languages.
    package var text: [String: String]

    /// What the authority writes: in one language at least, in each with title and text.
    package init(title: [String: String], text: [String: String]) {
        self.title = title
        self.text = text
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PublicationDraft",
        [
            .required("title", .map(of: .text(200))),
            .required("text", .map(of: .text(5000))),
        ])
}

/// The order that entries are to have.
package struct PublicationOrderBody: APIBody {
    /// The identifiers of all entries, the first one first.
    package var ids: [String]

    /// The order that entries are to have.
    package init(ids: [String]) {
        self.ids = ids
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PublicationOrder",
        [
            .required("ids", .list(of: .text(100), atMost: 500))
        ])
}
