import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeKind } from './codes.ts';
import {
  codeOfScan,
  initialScannerState,
  scannerGapMs,
  scannerInactivityMs,
  scannerKey,
  scannerSilence,
  scannerSuffixMs,
  scannerWaitMs,
} from './scanner.ts';
import type { ScannerState, ScannerStep } from './scanner.ts';

/** Presses the keys in order, `gapMs` apart, and returns every step. */
function press(keys: Iterable<string>, { state = initialScannerState(), atMs = 1_000, gapMs = 5, inTextArea = false } = {}): ScannerStep[] {
  let current: ScannerState = state;
  return Array.from(keys, (key, index) => {
    const step = scannerKey(current, key, atMs + index * gapMs, inTextArea);
    current = step.state;
    return step;
  });
}

/** Returns what the keys type into the field that has the focus. */
function typedBy(keys: Iterable<string>, options: { gapMs?: number; inTextArea?: boolean } = {}): string {
  let text = '';
  let held = '';
  const steps = press(keys, options);
  Array.from(keys).forEach((key, index) => {
    const { consumed, released, state } = steps[index]!;
    if (released) text += held;
    if (released || state.phase !== 'held') held = '';
    if (!consumed && key.length === 1) text += key;
    if (consumed && state.phase === 'held') held += key;
  });
  return scannerSilence(steps.at(-1)!.state).released ? text + held : text;
}

const scans = (steps: ScannerStep[]) => steps.flatMap(({ scanned }) => scanned ?? []);
const warnings = (steps: ScannerStep[]) => steps.flatMap(({ warning }) => warning ?? []);
const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`));

describe('a scan', () => {
  it.each([
    ['C', '$C6298921312345678', '6298921312345678', 'card'],
    ['R', '$R12345123456', '12345+123456', 'tag'],
    ['N', '$N999629892231123456789', '629892231123456789', 'card'],
  ])('of type %s gives its code with the last key', (_type, keys, code, kind) => {
    const steps = press(keys);
    expect(steps.at(-1)?.scanned).toBe(code);
    expect(scans(steps)).toEqual([code]);
    expect(codeKind(code)).toBe(kind);
    expect(steps.every(({ consumed }) => consumed)).toBe(true);
  });

  it('is read in any digits, and a second one right behind the first', () => {
    fc.assert(
      fc.property(digits(16), digits(11), digits(21), (card, tag, number) => {
        const steps = press(`$C${card}$R${tag}$N${number}`);
        expect(scans(steps)).toEqual([card, `${tag.slice(0, 5)}+${tag.slice(5)}`, number.slice(3)]);
        expect(warnings(steps)).toEqual([]);
      }),
    );
  });

  it('is read in lower case too, as with Caps Lock on', () => {
    expect(scans(press('$r12345123456'))).toEqual(['12345+123456']);
  });

  it('is not disturbed by the Shift keys that it is typed with', () => {
    const steps = press(['Shift', '$', 'Shift', 'R', ...Array.from('12345123456')]);
    expect(scans(steps)).toEqual(['12345+123456']);
    expect(steps[2]?.consumed).toBe(false);
  });

  it('starts again with a new start sign', () => {
    const steps = press('$C629$R12345123456');
    expect(scans(steps)).toEqual(['12345+123456']);
    expect(warnings(steps)).toEqual([]);
  });

  it('is read at the pace of a slow scanner, in a text area too', () => {
    expect(scans(press('$R12345123456', { gapMs: scannerGapMs - 1 }))).toEqual(['12345+123456']);
    expect(scans(press('$R12345123456', { inTextArea: true }))).toEqual(['12345+123456']);
  });
});

describe('a dollar in a text', () => {
  const texts = ['Save $5.', '$C', '$Carl', '$R12', '$N', 'pay $R and $N1', '$$$', '$', 'a $C1 b$', '$12', '$R1234 x'];
  const paces = [0, 5, 80, 200, 2_000].flatMap((gapMs) => [true, false].map((inTextArea) => ({ gapMs, inTextArea })));

  it.each(texts)('loses nothing at any pace: %s', (text) => {
    for (const pace of paces) expect(typedBy(text, pace)).toBe(text);
  });

  it('loses nothing in a text area unless a whole scan is in it', () => {
    const key = fc.constantFrom('$', 'C', 'R', 'N', 'r', '1', '2', '3', ' ', '.', 'x');
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 14 }), fc.constantFrom(0, 10, 100, 400), (keys, gapMs) => {
        fc.pre(scans(press(keys, { gapMs, inTextArea: true })).length === 0);
        expect(typedBy(keys, { gapMs, inTextArea: true })).toBe(keys.join(''));
      }),
    );
  });

  it('is typed as soon as the next key shows that it is no scan', () => {
    const [dollar, five] = press('$5');
    expect([dollar?.consumed, five?.consumed, five?.released]).toEqual([true, false, true]);
  });

  it('waits for a key only as long as a scanner takes', () => {
    const held = press('$').at(-1)!.state;
    expect(scannerWaitMs(held)).toBe(scannerGapMs);
    expect(scannerSilence(held)).toEqual({ state: initialScannerState(), consumed: false, released: true });
    expect(scannerWaitMs(initialScannerState())).toBeNull();
  });
});

describe('a faulty scan', () => {
  it('of an unknown type warns, and its keys are left to a field', () => {
    const steps = press('$X12');
    expect(steps.map(({ consumed }) => consumed)).toEqual([true, false, false, false]);
    expect(steps[1]).toMatchObject({ released: true, warning: 'Unknown scan type [X]. Scan again.' });
  });

  it('with anything but digits behind many of them warns, and its rest is swallowed', () => {
    const steps = press('$R123456Z89$R12345123456');
    expect(warnings(steps)).toEqual(['Unexpected character [Z] in the scan. Scan again.']);
    expect(scans(steps)).toEqual(['12345+123456']);
    expect(typedBy('$R123456Z89')).toBe('');
  });

  it.each(['Enter', 'Tab'])('cut short by %s warns and submits nothing', (suffix) => {
    const last = press([...Array.from('$R123456'), suffix]).at(-1);
    const warning = 'The scan was incomplete. Scan again.';
    expect(last).toEqual({ state: initialScannerState(), consumed: true, released: false, warning });
  });

  it('cut short by silence warns', () => {
    const { state } = press('$R123456').at(-1)!;
    expect(scannerWaitMs(state)).toBe(scannerInactivityMs);
    expect(scannerSilence(state)).toMatchObject({ released: false, warning: 'The scan was incomplete. Scan again.' });
  });
});

describe('time', () => {
  it('gives a scan up after a second of silence', () => {
    const started = press('$R1234512345').at(-1);
    const late = scannerKey(started?.state ?? initialScannerState(), '6', 1_000 + 11 * 5 + scannerInactivityMs);
    expect(late).toMatchObject({ state: initialScannerState(), consumed: false, warning: 'The scan was incomplete. Scan again.' });
  });

  it('allows a pause shorter than that once it is certainly a scanner', () => {
    const started = press('$R1234512345').at(-1);
    expect(scannerKey(started!.state, '6', 1_000 + 11 * 5 + scannerInactivityMs - 1).scanned).toBe('12345+123456');
  });

  it('keeps the scanner’s own Enter from the form, but not a person’s', () => {
    const ended = press('$R12345123456', { gapMs: 0 }).at(-1)?.state ?? initialScannerState();
    expect(scannerKey(ended, 'Enter', 1_000 + scannerSuffixMs - 1)).toMatchObject({ state: initialScannerState(), consumed: true });
    expect(scannerKey(ended, 'Enter', 1_000 + scannerSuffixMs).consumed).toBe(false);
    expect(scannerKey(ended, 'a', 1_000 + 1).consumed).toBe(false);
  });
});

it('leaves all typing without a start sign alone', () => {
  const key = fc.oneof(fc.constantFrom('Enter', 'Tab', 'Shift', 'Backspace', 'C', 'R', 'N'), fc.string({ minLength: 1, maxLength: 1 }));
  const typing = fc.array(key.filter((pressed) => pressed !== '$'));
  fc.assert(
    fc.property(typing, (keys) => {
      for (const step of press(keys)) expect(step).toEqual({ state: initialScannerState(), consumed: false, released: false });
    }),
  );
});

describe('a scan that arrives whole', () => {
  it.each([
    ['$C6298921312345678', '6298921312345678'],
    ['$r12345123456', '12345+123456'],
    ['$N123456789012345678901', '456789012345678901'],
    ['ABC1234-IL', 'ABC1234-IL'],
    ['$R123', '$R123'],
    ['$X12345123456', '$X12345123456'],
    ['6298921312345678', '6298921312345678'],
  ])('%s is the code %s', (text, code) => {
    expect(codeOfScan(text)).toBe(code);
  });
});
