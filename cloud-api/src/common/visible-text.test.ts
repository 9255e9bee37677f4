import { describe, expect, it } from 'vitest';
import { visibleLine, visibleText } from './visible-text.ts';

describe('text of a device', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b[2J\u001b[1;1Hgone', 'gone'],
    ['\u001b]0;title\u0007text', 'text'],
    ['\u001b]8;;https://evil.test\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['\u001b]0;never ended', ''],
    ['\u001bcreset', 'reset'],
    ['\u009b31mred', 'red'],
    ['a\u0000b\u0008c\u007fd', 'abcd'],
    ['two\r\nlines\tand tab', 'two lines and tab'],
    ['\u202egnp.exe\u200b', 'gnp.exe'],
    ['Köln 洗車 ✓', 'Köln 洗車 ✓'],
  ])('%j is %j', (given, shown) => expect(visibleLine(given)).toBe(shown));

  it('keeps its lines where it has several', () => {
    expect(visibleText('site: 12\r\n  \u001b[1mname\u001b[0m: Joliet\u0007  ')).toBe('site: 12\n  name: Joliet');
  });
});
