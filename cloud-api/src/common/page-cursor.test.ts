import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cursorOf, encodeCursor, pageOf } from './page-cursor.ts';

describe('a page cursor', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0) }), fc.stringMatching(/^[\w-]{1,80}$/), (created, id) => {
        expect(cursorOf(encodeCursor({ created, id }))).toEqual({ created, id });
      }),
    );
  });

  it('is refused where it is none', () => {
    const refused = (text: string): void => {
      expect(() => cursorOf(text)).toThrow('query.page: must be the next_page');
    };
    fc.assert(fc.property(fc.string({ minLength: 1 }), refused));
    for (const text of [
      'e30',
      Buffer.from('["x","id"]').toString('base64url'),
      Buffer.from('[9e15,"id"]').toString('base64url'),
      Buffer.from('[-1,"id"]').toString('base64url'),
      Buffer.from('[1,"a\\u0000"]').toString('base64url'),
    ])
      refused(text);
  });

  it('is not needed at the beginning', () => {
    expect([cursorOf(undefined), cursorOf('')]).toEqual([null, null]);
  });
});

describe('pageOf', () => {
  const rows = [3, 2, 1].map((n) => ({ created: new Date(n), id: `ch_${n}` }));

  it('names the next page only where there is one', () => {
    expect(pageOf(rows, 3)).toEqual({ shown: rows, nextPage: null });
    expect(pageOf(rows, 2)).toEqual({ shown: rows.slice(0, 2), nextPage: encodeCursor(rows[1]!) });
    expect(pageOf([], 2)).toEqual({ shown: [], nextPage: null });
  });
});
