/** What this browser keeps for times without a network: copies by name, and what waits to be sent, in order. */
const stores = ["copies", "waiting"] as const;

type Store = (typeof stores)[number];

const name = "cerca";

/**
 * Does something in one store and gives its result; rejects where the browser keeps nothing.
 *
 * The database is opened each time and closed again, so that it can be deleted at any moment, by another page too.
 */
export async function inStore<T>(
  store: Store, mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = act(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error("the database was closed"));
      database.onclose = () => reject(new Error("the database was closed"));
    });
  } finally {
    database.close();
  }
}

/** Deletes everything; where nothing can be kept there is nothing to delete. */
export function forgetAll(): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = window.indexedDB.deleteDatabase(name);
      request.onsuccess = request.onerror = request.onblocked = () => resolve();
    } catch {
      resolve();
    }
  });
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = window.indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store, { autoIncrement: true });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no database"));
  });
}

/** Deletes the page's own files, which the worker keeps; the next visit fetches them again. */
export async function forgetFiles(): Promise<void> {
  try {
    await Promise.all((await window.caches.keys()).map((key) => window.caches.delete(key)));
  } catch {
    // Without a secure address there are none.
  }
}
