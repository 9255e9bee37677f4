import { describe, expect, it } from 'vitest';
import { lineFormats } from './formats.ts';

describe('Encompass', () => {
  const { parse } = lineFormats.encompass;

  it('reads a tag, in upper case and without blanks', () => {
    expect(parse('#e200 3412 0123')).toEqual({ antenna: 1, tag: 'E20034120123', count: 1 });
  });

  it.each(['#Done', '#Error', '', '#', 'E20034120123', '#E2\u00ff34', '#ABC', `#${'A'.repeat(65)}`])('takes %j for no tag', (line) => {
    expect(parse(line)).toBeNull();
  });
});

describe('Alien', () => {
  const { parse } = lineFormats.alien;

  it('reads a line of a notify block', () => {
    const line = 'Tag:8000 8004 0000 003B, Disc:2003/01/21 12:48:59, Last:2003/01/21 12:48:59, Count:3, Ant:2, RSSI:-51.5';
    expect(parse(line)).toEqual({ antenna: 2, tag: '800080040000003B', count: 3, rssi: -51.5 });
  });

  it('gets along without what older readers leave out', () => {
    expect(parse('Tag:8000 8004 0000 003B')).toEqual({ antenna: 0, tag: '800080040000003B', count: 1 });
  });

  it('does not let one odd count outweigh a lane', () => {
    expect(parse('Tag:80008004, Count:999999, Ant:0')?.count).toBe(100);
  });

  it.each([
    '#Alien RFID Reader Auto Notification Message',
    '#End of Notification Message',
    '#Time: 2003/01/21 12:48:59',
    '(No Tags)',
    'Tag:, Ant:1',
    'Tag:80008004, Ant:one',
  ])('takes %j for no read', (line) => {
    expect(parse(line)).toBeNull();
  });
});
