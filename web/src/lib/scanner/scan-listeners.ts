import { scannerKey, initialScannerState } from '@washdesk/rules/codes/scanner';

export interface ScannerHandlers {
  /** A whole scan: the code of a plate, tag or card. */
  onScan: (code: string) => void;
  /** A scan that was cut short or of a type nobody knows, in words for a cashier. */
  onWarning: (message: string) => void;
}

interface ScanListener {
  /** The listener's nesting depth: a screen's is greater than the shell's, a dialog's greater than that of the screen that opened it. */
  depth: number;
  handlers: ScannerHandlers;
}

const listeners = new Set<ScanListener>();
let state = initialScannerState();
let nextDepth = 0;

/** A nesting depth inside all components that show already. */
export function innerDepth(): number {
  nextDepth += 1;
  return nextDepth;
}

/** Adds a listener to the app's one key handler. @returns removes the listener */
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
 * Hears a scanner anywhere on the page (docs/rules/screens.md#scanner). The keys of a scan are taken before any field sees them, so that half a
 * barcode never lands in an input and the scanner's Enter never presses a button. The innermost listener gets the scan.
 */
function hear(event: KeyboardEvent): void {
  if (event.isComposing || isShortcut(event) || isPassword(event.target)) return;
  // The time of the key press counts, because a busy page handles a scanner's Enter late.
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

/** Ctrl+C is no part of a scan; AltGr is how some keyboards make the '$'. */
function isShortcut(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
}

/** A password may hold a '$', and nobody scans one. */
function isPassword(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'password';
}
