import type { Build } from "../build";

/** What the worker runs in. */
export type WorkerScope = ServiceWorkerGlobalScope & { cercaBuild: Build };
