import type { Build } from "../build";

const prefix = "cerca-";
/** Where the language of the texts is written down, beside the files. */
const languageMark = "/.language";
/** How long a page waits for the network before the one that is kept is shown, in milliseconds. */
const patience = 2000;

/**
 * The page's own files, kept by build: what makes it open without a network.
 *
 * Nothing of `/api` is kept here. What the page shows of an account it keeps itself, by account, and deletes at sign-out.
 */
export class Files {
  private readonly name: string;

  constructor(private readonly build: Build, private readonly languages: readonly string[]) {
    this.name = prefix + build.hash;
  }

  /** Fetches all that this build needs; rejects when something is missing or of another build. */
  async fetchAll(): Promise<void> {
    const language = await this.language();
    const cache = await caches.open(this.name);
    const [page = "/", ...others] = [...this.build.files, ...(this.build.texts[language] ?? [])];
    await Promise.all(others.map((path) => this.keep(cache, path)));
    const answer = await fetch(page, { cache: "no-cache" });
    // Between two of our requests the server may have got another build, whose page names other files.
    if (!answer.ok || !(await answer.clone().text()).includes(this.build.hash)) throw new Error("not of this build");
    await cache.put(page, answer);
    await cache.put(languageMark, new Response(language));
  }

  /** Lets the files of older builds go, but for the last one's: other pages may still be of it. */
  async forgetOld(): Promise<void> {
    const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== this.name);
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  }

  /** The builds before this one of which there are files. */
  async older(): Promise<string[]> {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
    const end = names.indexOf(this.name);
    return names.slice(0, end === -1 ? names.length : end).map((name) => name.slice(prefix.length));
  }

  /** Keeps the texts of a language, which the reader has chosen, too. */
  async speak(language: string): Promise<void> {
    const texts = this.build.texts[language];
    if (texts === undefined || !(await caches.has(this.name))) return;
    const cache = await caches.open(this.name);
    await Promise.all(texts.map((path) => this.keep(cache, path)));
    await cache.put(languageMark, new Response(language));
  }

  /** The page: the server's if it comes in time, else the one that is kept. */
  async page(request: Request): Promise<Response> {
    const kept = await caches.match("/", { cacheName: this.name });
    if (kept === undefined) return fetch(request);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Response>((resolve) => (timer = setTimeout(() => resolve(kept), patience)));
    // A proxy whose server is away answers for it.
    const fresh = fetch(request).then((answer) => (answer.status >= 500 ? kept : answer), () => kept);
    try {
      return await Promise.race([fresh, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A file under a name that carries its hash: the same for ever. */
  async file(request: Request): Promise<Response> {
    return (await caches.match(request)) ?? fetch(request);
  }

  private async keep(cache: Cache, path: string): Promise<void> {
    if ((await cache.match(path)) !== undefined) return;
    // What did not change since the last build is here already.
    const answer = (await caches.match(path)) ?? (await fetch(path));
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    await cache.put(path, answer);
  }

  private async language(): Promise<string> {
    const chosen = await (await caches.match(languageMark))?.text();
    const wanted = [chosen ?? "", ...this.languages].map((tag) => tag.slice(0, 2).toLowerCase());
    return wanted.find((tag) => tag in this.build.texts) ?? "en";
  }
}

/** Whether the browser asks for a file whose name carries the hash of its content. */
export function isHashed(path: string): boolean {
  return /-[A-Z0-9]{8}\.[a-z0-9]+$/.test(path);
}
