import { describe, expect, it } from 'vitest';
import { ConsoleRefusal, parseArguments, wordsOfLine } from './command-line.ts';

describe('the words of a line', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['gate open north', ['gate', 'open', 'north']],
    ['  gate\topen   north ', ['gate', 'open', 'north']],
    ['x --reason "car is stuck"', ['x', '--reason', 'car is stuck']],
    [`x --reason='the "exit" gate'`, ['x', '--reason=the "exit" gate']],
    ['x ""', ['x', '']],
    [`x --reason="car’s "'"'"stuck"'"'""`, ['x', '--reason=car’s "stuck"']],
    ['x; rm -rf / && $(reboot) `id` | cat > y \\n', ['x;', 'rm', '-rf', '/', '&&', '$(reboot)', '`id`', '|', 'cat', '>', 'y', '\\n']],
  ])('%j', (line, words) => expect(wordsOfLine(line)).toEqual(words));

  it('end with an open quotation mark in a refusal', () => {
    expect(() => wordsOfLine('gate open --reason "car')).toThrow(ConsoleRefusal);
  });
});

describe('options', () => {
  it('may be anywhere, in both forms', () => {
    expect(parseArguments(['--reason', 'car stuck', 'north'], ['reason'])).toEqual({ values: ['north'], options: { reason: 'car stuck' } });
    expect(parseArguments(['north', '--reason=a = b'], ['reason'])).toEqual({ values: ['north'], options: { reason: 'a = b' } });
  });

  it.each([
    [['--reasn', 'x'], 'Unknown option --reasn'],
    [['--reason'], '--reason needs a value'],
    [['--reason', '  '], '--reason needs a value'],
    [['--reason', '--lines', '5'], '--reason needs a value'],
    [['--reason=a', '--reason=b'], '--reason is there twice'],
    [['--constructor', 'x'], 'Unknown option --constructor'],
  ])('%j is refused', (words, message) => expect(() => parseArguments(words, ['reason', 'lines'])).toThrow(message));
});
