import { describe, expect, it } from 'vitest';
import { isAttack, isPageOver, secondsUntilPage } from './online-pages.ts';

const now = new Date('2026-11-16T15:30:00Z');
const secondsAgo = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
const quiet = { declined: 0, paid: 0, unpaid: 0, declinedByBrowser: 0, excessInNetwork: 0, newest: null };

describe('the next payment page', () => {
  it.each([
    ['is opened at once', {}, 0],
    ['waits while many are unpaid', { unpaid: 4 }, 15],
    ['waits an hour where five cards were declined in a browser', { declinedByBrowser: 5 }, 3_600],
    ['waits an hour where six more cards were declined in a network than pages paid', { excessInNetwork: 6 }, 3_600],
    ['is opened at once while more pages are paid than cards declined', { declined: 20, paid: 30 }, 0],
    ['waits half a minute after the last in an attack', { declined: 8, newest: secondsAgo(10) }, 20],
    ['waits twice as long after each declined card', { declined: 11, newest: secondsAgo(0) }, 240],
    ['waits half an hour at most', { declined: 200, newest: secondsAgo(0) }, 1_920],
  ])('%s', (_name, counts, seconds) => {
    expect(secondsUntilPage({ ...quiet, ...counts }, now, 4)).toBe(seconds);
  });
});

describe('an attack', () => {
  it('is eight declined cards more than paid pages', () => {
    expect([isAttack({ declined: 7, paid: 0 }), isAttack({ declined: 8, paid: 0 }), isAttack({ declined: 12, paid: 5 })]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('a page', () => {
  it('is closed after three declined cards, for a card that was declined elsewhere, and at once in an attack', () => {
    const page = { declines: 1, pagesOfCard: 1, attack: false };
    expect(isPageOver(page)).toBe(false);
    expect(isPageOver({ ...page, declines: 2, pagesOfCard: 2 })).toBe(false);
    expect(isPageOver({ ...page, declines: 3 })).toBe(true);
    expect(isPageOver({ ...page, pagesOfCard: 3 })).toBe(true);
    expect(isPageOver({ ...page, attack: true })).toBe(true);
  });
});
