import { t } from "../../i18n";
import type { Toasts } from "../../ui/toasts";
import { countVisit, installPrompt, visits, wayToInstall } from "./prompt";
import { keepPage, type News } from "./worker";

/** What can wait until the first view stands: the worker, and a word on installing to whoever came back once. */
export function startInstalled(toasts: Toasts, news: News): void {
  void keepPage(news);
  if (countVisit(Date.now()) && visits() === 2) hint(toasts);
}

function hint(toasts: Toasts): void {
  let isSaid = false;
  installPrompt.subscribe(() => {
    if (isSaid || wayToInstall() === null) return;
    isSaid = true;
    const show = (): void => {
      window.location.hash = "#/me";
    };
    toasts.show({
      key: "install", icon: "download", text: t("installed.hint"), action: { label: t("installed.how"), run: show },
    });
  });
}
