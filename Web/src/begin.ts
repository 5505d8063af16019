import { el, fill } from "./dom";
import { type Area, language, languageTags, speak } from "./i18n";

/** What is said while there are no texts to say it with: in the two languages of the page's first readers. */
const unloaded = ["Cerca could not be loaded.", "Cerca no se pudo cargar."];

/** Begins a page in its element once the texts of `areas` are here. */
export function begin(areas: readonly Area[], start: (root: HTMLElement) => void): void {
  const root = document.getElementById("app");
  if (root === null) return;
  document.documentElement.lang = languageTags[language.value];
  speak(areas).then(
    () => start(root),
    () => {
      const again = el("button", { type: "button", class: "button", onclick: () => window.location.reload() }, "↻");
      again.setAttribute("aria-label", "Reload · Recargar");
      fill(root, el("div", { class: "state", role: "alert" }, el("p", {}, unloaded.join(" · ")), again));
    },
  );
}
