/**
 * The text under `key` in this tab's storage. An entry that the previous release left under `oldKey` is moved first, so that unfinished
 * work continues under the same Idempotency-Keys. `oldKey` can be removed one release later.
 */
export function readRenamedEntry(key: string, oldKey: string): string | null {
  const text = sessionStorage.getItem(key);
  if (text !== null) return text;
  const oldText = sessionStorage.getItem(oldKey);
  if (oldText === null) return null;
  sessionStorage.setItem(key, oldText);
  sessionStorage.removeItem(oldKey);
  return oldText;
}
