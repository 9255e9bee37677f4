/** A short message about something that succeeded (docs/rules/screens.md#success). */
export interface Toast {
  id: number;
  text: string;
  action: ToastAction | null;
}

interface ToastAction {
  label: string;
  run: () => void;
}

/** Older toasts leave when more arrive. */
const mostToasts = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Says that something succeeded: object and past participle, with the new value, such as 'Plate changed to NWP2026-IN'. It stays while
 * screens change. An equal text is said again, not twice.
 */
export function showToast(text: string, action: ToastAction | null = null): void {
  lastId += 1;
  change([...toasts.filter((shown) => shown.text !== text), { id: lastId, text, action }].slice(-mostToasts));
}

export const dismissToast = (id: number): void => change(toasts.filter((shown) => shown.id !== id));

/** For a new user at the same browser. */
export const clearToasts = (): void => change([]);

export const currentToasts = (): readonly Toast[] => toasts;

export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
