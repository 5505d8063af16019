import { Failure } from "../client";
import { el, fill, uniqueId } from "../dom";
import { notice } from "../ui/banner";
import { button, iconButton, linkButton, submitButton } from "../ui/button";
import { cancelButton, confirmed, dialogActions, formDialog } from "../ui/dialog";
import { checkbox, faultLine, field, passwordInput } from "../ui/field";
import { linkRow, mark, points, row } from "../ui/list";
import { languageMenu, segmented, select } from "../ui/menu";
import { page, section } from "../ui/section";
import { sheet } from "../ui/sheet";
import { emptyState, failedState, loadingState, streamBadge } from "../ui/states";
import { table } from "../ui/table";
import { Toasts } from "../ui/toasts";

/**
 * Every part of the vocabulary, with what it looks like when something is wrong, chosen or empty.
 *
 * It is for whoever changes a part, and for the tests that photograph it; no page leads here.
 */
export function gallery(root: HTMLElement): void {
  const toasts = new Toasts();
  const main = el(
    "main", { id: "main", tabindex: -1 },
    page(
      "gallery", "Gallery",
      section("ruled", "Buttons", ...buttons()),
      section("ruled", "Fields", ...fields()),
      section("ruled", "Menus", ...menus()),
      section("ruled", "Lists", ...lists()),
      section("ruled", "Table", areas()),
      section("ruled", "Banners", ...banners()),
      section("ruled", "States", ...states()),
      section("ruled", "Sheet", stage()),
      section("ruled", "Dialogs and toasts", dialogs(toasts)),
      section("account", "A section of an account", el("p", { class: "quiet" }, "Its parts keep their own width.")),
      section("account", "Another one", button("plain", "leave", "Sign out", () => undefined)),
    ),
  );
  document.title = "Gallery · Cerca";
  fill(root, main, toasts.element);
}

const nothing = (): void => undefined;

function textInput(name: string, value = ""): HTMLInputElement {
  const input = el("input", { id: uniqueId(name), type: "text", name, autocomplete: "off" });
  input.value = value;
  return input;
}

function buttons(): HTMLElement[] {
  const waiting = button("primary", "refresh", "At work", nothing);
  waiting.disabled = true;
  const pressed = iconButton("star", "Favourite", nothing);
  pressed.setAttribute("aria-pressed", "true");
  const grave = el("button", { type: "button", class: "button button-grave" }, "Delete for good");
  const text = el("button", { type: "button", class: "button-text" }, "Undo");
  return [
    el(
      "div", { class: "actions" },
      button("primary", "plus", "Add", nothing), button("plain", "copy", "Copy", nothing), waiting,
    ),
    el("div", { class: "actions" }, grave, text, iconButton("trash", "Delete", nothing), pressed),
    el("div", { class: "actions" }, linkButton("plain", "#", "A link that looks like a button")),
  ];
}

function fields(): HTMLElement[] {
  const plain = field("Name", textInput("plain", "Ana"), "What others call you.");
  const wrong = field("E-mail", textInput("wrong", "ana@"), "It is used for nothing else.");
  wrong.blame("Something is missing after the @.");
  const secret = passwordInput("off");
  const long = el("textarea", { id: uniqueId("long"), rows: 3 }, "A few words.");
  const fault = faultLine();
  fault.show("The server did not answer. Try again.");
  return [
    plain.element, wrong.element, field("Password", secret.input, "", secret.element).element,
    field("Words", long, "").element,
    el("div", {}, checkbox("Ask each time", true).element, checkbox("Remember this device", false).element),
    fault.element, el("div", { class: "actions" }, submitButton("Send").element),
  ];
}

function menus(): HTMLElement[] {
  const many = languageMenu(nothing);
  many.classList.add("segmented-wrap");
  const choices = [{ value: "day", label: "Day" }, { value: "week", label: "Week" }, { value: "year", label: "Year" }];
  return [segmented("Span", choices, "week", nothing), many, select("Span", choices, "year").element];
}

function lists(): HTMLElement[] {
  const names = ["Nimbo, window", "Nimbo, door", "A telephone with a name that is long enough for two lines of a list"];
  const rows = (["accepted", "refused", "near"] as const).map((kind, index) =>
    row({ "data-row": kind }, {
      picture: mark(kind, kind === "accepted" ? "check" : kind === "refused" ? "cross" : "phone"),
      title: names[index] ?? "",
      tag: index === 2 ? "this one" : "", notes: ["12:04", "The code was heard twice."].slice(0, index + 1),
      actions: index === 2 ? [iconButton("trash", "Remove", nothing)] : [],
    }),
  );
  return [
    el("ul", { class: "rows" }, ...rows), el("ul", {}, linkRow("shield", "#", "Another page", "What it tells.")),
    points("dotted", ["about.proves.1", "about.proves.2"]), points("numbered", ["about.cannot.1", "about.cannot.2"]),
  ];
}

function areas(): HTMLElement {
  return table(["Area", "Cases", "A week"], [
    { code: "28", head: "Madrid", cells: ["1,204", "87"] }, { code: "08", head: "Barcelona", cells: ["980", "–"] },
  ]);
}

function banners(): HTMLElement[] {
  return [
    notice("shield", "Nobody learns which shop you chose."),
    notice("alert", "This cipher is weak: whoever has the file can open it, in time.", "warn"),
    notice("alert", "The file is damaged.", "bad"),
    // In a place of its own: it names an area of the frame.
    el("div", {}, el("div", { class: "network" }, "No network.")),
  ];
}

function states(): HTMLElement[] {
  return [
    el("div", { class: "actions" }, streamBadge("open"), streamBadge("connecting"), streamBadge("lost")),
    loadingState(),
    emptyState("offers", "Nothing yet", "What you are given is kept here.", button("plain", "shops", "Choose", nothing)),
    failedState(new Failure("network.unreachable", 0), nothing),
  ];
}

function stage(): HTMLElement {
  const over = sheet(nothing);
  over.open({
    title: "Nimbo", note: "Coffee",
    content: [el("p", {}, "Coffee to take away."), el("p", { class: "quiet" }, "Two beacons.")],
  });
  return el("div", { class: "gallery-stage" }, over.element);
}

function dialogs(toasts: Toasts): HTMLElement {
  const name = textInput("dialog-name");
  const named = field("Name", name, "");
  const ask = (): void => void confirmed("Delete the key?", "Programs that use it stop at once.", "Delete", true);
  const fill = (): void => void formDialog({
    title: "A new category", text: "It stands among the others.", action: "Save", fields: [named.element],
    read: () => {
      named.forgive();
      if (name.value !== "") return () => Promise.resolve();
      named.blame("Enter a name.");
      return null;
    },
    onEnded: nothing,
  });
  const tell = (): void => {
    toasts.show({ text: "Copied.", tone: "ok" });
    toasts.show({ text: "Deleted.", undo: { what: "Nimbo", run: nothing } });
  };
  return el(
    "div", { class: "actions" },
    button("plain", "trash", "Question", ask), button("plain", "plus", "Form", fill),
    button("plain", "bell", "Toasts", tell),
    dialogActions(cancelButton(nothing)),
  );
}
