import type { Cleanup, Observable } from "./observable";

/** How a stream stands: `lost` is between two tries. */
export type StreamStatus = "connecting" | "open" | "lost";

const firstDelay = 1000;
const longestDelay = 30_000;

/** Is told when the server answered with no stream, and decides whether to try again later. */
export type Refusal = () => "again" | "stop";

/**
 * Keeps a stream of the API connected until the answer is called.
 *
 * EventSource by itself comes back after a broken connection, but gives up after an answer that is no stream; then it
 * is opened anew after 1, 2, 4 … 30 s, unless `onRefused` says to stop. While the page is hidden it is closed: a
 * browser keeps only six connections to one server, and a forgotten tab should not hold one.
 *
 * One that is opened anew tells no `Last-Event-ID`, and the server forgets events after two minutes anyway. So whoever
 * needs to know what happened meanwhile asks for it whenever the stream is `open`: from then on it tells everything.
 */
export function listen(connect: () => EventSource, status: Observable<StreamStatus>, onRefused?: Refusal): Cleanup {
  let source: EventSource | undefined;
  let timer: number | undefined;
  let delay = firstDelay;

  function open(): void {
    source = connect();
    source.onopen = () => {
      delay = firstDelay;
      status.set("open");
    };
    source.onerror = () => {
      status.set("lost");
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      if (onRefused?.() === "stop") return;
      timer = window.setTimeout(open, delay);
      delay = Math.min(delay * 2, longestDelay);
    };
  }

  function close(): void {
    window.clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  function reopen(): void {
    close();
    if (document.hidden || !navigator.onLine) return;
    status.set("connecting");
    open();
  }

  function pause(): void {
    close();
    status.set("lost");
  }

  document.addEventListener("visibilitychange", reopen);
  window.addEventListener("online", reopen);
  window.addEventListener("offline", pause);
  reopen();
  return () => {
    document.removeEventListener("visibilitychange", reopen);
    window.removeEventListener("online", reopen);
    window.removeEventListener("offline", pause);
    close();
  };
}
