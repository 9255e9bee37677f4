import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { startWrittenSite, type WrittenSite } from '../../ports/pos-writes.ts';
import { FirebirdLoad, giftCodes } from './firebird-load.ts';

const { seconds, callsPerSecond, crashes } = sizeOf('firebird');

const giftCards = giftCodes
  .map(
    (code, index) => `
INSERT INTO CUSTOMERCODE (OBJID, CUSTOMER, CODE, CODETYPE) VALUES (${500 + index}, 50, '${code}', 'G');
INSERT INTO CUSTOMERPLAN (OBJID, CUSTOMER, CUSTOMERCODE, PLANTYPE, CREDIT) VALUES (${600 + index}, 50, ${500 + index}, 41, 90000);`,
  )
  .join('\n');

let site: WrittenSite;

beforeAll(async () => {
  site = await startWrittenSite(giftCards);
});

afterAll(() => site.stop());

/** Kills Firebird this many times within the given time, at seeded moments; it stays down for up to a second. */
async function killRandomly(): Promise<string[]> {
  const random = seededRandom(seed);
  const began = performance.now();
  const moments = Array.from({ length: crashes }, () => random() * seconds * 1_000).toSorted((one, other) => one - other);
  for (const moment of moments) {
    await pause(Math.max(0, moment - (performance.now() - began)));
    await site.firebird.server.kill();
    await pause(random() * 1_000);
    await site.firebird.restart();
  }
  return moments.map((moment) => `${(moment / 1_000).toFixed(1)} s`);
}

async function column(sql: string): Promise<string[]> {
  return (await site.firebird.query(sql)).map((row) => String(row['TEXT'])).toSorted();
}

describe('calls while Firebird is killed and restarted', () => {
  it(`none hangs, no write is lost, none is doubled (${seconds} s, ${callsPerSecond} calls/s, ${crashes} kills)`, async () => {
    const sitewatch = await site.open();
    const load = new FirebirdLoad(sitewatch, seed);
    const [killed] = await Promise.all([killRandomly(), load.run({ seconds, callsPerSecond })]);
    await until('Sitewatch is back', () => (sitewatch.health().status === 'ready' ? true : null));
    const repeated = await load.repeatUnanswered();
    console.log(`seed ${seed}: killed at ${killed.join(', ')}; ${JSON.stringify(load.outcomes)}; ${repeated} writes repeated`);

    const { usages, plates, deducted } = load.expected;
    expect(load.outcomes.hung).toBe(0);
    expect(load.outcomes.answered).toBeGreaterThan(0);
    expect(repeated).toBeGreaterThan(0);
    expect(await column("select REFERENCE as TEXT from TENDER where TENDERTYPE = 'WASHDESK'")).toEqual(usages.toSorted());
    expect(await column("select EMAIL as TEXT from CUSTOMER where EMAIL starting with 'L'")).toEqual(plates.toSorted());
    const running =
      "select k.CODE as TEXT from CUSTOMERPLAN p join CUSTOMERCODE k on k.OBJID = p.CUSTOMERCODE where k.CODE starting with 'L'";
    expect(await column(running)).toEqual(plates.toSorted());
    for (const code of giftCodes) {
      expect(await sitewatch.giftCards(code, abortOnHang())).toMatchObject([{ credit: 9_000_000, used: -deducted[code] }]);
    }
  });
});
