import * as api from "../api";
import type { Publication } from "../api";
import { ask } from "../client";
import { el, fill } from "../dom";
import { inMyLanguage, type Key, languages, t } from "../i18n";
import { icon, type IconName } from "../icons";
import { personDayName } from "../personday";
import { button } from "../ui/button";
import { segmented } from "../ui/menu";
import { emptyState, remote } from "../ui/states";
import type { ConsoleContext, PublicationKind, SectionInput } from "./context";
import { editor } from "./editor";
import { consolePage } from "./page";

/** News and questions for the public pages: write, change, order, delete. */
export function textsSection(input: SectionInput): HTMLElement {
  const place = el("div", { class: "texts" });
  const show = (kind: PublicationKind): void => fill(place, kindView(input, kind));
  const kinds = (["news", "questions"] as const).map((value) => ({ value, label: t(`console.texts.${value}`) }));
  const control = segmented(t("console.texts.kind"), kinds, "news", show);
  show("news");
  return consolePage(t("console.texts.title"), t("console.texts.lead"), control, place);
}

function kindView({ context, scope }: SectionInput, kind: PublicationKind): HTMLElement {
  const place = el("div", { class: "texts-kind" });
  const resource = context.publications[kind];
  const drawing = kind === "news" ? "news" : "question";
  void resource.load();

  function list(focused?: string): void {
    const write = button("primary", "plus", t(`console.texts.${kind}.write` as Key), () => edit(null));
    const entries = remote(scope, resource, (publications) =>
      publications.length === 0
        ? emptyState(drawing, t(`console.texts.${kind}.empty` as Key), t("console.texts.empty.text"))
        : el("ul", { class: "rows" }, ...publications.map((one, index) => row(one, index, publications.length))),
    );
    fill(place, el("div", { class: "actions" }, write), entries);
    if (focused !== undefined) focus(focused, "edit");
  }

  function edit(publication: Publication | null): void {
    fill(place, editor(context, kind, publication, (saved) => {
      if (saved !== null) keep(context, kind, saved);
      list(saved?.id ?? publication?.id);
    }));
    place.querySelector<HTMLElement>("input")?.focus();
  }

  function focus(id: string, action: string): void {
    const found = place.querySelector<HTMLButtonElement>(`[data-entry="${CSS.escape(id)}"] [data-action="${action}"]`);
    if (found !== null && !found.disabled) found.focus();
    else place.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"] button:not(:disabled)`)?.focus();
  }

  async function move(index: number, by: -1 | 1): Promise<void> {
    const before = resource.value ?? [];
    const entries = [...before];
    const [moved] = entries.splice(index, 1);
    if (moved === undefined) return;
    entries.splice(index + by, 0, moved);
    resource.set(entries);
    focus(moved.id, by < 0 ? "up" : "down");
    try {
      const ids = entries.map((one) => one.id);
      await ask((options) => api.orderPublications(kind, { ids }, options));
    } catch (error) {
      resource.set(before);
      context.report(error);
      await resource.load();
    }
  }

  function row(publication: Publication, index: number, count: number): HTMLElement {
    const title = inMyLanguage(publication.title);
    const written = Object.keys(languages).filter((code) => publication.title[code] !== undefined);
    const act = (
      action: string, picture: IconName, key: Key, run: (event: Event) => void, disabled = false,
    ): HTMLElement =>
      el(
        "button",
        {
          type: "button", class: `button-icon act-${action}`, "data-action": action, "aria-label": t(key, { title }),
          title: t(key, { title }), disabled, onclick: run,
        },
        icon(picture),
      );
    return el(
      "li", { class: "row text-row", "data-entry": publication.id },
      el(
        "div", { class: "row-body" },
        el("p", { class: "row-title" }, el("strong", {}, title)),
        el("p", { class: "row-note" }, `${personDayName(publication.publishedOn)} · ${written.join(", ").toUpperCase()}`),
      ),
      el(
        "div", { class: "text-acts" },
        act("up", "chevron", "console.texts.up", () => void move(index, -1), index === 0),
        act("down", "chevron", "console.texts.down", () => void move(index, 1), index === count - 1),
        act("edit", "pencil", "console.texts.edit", () => edit(publication)),
        act("delete", "trash", "console.texts.delete", (event) => {
          void remove(context, kind, publication, (event as MouseEvent).detail === 0);
        }),
      ),
    );
  }

  list();
  return place;
}

/** Puts a changed one in its place and a new one first. */
function keep(context: ConsoleContext, kind: PublicationKind, saved: Publication): void {
  const resource = context.publications[kind];
  const entries = resource.value ?? [];
  const isKnown = entries.some((one) => one.id === saved.id);
  resource.set(isKnown ? entries.map((one) => (one.id === saved.id ? saved : one)) : [saved, ...entries]);
  context.toasts.show({ tone: "ok", key: "text", text: t("console.texts.saved") });
}

async function remove(
  context: ConsoleContext, kind: PublicationKind, publication: Publication, byKeyboard: boolean,
): Promise<void> {
  const resource = context.publications[kind];
  resource.set((resource.value ?? []).filter((one) => one.id !== publication.id));
  const restore = async (): Promise<void> => {
    try {
      await ask((options) => api.restorePublication(kind, publication.id, options));
    } catch (error) {
      context.report(error);
    }
    await resource.load();
  };
  try {
    await ask((options) => api.unpublish(kind, publication.id, options));
  } catch (error) {
    context.report(error);
    await resource.load();
    return;
  }
  context.toasts.show({
    key: "text", icon: "trash", text: t("console.texts.deleted"),
    undo: { what: inMyLanguage(publication.title), run: () => void restore() }, focus: byKeyboard,
  });
}
