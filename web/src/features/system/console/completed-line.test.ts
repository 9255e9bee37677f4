import { describe, expect, it } from 'vitest';
import { completedLine, withLine } from './completed-line.ts';

describe('a completed line', () => {
  it.each([
    ['ga', ['gate'], 'gate ', []],
    ['gate open n', ['north'], 'gate open north ', []],
    ['gate ', ['open', 'status'], 'gate ', ['open', 'status']],
    ['rfid s', ['sim', 'simulate'], 'rfid sim', ['sim', 'simulate']],
    ['x', [], 'x', []],
  ])('%j with %j', (line, words, completed, choices) => {
    expect(completedLine(line, words)).toEqual({ line: completed, choices });
  });
});

describe('the history', () => {
  it('keeps the last 25 lines, and a repeated one once', () => {
    let history: string[] = [];
    for (let i = 0; i < 30; i += 1) history = withLine(history, `line ${i}`);
    history = withLine(history, 'line 29');
    expect(history).toHaveLength(25);
    expect([history[0], history.at(-1)]).toEqual(['line 5', 'line 29']);
  });
});
