import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeKind } from './codes.ts';
import { scannerInactivityMs, scannerKey, initialScannerState, scannerSuffixMs } from './scanner.ts';
import type { ScannerState, ScannerStep } from './scanner.ts';

/** Presses the keys in order, `gapMs` apart, and returns every step. */
function press(keys: Iterable<string>, { state = initialScannerState(), atMs = 1_000, gapMs = 5 } = {}): ScannerStep[] {
  let current: ScannerState = state;
  return Array.from(keys, (key, index) => {
    const step = scannerKey(current, key, atMs + index * gapMs);
    current = step.state;
    return step;
  });
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

  it('begins anew with a new start sign', () => {
    const steps = press('$C629$R12345123456');
    expect(scans(steps)).toEqual(['12345+123456']);
    expect(warnings(steps)).toEqual([]);
  });
});

describe('a faulty scan', () => {
  it('of an unknown type warns and leaves the key to its field', () => {
    const steps = press('$X12');
    expect(steps.map(({ consumed }) => consumed)).toEqual([true, false, false, false]);
    expect(warnings(steps)).toEqual(['Unknown scan type [X]. Scan again.']);
  });

  it('with anything but digits behind the type warns and starts over', () => {
    const steps = press('$R12Z$R12345123456');
    expect(warnings(steps)).toEqual(['Unexpected character [Z] in the scan. Scan again.']);
    expect(scans(steps)).toEqual(['12345+123456']);
  });

  it.each(['Enter', 'Tab'])('cut short by %s warns and submits nothing', (suffix) => {
    const last = press([...Array.from('$R12345'), suffix]).at(-1);
    expect(last).toEqual({ state: initialScannerState(), consumed: true, warning: 'The scan was incomplete. Scan again.' });
  });
});

describe('time', () => {
  it('gives a scan up after a second of silence', () => {
    const started = press('$R1234512345').at(-1);
    const late = scannerKey(started?.state ?? initialScannerState(), '6', 1_000 + 11 * 5 + scannerInactivityMs);
    expect(late).toEqual({ state: initialScannerState(), consumed: false });
  });

  it('allows any pause shorter than that', () => {
    expect(scans(press('$R12345123456', { gapMs: scannerInactivityMs - 1 }))).toEqual(['12345+123456']);
  });

  it('keeps the scanner’s own Enter from the form, but not a person’s', () => {
    const ended = press('$R12345123456', { gapMs: 0 }).at(-1)?.state ?? initialScannerState();
    expect(scannerKey(ended, 'Enter', 1_000 + scannerSuffixMs - 1)).toEqual({ state: initialScannerState(), consumed: true });
    expect(scannerKey(ended, 'Enter', 1_000 + scannerSuffixMs).consumed).toBe(false);
    expect(scannerKey(ended, 'a', 1_000 + 1).consumed).toBe(false);
  });
});

it('leaves all typing without a start sign alone', () => {
  const key = fc.oneof(fc.constantFrom('Enter', 'Tab', 'Shift', 'Backspace', 'C', 'R', 'N'), fc.string({ minLength: 1, maxLength: 1 }));
  const typing = fc.array(key.filter((pressed) => pressed !== '$'));
  fc.assert(
    fc.property(typing, (keys) => {
      for (const step of press(keys)) expect(step).toEqual({ state: initialScannerState(), consumed: false });
    }),
  );
});
