import type { Failure } from "../client";
import { type Child, el, fill } from "../dom";
import { t } from "../i18n";
import { icon, type IconName } from "../icons";
import type { Scope } from "../observable";
import type { Resource } from "../remote";
import type { StreamStatus } from "../stream";

/** A view, or a part of one, that has nothing to show: what that means and what to do about it. */
export function emptyState(picture: IconName, title: string, text: string, ...actions: Child[]): HTMLElement {
  return el("div", { class: "state" }, icon(picture), el("h2", {}, title), el("p", {}, text), ...actions);
}

export function loadingState(): HTMLElement {
  const lines = [1, 2, 3, 4].map(() => el("div", { class: "skeleton" }));
  return el("div", { class: "loading", role: "status" }, el("span", { class: "hidden" }, t("loading")), ...lines);
}

export function failedState(failure: Failure, retry: () => void): HTMLElement {
  const away = failure.code.startsWith("network.");
  return el(
    "div",
    { class: "state", role: "alert" },
    icon(away ? "offline" : "alert"),
    el("h2", {}, away ? t("failed.network") : t("failed.title")),
    el("p", {}, failure.explanation),
    el("button", { type: "button", class: "button", onclick: retry }, t("retry")),
  );
}

/** Shows a resource as it stands: loading, failed with another try, or the value by `render`. */
export function remote<T>(scope: Scope, resource: Resource<T>, render: (value: T) => Child): HTMLElement {
  const place = el("div", { class: "remote" });
  scope.watch(resource.observable, (current) => {
    place.setAttribute("aria-busy", String(current.state === "loading"));
    if (current.state === "loading") fill(place, loadingState());
    else if (current.state === "failed") fill(place, failedState(current.failure, () => void resource.load()));
    else fill(place, render(current.value));
  });
  return place;
}

/** A word on a stream: live, connecting or coming back. */
export function streamBadge(status: StreamStatus): HTMLElement {
  const text = status === "open" ? t("stream.open") : status === "lost" ? t("stream.lost") : t("stream.connecting");
  return el("span", { class: `badge badge-${status}`, role: "status" }, el("span", { class: "badge-dot" }), text);
}
