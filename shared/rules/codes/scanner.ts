import { formatTag } from './tags.ts';

/**
 * Barcode and tag scanners are keyboards: they type '$', a letter for the format, and digits, faster than a person can
 * (docs/rules/lane.md#tag-reads). This machine watches every key of a screen and tells scans from typing.
 */
export type ScannerState =
  | { phase: 'idle' }
  /** `typed` is what came after the '$', the format's letter included. */
  | { phase: 'scanning'; typed: string; lastKeyMs: number }
  /** A scan has just ended: scanners are often set to press Enter or Tab behind it. */
  | { phase: 'ended'; atMs: number };

export interface ScannerStep {
  state: ScannerState;
  /** True when the key belongs to a scan: the screen must keep it out of inputs and forms. */
  consumed: boolean;
  /** The code, when this key completed a scan. */
  scanned?: string;
  /** What went wrong, in words for a cashier; the machine has reset itself. */
  warning?: string;
}

interface ScanFormat {
  /** Characters of a whole scan, the format's letter included. */
  length: number;
  /** The code in the digits behind the letter. */
  read: (digits: string) => string;
}

/** A scan is dropped after a longer silence than this. */
export const scannerInactivityMs = 1000;

/** How long after a scan an Enter or Tab is still the scanner's own: shorter than a hand needs. */
export const scannerSuffixMs = 400;

const startKey = '$';

const formats: Readonly<Record<string, ScanFormat>> = {
  C: { length: 17, read: (digits) => digits },
  R: { length: 12, read: (digits) => formatTag(digits.slice(0, 5), digits.slice(5)) },
  N: { length: 22, read: (digits) => digits.slice(3) },
};

const idle: ScannerState = { phase: 'idle' };

/** The machine before any key. */
export function initialScannerState(): ScannerState {
  return idle;
}

/**
 * One key press. `key` is named as in a browser's KeyboardEvent ('$', 'C', '5', 'Enter'); `atMs` is any clock that
 * only goes forward. Feed the returned state into the next call.
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
  // Shift and its like come with '$' and the letters; they carry no character of their own.
  if (key.length > 1) return { state: { phase: 'scanning', typed, lastKeyMs: atMs }, consumed: false };

  const soFar = typed + key.toUpperCase();
  const format = formats[soFar.charAt(0)];
  // A person who types '$12' into an amount lands here too: the '1' is theirs, and must reach its field.
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
