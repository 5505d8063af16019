import type { VaultPageFieldDraft, VaultPageFieldKind } from "../api";
import { el, fill, uniqueId } from "../dom";
import { type Key, t } from "../i18n";
import { icon } from "../icons";
import { iconButton } from "../ui/button";
import { passwordInput } from "../ui/field";
import type { VaultContext } from "./context";
import { generator } from "./generator";
import { strengthBar } from "./strength";
import { isConcealed, kindName, plainKinds } from "./words";

interface Entry {
  kind: VaultPageFieldKind;
  input: HTMLInputElement | HTMLTextAreaElement;
  element: HTMLElement;
}

/** The fields of an item as they are chosen, ordered and filled: by buttons, or with Alt and the arrow keys. */
export class FieldList {
  readonly element: HTMLElement;
  private readonly list = el("ol", { class: "field-list" });
  private readonly news = el("p", { class: "hidden", role: "status" });
  private entries: Entry[];

  constructor(
    private readonly context: VaultContext, fields: readonly VaultPageFieldDraft[], private readonly title: () => string,
  ) {
    this.entries = fields.map((field) => this.entry(field));
    this.element = el(
      "fieldset", { class: "field-lists" },
      el("legend", {}, t("vault.fields.title")), el("p", { class: "field-hint" }, t("vault.fields.hint")),
      this.list, this.news, this.adding(),
    );
    this.layOut();
  }

  /** The fields in their order. */
  get values(): VaultPageFieldDraft[] {
    return this.entries.map(({ kind, input }) => ({ kind, value: input.value }));
  }

  get isBlank(): boolean {
    return this.entries.every(({ input }) => input.value === "");
  }

  /** Begins anew with empty fields of these kinds. */
  replace(kinds: readonly VaultPageFieldKind[]): void {
    this.entries = kinds.map((kind) => this.entry({ kind, value: "" }));
    this.layOut();
  }

  private layOut(): void {
    fill(this.list, ...this.entries.map((entry) => entry.element));
    for (const [index, { element }] of this.entries.entries()) {
      const [up, down] = element.querySelectorAll<HTMLButtonElement>("[data-move]");
      if (up !== undefined) up.disabled = index === 0;
      if (down !== undefined) down.disabled = index === this.entries.length - 1;
    }
  }

  private entry({ kind, value }: VaultPageFieldDraft): Entry {
    const name = kindName(kind);
    const isPassword = kind.kind === "password";
    const control = kind.kind === "note" ? noteInput() : isConcealed(kind) ? secretInput(kind) : plainInput(kind);
    const { input } = control;
    input.value = value;
    const label = el("label", { for: input.id }, name);
    const strength = isPassword ? strengthBar(input, () => this.knownWords()) : null;
    const maker = el("div", { hidden: true });
    const make = isPassword && iconButton("wand", t("vault.generate.title"), () => {
      maker.hidden = !maker.hidden;
      if (!maker.hidden && maker.childElementCount === 0) {
        fill(maker, generator(this.context, (password) => {
          input.value = password;
          if (input instanceof HTMLInputElement) input.type = "text";
          strength?.refresh();
        }, input.value === ""));
      }
    });
    const entry: Entry = { kind, input, element: el("li", { class: "field-entry" }) };
    const up = iconButton("chevron", t("vault.fields.up", { field: name }), () => this.move(entry, -1, "up"));
    const down = iconButton("chevron", t("vault.fields.down", { field: name }), () => this.move(entry, 1, "down"));
    up.dataset["move"] = "up";
    down.dataset["move"] = "down";
    const remove = iconButton("cross", t("vault.fields.remove", { field: name }), () => this.remove(entry));
    fill(
      entry.element,
      el("div", { class: "field-entry-head" }, label, up, down, remove),
      el("div", { class: "field-entry-value" }, control.element, make), strength?.element, maker,
    );
    entry.element.addEventListener("keydown", (event) => {
      if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
      event.preventDefault();
      this.move(entry, event.key === "ArrowUp" ? -1 : 1, null);
    });
    return entry;
  }

  private move(entry: Entry, by: number, button: "up" | "down" | null): void {
    const from = this.entries.indexOf(entry);
    const to = from + by;
    if (from < 0 || to < 0 || to >= this.entries.length) return;
    const focused = document.activeElement;
    this.entries.splice(from, 1);
    this.entries.splice(to, 0, entry);
    this.layOut();
    fill(
      this.news, t("vault.fields.moved", { field: kindName(entry.kind), place: to + 1, count: this.entries.length }),
    );
    const pressed = `[data-move="${button}"]`;
    const wanted = button === null ? focused : entry.element.querySelector<HTMLButtonElement>(pressed);
    // At the end of the list the button is off: the focus stays with the field.
    if (wanted instanceof HTMLButtonElement && wanted.disabled) entry.input.focus();
    else if (wanted instanceof HTMLElement) wanted.focus();
  }

  private remove(entry: Entry): void {
    const index = this.entries.indexOf(entry);
    this.entries.splice(index, 1);
    this.layOut();
    const next = this.entries[Math.min(index, this.entries.length - 1)];
    next?.input.focus();
    this.context.toasts.show({
      key: "field", icon: "trash", text: t("vault.fields.removed", { field: kindName(entry.kind) }),
      undo: {
        what: kindName(entry.kind),
        run: () => {
          this.entries.splice(Math.min(index, this.entries.length), 0, entry);
          this.layOut();
          entry.input.focus();
        },
      },
    });
  }

  /** What somebody who guesses a password would try first. */
  private knownWords(): string[] {
    const texts = this.entries.filter(({ kind }) => !isConcealed(kind)).map(({ input }) => input.value);
    return [this.title(), this.context.state.value?.user ?? "", ...texts];
  }

  private adding(): HTMLElement {
    const kind = el(
      "select", { id: uniqueId("kind") },
      ...plainKinds.map((name) => el("option", { value: name }, t(`vault.kind.${name}` as Key))),
      ...(["text", "concealed"] as const).map((name) => el("option", { value: name }, t(`vault.kind.${name}`))),
    );
    const name = el(
      "input",
      {
        id: uniqueId("name"), type: "text", maxlength: 100, autocomplete: "off", placeholder: t("vault.fields.name"),
        "aria-label": t("vault.fields.name"),
      },
    );
    const isOwn = (): boolean => kind.value === "text" || kind.value === "concealed";
    name.hidden = true;
    kind.addEventListener("change", () => {
      name.hidden = !isOwn();
      if (isOwn()) name.focus();
    });
    const add = (): void => {
      const text = name.value.trim();
      if (isOwn() && text === "") return name.focus();
      const entry = this.entry({
        kind: isOwn() ? { kind: kind.value, name: text } as VaultPageFieldKind : { kind: kind.value } as VaultPageFieldKind,
        value: "",
      });
      this.entries.push(entry);
      name.value = "";
      this.layOut();
      entry.input.focus();
    };
    name.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      add();
    });
    return el(
      "div", { class: "field-adding" },
      el("label", { for: kind.id }, t("vault.fields.add")),
      el(
        "div", { class: "field-adding-row" }, kind, name,
        el("button", { type: "button", class: "button", onclick: add }, icon("plus"), t("vault.fields.addButton")),
      ),
    );
  }
}

interface Control {
  input: HTMLInputElement | HTMLTextAreaElement;
  element: HTMLElement;
}

const types: Record<string, { type: string; mode: string }> = {
  url: { type: "text", mode: "url" }, email: { type: "text", mode: "email" }, phone: { type: "text", mode: "tel" },
};

function plainInput(kind: VaultPageFieldKind): Control {
  const { type, mode } = types[kind.kind] ?? { type: "text", mode: "text" };
  const input = el("input", {
    id: uniqueId("value"), type, inputmode: mode, autocomplete: "off", spellcheck: "false", autocapitalize: "none",
    maxlength: 100_000, name: `field-${kind.kind}`,
  });
  return { input, element: input };
}

function secretInput(kind: VaultPageFieldKind): Control {
  const control = passwordInput("off");
  control.input.name = `field-${kind.kind}`;
  control.input.maxLength = 100_000;
  if (kind.kind === "pin") control.input.inputMode = "numeric";
  if (kind.kind === "otp") control.input.placeholder = "otpauth://…";
  return control;
}

function noteInput(): Control {
  const input = el("textarea", { id: uniqueId("value"), rows: 5, maxlength: 100_000, name: "field-note" });
  return { input, element: input };
}
