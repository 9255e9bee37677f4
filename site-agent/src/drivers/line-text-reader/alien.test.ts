import { describe, expect, it } from 'vitest';
import { alien } from './alien.ts';

const tag = '800080040000003B';

describe('Alien', () => {
  const parseAll = (...lines: string[]) => {
    const parser = alien.createParser();
    return lines.flatMap((line) => parser.parse(line) ?? []);
  };

  it('reads a line of a notify block', () => {
    const line = 'Tag:8000 8004 0000 003B, Disc:2003/01/21 12:48:59, Last:2003/01/21 12:48:59, Count:3, Ant:2, RSSI:-51.5';
    expect(parseAll(line)).toEqual([{ antenna: 2, tag, count: 3, rssi: -51.5 }]);
  });

  it('gets along without what older readers leave out', () => {
    expect(parseAll('Tag:8000 8004 0000 003B')).toEqual([{ antenna: 0, tag, count: 1 }]);
  });

  it('reads a line that an older reader wraps, with a checksum', () => {
    const lines = ['Tag:8000 8004 0000 003B, CRC:F4D1, Disc:2003/12/04 15:08:59,', ' Last:2003/12/04 15:08:59,', ' Count:4, Ant:1'];
    expect(parseAll(...lines)).toEqual([{ antenna: 1, tag, count: 4 }]);
  });

  it('drops a wrapped line whose rest is missing', () => {
    expect(parseAll('Tag:8000 8004 0000 003B, Disc:2003/12/04 15:08:59,', '#End of Notification Message', 'Count:4, Ant:1')).toEqual([]);
    expect(parseAll('Tag:8000 8004 0000 003B,', 'Tag:8000 8004 0000 003C, Ant:1')).toMatchObject([{ tag: '800080040000003C' }]);
  });

  it('reads terse text', () => {
    expect(parseAll('8000 8004 0000 003B,4,0')).toEqual([{ antenna: 0, tag, count: 4 }]);
  });

  it('takes the example in a test message for no read', () => {
    const message = (reason: string) => [
      '#Alien RFID Reader Auto Notification Message',
      `#Reason: ${reason}`,
      `Tag:${tag}, Count:1, Ant:0`,
      '#End of Notification Message',
    ];
    expect(parseAll(...message('TEST MESSAGE'))).toEqual([]);
    expect(parseAll(...message('TEST MESSAGE'), ...message('TAG ADDED'))).toHaveLength(1);
    expect(parseAll(...message('TEST MESSAGE').slice(0, 3), ...message('TAG ADDED'))).toHaveLength(1);
  });

  it('counts only tags of the pattern', () => {
    const parser = alien.createParser(/^E2/u);
    expect([parser.parse(`Tag:${tag}, Ant:1`), parser.parse('Tag:E200 0019, Ant:1')]).toEqual([
      null,
      { antenna: 1, tag: 'E2000019', count: 1 },
    ]);
  });

  it('does not let one odd count outweigh a lane', () => {
    expect(parseAll('Tag:80008004, Count:999999, Ant:0')).toMatchObject([{ count: 100 }]);
  });

  it.each([
    '#Alien RFID Reader Auto Notification Message',
    '#End of Notification Message',
    '#Time: 2003/01/21 12:48:59',
    '(No Tags)',
    'Tag:, Ant:1',
    'Tag:80008004, Ant:one',
    '12,34',
  ])('takes %j for no read', (line) => {
    expect(parseAll(line)).toEqual([]);
  });
});
