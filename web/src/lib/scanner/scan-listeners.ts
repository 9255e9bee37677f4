import { scannerKey, initialScannerState } from '@washdesk/rules/codes/scanner';

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
    state = initialScannerState();
  };
}

/**
 * Detects a scan anywhere on the page (docs/rules/screens.md#scanner). Its keys are consumed before any field receives them, so half a
 * barcode never ends up in an input and the scanner's Enter never presses a button. The innermost listener receives the scan.
 */
function hear(event: KeyboardEvent): void {
  if (event.isComposing || isShortcut(event) || isPassword(event.target)) return;
  // Uses the time of the key press, because a busy page handles a scanner's Enter late.
  const step = scannerKey(state, event.key, event.timeStamp);
  state = step.state;
  if (step.consumed) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  const handlers = innermost()?.handlers;
  if (step.warning !== undefined) handlers?.onWarning(step.warning);
  if (step.scanned !== undefined) handlers?.onScan(step.scanned);
}

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
