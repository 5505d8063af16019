const ways = "a, button, input, select, textarea, label, summary";

/**
 * Lets a touch anywhere on a row do what its own button or link does, which stays the way for keys and screen readers.
 * A press on something that does another thing, and one that selects a number to copy it, are not meant.
 */
export function tapsInto(row: HTMLElement, way: HTMLElement): void {
  row.classList.add("taps-into");
  row.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || target.closest(ways) !== null) return;
    if (window.getSelection()?.isCollapsed === false) return;
    way.click();
  });
}
