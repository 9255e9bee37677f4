import { describe, expect, it } from 'vitest';
import { namesOfTwentyLanguages } from '@washdesk/test-support/names-of-twenty-languages';
import { charactersOf, nearestText } from './nearest-text.ts';

describe('the nearest letters', () => {
  const [windows, dos] = [charactersOf('windows-1252'), charactersOf('cp437')];

  it.each(namesOfTwentyLanguages)('of $name', ({ name, windows: inWindows, dos: inDos }) => {
    expect(nearestText(name, (character) => windows.has(character))).toBe(inWindows);
    expect(nearestText(name, (character) => dos.has(character))).toBe(inDos);
  });

  it('leave pictures out', () => {
    expect(nearestText('Bob 😀', (character) => windows.has(character))).toBe('Bob ');
  });

  it('leave a text that the target can write as it is', () => {
    expect(nearestText('😀 “Łukasz” | {x}', () => true)).toBe('😀 “Łukasz” | {x}');
  });

  it('contain no markup that the text did not have', () => {
    expect(nearestText('｜｛｝＼～＿＂｀＾', (character) => dos.has(character))).not.toMatch(/[|{}\\~_"`^]/);
  });
});
