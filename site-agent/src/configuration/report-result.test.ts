import { afterEach, beforeEach, expect, it } from 'vitest';
import { Journal } from '../journal/journal.ts';
import { noLog, temporaryFolder, type TemporaryFolder } from '../testing/support.ts';
import type { VersionResult } from './configuration-store.ts';
import { reportResult } from './report-result.ts';

let folder: TemporaryFolder;
let journal: Journal;

beforeEach(() => {
  folder = temporaryFolder();
  journal = new Journal({ folder: folder.path, site: 12, clock: { now: () => new Date() }, cloudTime: () => null, log: noLog });
});
afterEach(() => {
  journal.close();
  folder.remove();
});

it('stores the result of a version once, also if the process ended before it was noted', () => {
  const ofVersion = (version: number, outcome: VersionResult['outcome']) => ({ version, outcome, problems: [] });
  let noted = 0;
  const report = (unreported: VersionResult | null): void => reportResult({ unreported, reported: () => (noted += 1) }, journal, noLog);
  report(null);
  expect({ noted, ...journal.outbox.waiting() }).toMatchObject({ noted: 0, events: 0 });
  report(ofVersion(3, 'applied'));
  report(ofVersion(3, 'applied'));
  expect({ noted, ...journal.outbox.waiting() }).toMatchObject({ noted: 2, events: 1 });
  report(ofVersion(4, 'rolled-back'));
  expect(journal.outbox.waiting().events).toBe(2);
});
