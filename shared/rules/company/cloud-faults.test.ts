import { describe, expect, it } from 'vitest';
import { cloudFaultCodes, cloudFaults, type CloudFacts, type ServerMeasurements } from './cloud-faults.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (seconds: number): string => new Date(now.getTime() - seconds * 1_000).toISOString();
const inDays = (days: number): string => ago(-days * 86_400);

const healthy: ServerMeasurements = {
  brokerLost: null,
  databaseMs: 3,
  databaseSlow: null,
  aheadOfDatabaseMs: 40,
  aheadOfStripeMs: -900,
  stripe: null,
  missedEvent: null,
  disks: [{ folder: '/srv/washdesk', freePercent: 40, freeMegabytes: 90_000 }],
  certificates: [{ name: 'The site CA', until: inDays(900) }],
  mail: null,
  sitesOnline: 8,
  sitesBehind: 1,
};
const facts = (more: Partial<ServerMeasurements> = {}, company: Partial<CloudFacts> = {}): CloudFacts => ({
  now,
  servers: [{ name: 'a', measurements: { ...healthy, ...more } }],
  jobDue: null,
  eventWaiting: null,
  revocationListUntil: inDays(29),
  ...company,
});
const codes = (given: CloudFacts): string[] => cloudFaults(given).map(({ code }) => code);

const each: Record<string, CloudFacts> = {
  broker: facts({ brokerLost: ago(10) }),
  database: facts({ databaseMs: 2_400, databaseSlow: ago(10) }),
  stripe: facts({ stripe: { since: ago(30), reason: '401' } }),
  webhook: facts({ missedEvent: ago(3_700) }),
  clock: facts({ aheadOfStripeMs: -61_000 }),
  disk: facts({ disks: [{ folder: '/srv/washdesk', freePercent: 3, freeMegabytes: 20_000 }] }),
  certificate: facts({ certificates: [{ name: 'The broker’s certificate', until: inDays(13.9) }] }),
  jobs: facts({}, { jobDue: ago(60) }),
  mail: facts({ mail: { since: ago(5), reason: 'The mail server rejected our credentials' } }),
  roster: facts({}, { eventWaiting: ago(120) }),
};

describe('faults of the cloud', () => {
  it('are none while everything works, also on a night without cars and before anything was measured', () => {
    expect(cloudFaults(facts())).toEqual([]);
    expect(cloudFaults(facts({ sitesOnline: 0, sitesBehind: 0, aheadOfDatabaseMs: null, aheadOfStripeMs: null }))).toEqual([]);
    expect(cloudFaults({ ...facts(), servers: [], revocationListUntil: null })).toEqual([]);
  });

  it('are named one by one, each with what to do', () => {
    for (const code of cloudFaultCodes) {
      const found = cloudFaults(each[code]!);
      expect([code, found.map((fault) => fault.code)]).toEqual([code, [code]]);
      expect(found[0]?.sentence).toMatch(/^[A-Z].*[^.]$/u);
      expect(found[0]?.step).toMatch(/^[A-Z].*\.$/u);
    }
  });

  it('are not named for a short cut, one slow look-up, or a single site', () => {
    expect(codes(facts({ brokerLost: ago(9), databaseMs: 3_000, databaseSlow: ago(9) }))).toEqual([]);
    expect(codes(facts({ sitesOnline: 1, sitesBehind: 1 }, { jobDue: ago(59), eventWaiting: ago(119) }))).toEqual([]);
  });

  it('name the server if others do not have it', () => {
    const servers = [
      { name: 'a', measurements: healthy },
      { name: 'b', measurements: { ...healthy, aheadOfDatabaseMs: 7_000 } },
    ];
    expect(cloudFaults({ ...facts(), servers })[0]?.sentence).toBe(
      'The clocks disagree: this server is 7.0 s ahead of the database (server b)',
    );
  });

  it('list what is critical first', () => {
    expect(codes({ ...facts({ mail: { since: ago(5), reason: 'x' }, brokerLost: ago(60) }), eventWaiting: ago(900) })).toEqual([
      'broker',
      'mail',
      'roster',
    ]);
  });

  it('count the days until a certificate or the revocation list ends', () => {
    expect(cloudFaults(facts({}, { revocationListUntil: inDays(1.5) }))[0]?.sentence).toBe(
      'The broker’s revocation list expires in 1 day; then sites can’t connect',
    );
    expect(cloudFaults(facts({ certificates: [{ name: 'The site CA', until: ago(60) }] }))[0]?.sentence).toMatch(
      /^The site CA has expired/,
    );
  });

  it('allow small disks to be small', () => {
    const disk = (freePercent: number, freeMegabytes: number) => codes(facts({ disks: [{ folder: '/srv', freePercent, freeMegabytes }] }));
    expect([disk(90, 8), disk(24, 490), disk(24, 510)]).toEqual([[], ['disk'], []]);
  });

  it('include a roster that most sites have not confirmed', () => {
    expect(codes(facts({ sitesOnline: 4, sitesBehind: 2 }))).toEqual(['roster']);
    expect(codes(facts({ sitesOnline: 5, sitesBehind: 2 }))).toEqual([]);
  });
});
