import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { darkTokens } from './dark-tokens.ts';
import { tokens, type Tokens } from './tokens.ts';

/** The relative luminance of WCAG 2. */
function luminance(color: string): number {
  const parts = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * parts[0]! + 0.7152 * parts[1]! + 0.0722 * parts[2]!;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

/** The colors that are the same in both themes. */
const fixed: Readonly<Record<string, string>> = Object.fromEntries(
  [...readFileSync(path.join(import.meta.dirname, 'fixed-colors.css'), 'utf8').matchAll(/--([a-z-]+): (#\w{6});/g)].map(
    ([, name, color]) => [name!, color!],
  ),
);

type Name = keyof Tokens | `${'lane' | 'paper'}-${string}` | 'paper' | `${string}-field`;
type Pair = readonly [Name, Name];
const pairs = (texts: readonly Name[], grounds: readonly Name[]): Pair[] =>
  texts.flatMap((text) => grounds.map((ground): Pair => [text, ground]));

const readable: readonly Pair[] = [
  ...pairs(['ink', 'muted', 'water', 'waterPressed', 'stop'], ['ground', 'surface', 'floating', 'waterSelected']),
  ...pairs(['ink'], ['goSoft', 'waitSoft', 'stopSoft']),
  ['go', 'surface'],
  ['wait', 'surface'],
  ['stop', 'stopSoft'],
  ...pairs(['onWater'], ['water', 'waterPressed', 'go', 'wait', 'stop', 'stopPressed']),
  ...pairs(['on-field'], ['go-field', 'wait-field', 'stop-field', 'slate-field']),
  ...pairs(['lane-ink', 'lane-muted', 'lane-water', 'lane-go', 'lane-stop'], ['lane-ground', 'toast']),
  ...pairs(['paper-ink', 'paper-water'], ['paper', 'paper-shade']),
];

describe.each([
  ['light', tokens],
  ['dark', darkTokens],
] as const)('the %s theme', (_name, values) => {
  it('has a contrast of 4.5:1 for text, and of 3:1 for the borders of fields', () => {
    const all: Readonly<Record<string, string>> = { ...fixed, ...values };
    const weak = readable.filter(([text, ground]) => !(contrast(all[text]!, all[ground]!) >= 4.5));
    expect(weak).toEqual([]);
    expect(contrast(values.edge, values.surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(all['lane-edge']!, all['lane-ground']!)).toBeGreaterThanOrEqual(3);
  });
});

it('the page has the ground of either theme before any script of the app', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../index.html'), 'utf8');
  const grounds = [...page.matchAll(/background: (#\w{6})/g)].map(([, color]) => color?.toUpperCase());
  expect(grounds).toEqual([tokens.ground, darkTokens.ground]);
});
