import * as api from "../../api";
import { ask } from "../../client";
import { Resource } from "../../remote";

/** What the health authority publishes for everybody. */
export interface Entry {
  id: string;
  day: string;
  title: Record<string, string>;
  text: Record<string, string>;
}

export function newsResource(): Resource<Entry[]> {
  return new Resource(async () => {
    const { news } = await ask(api.news);
    return news.map(({ id, publishedOn, title, text }) => ({ id, day: publishedOn, title, text }));
  });
}

export function questionsResource(): Resource<Entry[]> {
  return new Resource(async () => {
    const { questions } = await ask(api.questions);
    return questions.map(({ id, publishedOn, question, answer }) => ({
      id, day: publishedOn, title: question, text: answer,
    }));
  });
}
