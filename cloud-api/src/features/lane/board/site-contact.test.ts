import { expect, it } from 'vitest';
import { SiteContact } from './site-contact.ts';

it('reports a site that falls silent and one that is back, and gates anew after a gap', () => {
  let ms = 0;
  let isConnected = true;
  const changes: string[] = [];
  const contact = new SiteContact({
    link: { connected: () => isConnected },
    now: () => new Date(ms),
    onChange: (site) => changes.push(`${site} at ${ms}`),
    monotonic: () => ms,
  });
  const until = (end: number, leases: boolean): void => {
    for (; ms < end; ms += 1_000) {
      if (leases && ms % 2_000 === 0) contact.lease(12);
      contact.check();
    }
  };
  until(6_000, true);
  expect([changes, contact.silentSince(12)]).toEqual([['12 at 0'], null]);
  until(16_000, false);
  expect([changes.splice(0), contact.silentSince(12)?.getTime()]).toEqual([['12 at 0', '12 at 15000'], 4_000]);
  until(20_000, true);
  until(26_000, false);
  contact.lease(12);
  expect([changes, contact.silentSince(12)]).toEqual([['12 at 16000', '12 at 26000'], null]);
  isConnected = false;
  expect(contact.silentSince(12)?.getTime()).toBe(26_000);
  expect(contact.silentSince(27)?.getTime()).toBe(0);
});
