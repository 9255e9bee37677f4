import { initialScannerState, scannerKey, scannerSilence, scannerWaitMs, type ScannerStep } from '@washdesk/rules/codes/scanner';
import { pressKey } from '../held-keys/press-key.ts';

export interface ScannerHandlers {
  /** A complete scan: the code of a plate, tag or card. */
  onScan: (code: string) => void;
  /** An incomplete scan or one of an unknown type, in words for a cashier. */
  onWarning: (message: string) => void;
}

interface ScanListener {
  /** Nesting depth: a screen's is greater than the shell's, a dialog's greater than that of the screen that opened it. */
  depth: number;
  handlers: ScannerHandlers;
}

const listeners = new Set<ScanListener>();
let state = initialScannerState();
/** The keys that may belong to a scan, oldest first. */
let held: KeyboardEvent[] = [];
let silence: ReturnType<typeof setTimeout> | undefined;
let nextDepth = 0;

/** Returns a depth greater than that of any mounted component. */
export function innerDepth(): number {
  nextDepth += 1;
  return nextDepth;
}

/** Adds a listener to the app's only key handler. @returns a function that removes it */
export function listenForScans(listener: ScanListener): () => void {
  if (listeners.size === 0) window.addEventListener('keydown', hear, { capture: true });
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('keydown', hear, { capture: true });
    clearTimeout(silence);
    state = initialScannerState();
    held = [];
  };
}

/**
 * Detects a scan anywhere on the page (docs/rules/screens.md#scanner). Keys that may begin one are held back from all fields and typed there
 * if they turn out to be text. The keys of a scan reach no field, and its Enter presses no button. The innermost listener receives the scan.
 */
function hear(event: KeyboardEvent): void {
  if (typedAgain.has(event) || event.isComposing || isShortcut(event) || isPassword(event.target)) return;
  // Uses the time of the key press, because a busy page handles a scanner's Enter late.
  const step = scannerKey(state, event.key, event.timeStamp, event.target instanceof HTMLTextAreaElement);
  follow(step, event.target);
  if (!step.consumed) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (state.phase === 'held') held.push(event);
}

function follow(step: ScannerStep, target: EventTarget | null): void {
  state = step.state;
  const keys = held.splice(0);
  if (step.released) keys.forEach(typeAgain);
  // While nothing is decided, the keys stay held.
  else if (state.phase === 'held') held = keys;
  clearTimeout(silence);
  const waitMs = scannerWaitMs(state);
  if (waitMs !== null) silence = setTimeout(() => follow(scannerSilence(state), document.activeElement), waitMs);

  const handlers = innermost()?.handlers;
  if (step.warning !== undefined && !(step.released && isTextField(target))) handlers?.onWarning(step.warning);
  if (step.scanned !== undefined) handlers?.onScan(step.scanned);
}

/** Passes on a scan that did not come from the keyboard. */
export function receiveScan(code: string): void {
  innermost()?.handlers.onScan(code);
}

const typedAgain = new WeakSet<Event>();

function typeAgain({ key, code, altKey, shiftKey, target }: KeyboardEvent): void {
  pressKey({ key, code, altKey, shiftKey, target }, { isMeantForBefore: false, mark: (event) => typedAgain.add(event) });
}

const isTextField = (target: EventTarget | null): boolean => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

function innermost(): ScanListener | undefined {
  return [...listeners].reduce<ScanListener | undefined>((inner, one) => (inner && inner.depth > one.depth ? inner : one), undefined);
}

/** Ctrl+C is not part of a scan; some keyboards use AltGr for '$'. */
function isShortcut(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
}

/** A password may contain '$', and passwords are not scanned. */
function isPassword(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'password';
}
