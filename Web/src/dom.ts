/** Builds elements from values. Text only ever becomes text nodes, so that no name or offer can carry markup. */

export type Child = Node | string | null | undefined | false;

type Attribute = string | number | boolean | undefined | ((event: Event) => void);

/** Creates an element; `on…` attributes are listeners, true is an empty attribute, false and undefined are none. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Attribute> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...present(children));
  return element;
}

/** Replaces everything in an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...present(children));
}

/** Sets the text only when it differs, which spares the browser work and a screen reader repetition. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** An SVG drawing of one colour, `currentColor`, made of path data. */
export function svg(viewBox: string, className: string, paths: readonly string[]): SVGSVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(namespace, "svg");
  drawing.setAttribute("viewBox", viewBox);
  drawing.setAttribute("class", className);
  drawing.setAttribute("aria-hidden", "true");
  for (const data of paths) {
    const path = document.createElementNS(namespace, "path");
    path.setAttribute("d", data);
    drawing.append(path);
  }
  return drawing;
}

let lastIdentifier = 0;

/** An identifier that no other element of the page has. */
export function uniqueId(prefix: string): string {
  lastIdentifier += 1;
  return `${prefix}-${lastIdentifier}`;
}

function present(children: Child[]): (Node | string)[] {
  return children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false);
}
