import * as api from "../api";
import type { Audit, Brake, ExposureCode, HealthCase, Publication, Zones } from "../api";
import { ask, Failure } from "../client";
import { Observable, type Scope } from "../observable";
import { Resource } from "../remote";
import { Toasts } from "../ui/toasts";
import type { Section } from "./address";
import { StaffSession } from "./session";

export type PublicationKind = "news" | "questions";

/** What the console's sections share: who is signed in, their lists, and a case that was read and not yet sent. */
export class ConsoleContext {
  readonly session = new StaffSession();
  readonly toasts = new Toasts();
  readonly codes = new Resource<ExposureCode[]>(async () => (await ask(api.exposureCodes)).codes);
  readonly cases = new Resource<HealthCase[]>(async () => (await ask(api.healthCases)).cases);
  readonly brake = new Resource<Brake>(() => ask(api.brake));
  readonly audit = new Resource<Audit>(() => ask(api.audit));
  readonly zones = new Resource<Zones>(() => ask(api.zones));
  readonly publications = {
    news: new Resource<Publication[]>(() => this.loadPublications("news")),
    questions: new Resource<Publication[]>(() => this.loadPublications("questions")),
  };
  /** The text of a case that came with the address; it is sent once somebody is signed in, and then forgotten. */
  readonly arrived: Observable<string | null>;

  constructor(arrivedCase: string | null) {
    this.arrived = new Observable(arrivedCase);
  }

  /** Tells of a failed action; an ended session is ended here too. */
  report(error: unknown): void {
    const failure = Failure.from(error);
    this.toasts.show({ text: failure.explanation, tone: "bad" });
    this.session.endIfRefused(failure);
  }

  /** Forgets everything that the last person on this page has seen. */
  clear(): void {
    const { news, questions } = this.publications;
    for (const resource of [this.codes, this.cases, this.brake, this.audit, news, questions]) resource.clear();
  }

  private async loadPublications(kind: PublicationKind): Promise<Publication[]> {
    return (await ask((options) => api.healthPublications(kind, options))).entries;
  }
}

/** What a section is given. */
export interface SectionInput {
  context: ConsoleContext;
  scope: Scope;
  go: (section: Section) => void;
}
