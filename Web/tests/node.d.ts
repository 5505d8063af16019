/** What the tests use of node; its own declarations are a package of hundreds of files. */
declare module "node:test" {
  export function test(name: string, body: () => void | Promise<void>): void;
}

declare module "node:assert/strict" {
  interface Assert {
    equal<T>(actual: T, expected: T, message?: string): void;
    notEqual<T>(actual: T, expected: T, message?: string): void;
    deepEqual<T>(actual: T, expected: T, message?: string): void;
    ok(value: unknown, message?: string): asserts value;
    throws(work: () => unknown, check?: (error: unknown) => boolean): void;
    rejects(promise: Promise<unknown>, check?: (error: unknown) => boolean): Promise<void>;
  }
  const assert: Assert;
  export default assert;
}

declare module "*/circles.mjs" {
  export function importsOf(source: string): string[];
  export function circlesOf(graph: Map<string, string[]>): string[][];
  export function graphOf(folder: string): Map<string, string[]>;
}

declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf8"): string;
  export function readdirSync(path: string, options: { recursive: true }): string[];
}

declare module "node:path" {
  export function join(...parts: string[]): string;
  export function dirname(path: string): string;
}

declare const process: { cwd(): string; env: Record<string, string | undefined> };
