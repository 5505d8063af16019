/**
 * What is said to screen readers while somebody moves through the drawing: the last of many things, at most one a second.
 */
export class Announcer {
  private last = -Infinity;
  private waiting: number | undefined;
  private text = "";

  constructor(private readonly say: (text: string) => void, private readonly pause = 1000) {}

  tell(text: string): void {
    this.text = text;
    if (this.waiting !== undefined) return;
    const due = this.last + this.pause - performance.now();
    if (due <= 0) this.speak();
    else this.waiting = window.setTimeout(() => this.speak(), due);
  }

  end(): void {
    window.clearTimeout(this.waiting);
    this.waiting = undefined;
  }

  private speak(): void {
    this.waiting = undefined;
    this.last = performance.now();
    this.say(this.text);
  }
}
