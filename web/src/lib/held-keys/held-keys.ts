import { isDialogOpen, openDialogs, watchDialogs } from '../open-dialogs.ts';
import { isPressedBy, pressKey, type PressedKey } from './press-key.ts';

/**
 * Keys that are pressed while nothing can take them: a screen loads, a dialog has just closed (docs/rules/screens.md#keys-pressed-early).
 * `keep` holds them for what comes, `settle` until the focus is where it belongs. `drop` throws them away: what is typed while an approval is on
 * its way may be a PIN.
 */
export type HoldKind = 'keep' | 'keepOutsideFields' | 'settle' | 'drop';

interface HeldKey extends PressedKey {
  /** The dialogs that were open when the key was pressed. */
  dialogs: readonly Element[];
}

declare global {
  interface Window {
    /** Ends what the script of web/index.html does and gives what it kept; null once the app hears keys itself. */
    washdeskEarlyKeys?: (() => KeyboardEvent[]) | null;
  }
}

/** Longer than a screen takes to react to its data: then focus and listeners are where they belong. */
const settleMs = 20;
/** No hold may lock the keyboard because something never came; one that ends with what is seen needs no such end. */
const longestHoldMs = 15_000;
/** More keys than anybody types ahead. */
const mostKeys = 200;

const holds = new Map<symbol, HoldKind>();
const kept: HeldKey[] = [];
let isReplaying = false;
let isInstalled = false;
let dialogOpenedAt = 0;

/** Holds keys from now on, for 15 s at most unless told otherwise. @returns ends this hold */
export function holdKeys(kind: HoldKind, longestMs: number | null = longestHoldMs): () => void {
  if (!isInstalled) return () => undefined;
  const hold = Symbol(kind);
  holds.set(hold, kind);
  const release = (): void => {
    clearTimeout(timer);
    if (holds.delete(hold) && holds.size === 0) void replay();
  };
  const timer = longestMs === null ? undefined : setTimeout(release, longestMs);
  return release;
}

/** Holds keys until what the page does now has settled: focus, effects, listeners. */
export function holdKeysForNow(kind: HoldKind): void {
  setTimeout(holdKeys(kind), settleMs);
}

/** Begins to hear keys, before any other listener of the page. @returns ends it */
export function installHeldKeys(): () => void {
  const stopWatching = watchDialogs({
    // By the clock of events, whose times are compared with it.
    onOpened: () => (dialogOpenedAt = new Event('opened').timeStamp),
    onClosed: () => holdKeysForNow('settle'),
  });
  window.addEventListener('keydown', hear, { capture: true });
  isInstalled = true;
  return () => {
    isInstalled = false;
    window.removeEventListener('keydown', hear, { capture: true });
    stopWatching();
    holds.clear();
    kept.length = 0;
  };
}

/** Takes over the keys that were pressed before this script was there, for the hold that is on. */
export function takeEarlyKeys(): void {
  const early = window.washdeskEarlyKeys?.() ?? [];
  window.washdeskEarlyKeys = null;
  for (const event of early) hear(event);
}

function hear(event: KeyboardEvent): void {
  if (!event.isTrusted && replayed.has(event)) return;
  if (isDropping()) {
    take(event);
    return;
  }
  if (!isKept(event)) {
    if (actsAtOnce(event)) while (kept.length > 0 && isSettling()) pressNext();
    return;
  }
  take(event);
  const { key, code, altKey, shiftKey, target } = event;
  // A key that was pressed before a dialog opened was meant for what lay there before.
  const dialogs = pressedBeforeDialog(event) ? [] : openDialogs();
  if (!event.repeat && kept.length < mostKeys) kept.push({ key, code, altKey, shiftKey, target, dialogs });
  if (holds.size === 0) void replay();
}

function isKept(event: KeyboardEvent): boolean {
  if (event.isComposing || event.ctrlKey || event.metaKey || !isTyped(event)) return false;
  if (kept.length > 0 || pressedBeforeDialog(event)) return true;
  const kinds = [...holds.values()];
  return kinds.includes('keep') || kinds.includes('settle') || (kinds.includes('keepOutsideFields') && !hasUse(event));
}

/** Whether nothing is waited for but the focus: no screen that loads. */
const isSettling = (): boolean => [...holds.values()].every((kind) => kind === 'settle');

/** Moves the focus or the caret: the keys that were pressed earlier are meant for where both are now. */
const actsAtOnce = ({ key, isComposing }: KeyboardEvent): boolean =>
  !isComposing && !/^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock)$/.test(key);

const isDropping = (): boolean => [...holds.values()].includes('drop');

/** A busy page hears a key late: by its time it was pressed before the dialog was there, so that nobody can have answered the dialog by it. */
const pressedBeforeDialog = ({ timeStamp }: KeyboardEvent): boolean => timeStamp < dialogOpenedAt && isDialogOpen();

/** Characters, Enter, Backspace and the app's own keys; not what moves the focus, and not the browser's F5, F11 and F12. */
function isTyped({ key, altKey }: KeyboardEvent): boolean {
  return /^(?:.|Enter|Backspace|F(?:[1-4]|[6-9]|10))$/u.test(key) && !(altKey && key === 'Enter');
}

/** Whether the key does something where the focus is, also while the screen loads. */
function hasUse({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches('input, textarea, select, [contenteditable="true"]') || isPressedBy(target, key);
}

function take(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

const replayed = new WeakSet<Event>();

/** Presses the kept keys again, one after the other, until the next hold begins: an F3 among them leads to a screen that loads. */
async function replay(): Promise<void> {
  if (isReplaying) return;
  isReplaying = true;
  let wait = settleMs;
  while (kept.length > 0) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = 0;
    if (holds.size > 0) break;
    pressNext();
  }
  isReplaying = false;
}

function pressNext(): void {
  const next = kept.shift();
  if (next === undefined) return;
  const isMeantForBefore = openDialogs().some((dialog) => !next.dialogs.includes(dialog));
  pressKey(next, { isMeantForBefore, mark: (event) => replayed.add(event) });
}
