import { expect, it } from 'vitest';
import { SiteProblems } from '../actions/site-problems.ts';
import { BrokerOutage } from './broker-outage.ts';

it('names why there is no broker while it lasts, and afterwards since when', () => {
  const problems = new SiteProblems();
  let minute = 10;
  const outage = new BrokerOutage(problems, { now: () => new Date(`2026-11-26T12:${minute}:00Z`) });
  outage.connected();
  expect(outage.last).toBeNull();
  expect(outage.connection).toEqual({ connected: true, since: '2026-11-26T12:10:00.000Z' });
  outage.lost(new Error('connection closed'));
  minute = 25;
  outage.lost(Object.assign(new Error('Connection refused: Not authorized'), { code: 5 }));
  const reason = 'The broker refuses this site: it was revoked, or its username and password are wrong';
  expect(problems.all()).toMatchObject([{ code: 'broker', sentence: reason }]);
  expect(outage.connection).toEqual({ connected: false, since: '2026-11-26T12:10:00.000Z' });
  minute = 40;
  outage.connected();
  expect(problems.all()).toEqual([]);
  expect(outage.connection).toEqual({ connected: true, since: '2026-11-26T12:40:00.000Z' });
  expect(outage.last).toEqual({ since: '2026-11-26T12:10:00.000Z', until: '2026-11-26T12:40:00.000Z', reason });
});
