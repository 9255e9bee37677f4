import { formatTag } from './tags.ts';

/**
 * Barcode and tag scanners act as keyboards: they type '$', a format letter and digits, faster than a person can
 * (docs/rules/lane.md#tag-reads). This state machine receives every key of a screen and separates scans from typing.
 */
export type ScannerState =
  | { phase: 'idle' }
  /** `typed` is the text after the '$', including the format letter. */
  | { phase: 'scanning'; typed: string; lastKeyMs: number }
  /** A scan has just ended. Many scanners send Enter or Tab after it. */
  | { phase: 'ended'; atMs: number };

export interface ScannerStep {
  state: ScannerState;
  /** True if the key belongs to a scan: the screen must keep it out of inputs and forms. */
  consumed: boolean;
  /** The code, if this key completed a scan. */
  scanned?: string;
  /** The error in words for a cashier; the machine has reset itself. */
  warning?: string;
}

interface ScanFormat {
  /** The length of a whole scan, including the format letter. */
  length: number;
  /** Returns the code from the digits after the letter. */
  read: (digits: string) => string;
}

/** A scan is dropped after a longer pause. */
export const scannerInactivityMs = 1000;

/** How long after a scan an Enter or Tab is attributed to the scanner: shorter than a person can react. */
export const scannerSuffixMs = 400;

const startKey = '$';

const formats: Readonly<Record<string, ScanFormat>> = {
  C: { length: 17, read: (digits) => digits },
  R: { length: 12, read: (digits) => formatTag(digits.slice(0, 5), digits.slice(5)) },
  N: { length: 22, read: (digits) => digits.slice(3) },
};

const idle: ScannerState = { phase: 'idle' };

/** Returns the state before any key. */
export function initialScannerState(): ScannerState {
  return idle;
}

/**
 * Processes one key press. `key` is a name from the browser's KeyboardEvent ('$', 'C', '5', 'Enter'); `atMs` is any monotonic clock. Pass
 * the returned state to the next call.
 */
export function scannerKey(state: ScannerState, key: string, atMs: number): ScannerStep {
  const current = expire(state, atMs);
  if (key === startKey) return { state: { phase: 'scanning', typed: '', lastKeyMs: atMs }, consumed: true };
  if (current.phase === 'scanning') return continueScan(current.typed, key, atMs);
  if (current.phase === 'ended' && isSuffix(key)) return { state: idle, consumed: true };
  return { state: current, consumed: false };
}

function expire(state: ScannerState, atMs: number): ScannerState {
  if (state.phase === 'scanning' && atMs - state.lastKeyMs >= scannerInactivityMs) return idle;
  if (state.phase === 'ended' && atMs - state.atMs >= scannerSuffixMs) return idle;
  return state;
}

function continueScan(typed: string, key: string, atMs: number): ScannerStep {
  if (isSuffix(key)) return reset('The scan was incomplete. Scan again.');
  // Shift and other modifiers come with '$' and the letters and add no character.
  if (key.length > 1) return { state: { phase: 'scanning', typed, lastKeyMs: atMs }, consumed: false };

  const soFar = typed + key.toUpperCase();
  const format = formats[soFar.charAt(0)];
  // A person who types '$12' into an amount gets here too: the '1' must reach its field.
  if (!format) return { ...reset(`Unknown scan type [${key}]. Scan again.`), consumed: false };
  if (!/^\d*$/.test(soFar.slice(1))) return reset(`Unexpected character [${key}] in the scan. Scan again.`);
  if (soFar.length < format.length) return { state: { phase: 'scanning', typed: soFar, lastKeyMs: atMs }, consumed: true };
  return { state: { phase: 'ended', atMs }, consumed: true, scanned: format.read(soFar.slice(1)) };
}

function reset(warning: string): ScannerStep {
  return { state: idle, consumed: true, warning };
}

function isSuffix(key: string): boolean {
  return key === 'Enter' || key === 'Tab';
}
