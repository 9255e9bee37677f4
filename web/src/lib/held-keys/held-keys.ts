import { isDialogOpen, openDialogs, watchDialogs } from '../open-dialogs.ts';
import { isPressedBy, pressKey, type PressedKey } from './press-key.ts';

/**
 * Holds keys pressed while nothing can receive them: a screen is loading, a dialog has just closed
 * (docs/rules/screens.md#keys-pressed-early). `keep` holds them for what comes next, `settle` until the focus is in place. `drop` discards
 * them: what is typed while an approval is coming may be a PIN.
 */
export type HoldKind = 'keep' | 'keepOutsideFields' | 'settle' | 'drop';

interface HeldKey extends PressedKey {
  /** Dialogs that were open when the key was pressed. */
  dialogs: readonly Element[];
}

declare global {
  interface Window {
    /** Stops the script of web/index.html and returns the keys it held; null once the app listens itself. */
    washdeskEarlyKeys?: (() => KeyboardEvent[]) | null;
  }
}

/** Longer than a screen takes to react to its data; after that focus and listeners are in place. */
const settleMs = 20;
/** A hold must not lock the keyboard forever. One that ends with something visible needs no limit. */
const longestHoldMs = 15_000;
/** Maximum number of held keys: more than a user types ahead. */
const mostKeys = 200;

const holds = new Map<symbol, HoldKind>();
const kept: HeldKey[] = [];
let isReplaying = false;
let isInstalled = false;
let dialogOpenedAt = 0;

/** Holds keys from now on, for at most 15 s by default. @returns a function that ends this hold */
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

/** Holds keys until the page has settled: focus, effects, listeners. */
export function holdKeysForNow(kind: HoldKind): void {
  setTimeout(holdKeys(kind), settleMs);
}

/** Listens for keys before any other listener of the page. @returns a function that stops it */
export function installHeldKeys(): () => void {
  const stopWatching = watchDialogs({
    // Uses the clock of events, which it is compared with.
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

/** Takes over keys pressed before this script loaded, for the current hold. */
export function takeEarlyKeys(): void {
  const early = window.washdeskEarlyKeys?.() ?? [];
  window.washdeskEarlyKeys = null;
  for (const event of early) hear(event);
}

function hear(event: KeyboardEvent): void {
  // The page's script still holds keys; `takeEarlyKeys` brings this one.
  if (window.washdeskEarlyKeys) return;
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
  // A key pressed before a dialog opened was meant for the screen below it.
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

/** Whether only the focus is awaited, not a loading screen. */
const isSettling = (): boolean => [...holds.values()].every((kind) => kind === 'settle');

/** Moves the focus or the caret: keys pressed earlier are meant for the current position. */
const actsAtOnce = ({ key, isComposing }: KeyboardEvent): boolean =>
  !isComposing && !/^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock)$/.test(key);

const isDropping = (): boolean => [...holds.values()].includes('drop');

/** A busy page receives a key late. Its timestamp is before the dialog opened, so it cannot answer the dialog. */
const pressedBeforeDialog = ({ timeStamp }: KeyboardEvent): boolean => timeStamp < dialogOpenedAt && isDialogOpen();

/** Characters, Enter, Backspace and the app's shortcuts; not keys that move the focus, and not F5, F11 and F12. */
function isTyped({ key, altKey }: KeyboardEvent): boolean {
  return /^(?:.|Enter|Backspace|F(?:[1-4]|[6-9]|10))$/u.test(key) && !(altKey && key === 'Enter');
}

/** Whether the key has an effect at the focus, even while the screen loads. */
function hasUse({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches('input, textarea, select, [contenteditable="true"]') || isPressedBy(target, key);
}

function take(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

const replayed = new WeakSet<Event>();

/**
 * Presses the held keys again, in order, until the next hold begins: an F3 among them opens a screen that loads. Characters follow each other
 * without a pause, because a scan is recognized by its pace.
 */
async function replay(): Promise<void> {
  if (isReplaying) return;
  isReplaying = true;
  await pause(settleMs);
  while (kept.length > 0 && holds.size === 0) {
    const { key } = kept[0]!;
    pressNext();
    await (key.length === 1 ? Promise.resolve() : pause(0));
  }
  isReplaying = false;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function pressNext(): void {
  const next = kept.shift();
  if (next === undefined) return;
  const isMeantForBefore = openDialogs().some((dialog) => !next.dialogs.includes(dialog));
  pressKey(next, { isMeantForBefore, mark: (event) => replayed.add(event) });
}
