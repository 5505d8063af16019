/** As much of a page's elements as fields need: attributes, children, texts, and events that a test sends. */

type Listener = (event: unknown) => void;

/** An element that can be looked at, and nothing of a layout. */
export class FakeElement {
  readonly children: (FakeElement | string)[] = [];
  readonly attributes = new Map<string, string>();
  readonly dataset: Record<string, string> = {};
  readonly listeners = new Map<string, Listener[]>();
  readonly classList = { add: (): void => undefined, toggle: (): void => undefined, remove: (): void => undefined };
  hidden = false;
  value = "";

  constructor(readonly tag: string) {}

  get id(): string {
    return this.attributes.get("id") ?? "";
  }

  get textContent(): string {
    return this.children.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }

  set textContent(text: string) {
    this.replaceChildren(text);
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
    if (name === "hidden") this.hidden = true;
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.attributes.has(name);
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  append(...children: (FakeElement | string)[]): void {
    this.children.push(...children);
  }

  replaceChildren(...children: (FakeElement | string)[]): void {
    this.children.splice(0, this.children.length, ...children);
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }

  focus(): void {
    focused.element = this;
  }

  /** Types a text, as a person does: the input event follows. */
  type(text: string): void {
    this.value = text;
    this.send("input");
  }

  send(type: string): void {
    for (const listener of this.listeners.get(type) ?? []) listener({ type, target: this });
  }
}

/** What has the focus. */
export const focused: { element: FakeElement | null } = { element: null };

/** Lets the page make elements. */
export function giveElements(page: object): void {
  Object.assign(page, { createElement: (tag: string) => new FakeElement(tag) });
}
