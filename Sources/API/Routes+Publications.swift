import HTTPTypes

extension Routes {
    /// News and questions, for everybody.
    static let publications: [Route] = [news.route, questions.route]

    /// Lists the news.
    public static let news = Endpoint<NoBody, NewsBody>("news", .get, "/api/news", "Lists the news, the newest first.")
    /// Lists the questions with their answers.
    public static let questions = Endpoint<NoBody, QuestionsBody>(
        "questions", .get, "/api/questions", "Lists the questions with their answers.")
}
