import { formatTag } from './tags.ts';

/**
 * Barcode and tag scanners act as keyboards: they type '$', a format letter and digits, faster than a person can
 * (docs/rules/screens.md#scanner). This state machine receives every key of a screen and separates scans from typing. Keys that may begin a
 * scan are held until they certainly do or do not.
 */
export type ScannerState =
  | { phase: 'idle' }
  /** The keys since a '$' are held back. `typed` is the text after it, including the format letter. */
  | { phase: 'held'; typed: string; firstKeyMs: number; lastKeyMs: number; inTextArea: boolean }
  /** The rest of a faulty scan is swallowed. */
  | { phase: 'faulty'; lastKeyMs: number }
  /** A scan has just ended. Many scanners send Enter or Tab after it. */
  | { phase: 'ended'; atMs: number };

export interface ScannerStep {
  state: ScannerState;
  /** True if the key belongs to a scan or may begin one: the screen must keep it out of inputs and forms. */
  consumed: boolean;
  /** True if the keys held so far are no scan: the screen types them now, before this key. */
  released: boolean;
  /** The code, if this key completed a scan. */
  scanned?: string;
  /** The error in words for a cashier. With `released` it is a guess, for a key that no field receives. */
  warning?: string;
}

interface ScanFormat {
  /** The length of a whole scan, including the format letter. */
  length: number;
  /** Returns the code from the digits after the letter. */
  read: (digits: string) => string;
}

/** The longest pause between the first keys of a scan. Scanners type a key every few milliseconds. */
export const scannerGapMs = 150;

/** This many keys in the form of a scan, at this pace on average, are certainly a scanner's. */
const certainKeys = 8;
const certainPaceMs = 30;

/** A scan that is certainly one is dropped after a longer pause. */
export const scannerInactivityMs = 1000;

/** How long after a scan an Enter or Tab is attributed to the scanner: shorter than a person can react. */
export const scannerSuffixMs = 400;

const startKey = '$';

const formats: Readonly<Record<string, ScanFormat>> = {
  C: { length: 17, read: (digits) => digits },
  R: { length: 12, read: (digits) => formatTag(digits.slice(0, 5), digits.slice(5)) },
  N: { length: 22, read: (digits) => digits.slice(3) },
};

/** Returns the code in a scan that arrives whole: the digits of a format, or the text as it is. */
export function codeOfScan(text: string): string {
  const [, letter = '', digits = ''] = /^\$([a-z])(\d+)$/i.exec(text) ?? [];
  const format = formats[letter.toUpperCase()];
  return format?.length === digits.length + 1 ? format.read(digits) : text;
}

type HeldState = ScannerState & { phase: 'held' };

const idle: ScannerState = { phase: 'idle' };
const incomplete = 'The scan was incomplete. Scan again.';

/** Returns the state before any key. */
export function initialScannerState(): ScannerState {
  return idle;
}

/**
 * Processes one key press. `key` is a name from the browser's KeyboardEvent ('$', 'C', '5', 'Enter'); `atMs` is any monotonic clock. Pass
 * the returned state to the next call. In a text area only a whole scan is one; all else is text.
 */
export function scannerKey(state: ScannerState, key: string, atMs: number, inTextArea = false): ScannerStep {
  const silence = isLate(state, atMs) ? scannerSilence(state) : null;
  const step = stepOf(silence?.state ?? state, key, atMs, inTextArea);
  if (!silence) return step;
  return { ...step, released: step.released || silence.released, ...(silence.warning !== undefined && { warning: silence.warning }) };
}

/** Returns how long to wait for the next key; null if none is awaited. */
export function scannerWaitMs(state: ScannerState): number | null {
  if (state.phase !== 'held') return null;
  return isCertain(state) ? scannerInactivityMs : scannerGapMs;
}

/** Processes that no key came in time. */
export function scannerSilence(state: ScannerState): ScannerStep {
  if (state.phase !== 'held') return pass(idle);
  return isCertain(state) ? { ...pass(idle), warning: incomplete } : { ...pass(idle), released: true };
}

function isLate(state: ScannerState, atMs: number): boolean {
  if (state.phase === 'idle') return false;
  if (state.phase === 'ended') return atMs - state.atMs >= scannerSuffixMs;
  return atMs - state.lastKeyMs >= (scannerWaitMs(state) ?? scannerGapMs);
}

function stepOf(state: ScannerState, key: string, atMs: number, inTextArea: boolean): ScannerStep {
  if (key === startKey) {
    const begun: ScannerState = { phase: 'held', typed: '', firstKeyMs: atMs, lastKeyMs: atMs, inTextArea };
    return { state: begun, consumed: true, released: state.phase === 'held' && !isCertain(state) };
  }
  // Shift and other modifiers come with '$' and the letters and add no character.
  if (isModifier(key)) return pass(state);
  switch (state.phase) {
    case 'held':
      return afterHeld(state, key, atMs);
    case 'faulty':
      return take(isSuffix(key) ? idle : { ...state, lastKeyMs: atMs });
    case 'ended':
      return isSuffix(key) ? take(idle) : pass(state);
    case 'idle':
      return pass(state);
  }
}

function afterHeld(state: HeldState, key: string, atMs: number): ScannerStep {
  const typed = state.typed + key.toUpperCase();
  const format = formats[typed.charAt(0)];
  if (key.length === 1 && format && /^.\d*$/.test(typed)) {
    if (typed.length < format.length) return take({ ...state, typed, lastKeyMs: atMs });
    return { ...take({ phase: 'ended', atMs }), scanned: format.read(typed.slice(1)) };
  }
  const warning = warningOf(state, key);
  if (isCertain(state)) return { ...take(isSuffix(key) ? idle : { phase: 'faulty', lastKeyMs: atMs }), warning };
  return { state: idle, consumed: false, released: true, ...(key.length === 1 && { warning }) };
}

function warningOf({ typed }: HeldState, key: string): string {
  if (isSuffix(key)) return incomplete;
  return typed === '' ? `Unknown scan type [${key}]. Scan again.` : `Unexpected character [${key}] in the scan. Scan again.`;
}

const isCertain = ({ typed, firstKeyMs, lastKeyMs, inTextArea }: HeldState): boolean =>
  !inTextArea && typed.length + 1 >= certainKeys && lastKeyMs - firstKeyMs <= certainPaceMs * typed.length;

const pass = (state: ScannerState): ScannerStep => ({ state, consumed: false, released: false });
const take = (state: ScannerState): ScannerStep => ({ state, consumed: true, released: false });

const isSuffix = (key: string): boolean => key === 'Enter' || key === 'Tab';

const isModifier = (key: string): boolean => /^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock)$/.test(key);
