// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Lists the news, the newest first.
    package static let news = Endpoint<NoBody, NewsBody>(
        "news", .get, "/api/news", "Lists the news, the newest first.")
    /// Lists the questions with their answers.
    package static let questions = Endpoint<NoBody, QuestionsBody>(
        "questions", .get, "/api/questions", "Lists the questions with their answers.")
    /// Lists `news` or `questions` for the console.
    package static let healthPublications = Endpoint<NoBody, PublicationsBody>(
        "healthPublications", .get, "/api/health/publications/{list}", "Lists `news` or `questions` for the console.",
        needsRole: .health)
    /// Publishes a piece of news or a question.
    package static let publish = Endpoint<PublicationDraftBody, PublicationBody>(
        "publish", .post, "/api/health/publications/{list}", "Publishes a piece of news or a question.",
        needsRole: .health, status: 201)
    /// Changes a piece of news or a question.
    package static let republish = Endpoint<PublicationDraftBody, PublicationBody>(
        "republish", .put, "/api/health/publications/{list}/{id}", "Changes a piece of news or a question.",
        needsRole: .health)
    /// Deletes a piece of news or a question; `restorePublication` undoes it.
    package static let unpublish = Endpoint<NoBody, NoBody>(
        "unpublish", .delete, "/api/health/publications/{list}/{id}",
        "Deletes a piece of news or a question; `restorePublication` undoes it.", needsRole: .health)
    /// Restores a piece of news or a question that was deleted.
    package static let restorePublication = Endpoint<NoBody, PublicationBody>(
        "restorePublication", .post, "/api/health/publications/{list}/{id}/restore",
        "Restores a piece of news or a question that was deleted.", needsRole: .health)
    /// Orders `news` or `questions`.
    package static let orderPublications = Endpoint<PublicationOrderBody, PublicationsBody>(
        "orderPublications", .put, "/api/health/publication-order/{list}", "Orders `news` or `questions`.",
        needsRole: .health)

    /// These, in the order in which documents list them.
    static let publicationsRoutes: [Route] = [
        news.route, questions.route, healthPublications.route, publish.route, republish.route, unpublish.route,
        restorePublication.route, orderPublications.route,
    ]
}
