import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool, type Pool } from '@washdesk/cloud-api/db/pool';
import { countUnprocessed } from '@washdesk/cloud-api/mirror/events/provider-event.store';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { startWorkbench, type Workbench } from '@washdesk/workbench/workbench';
import { runThroughCrash } from '../run-through-crash.ts';
import { GeneratedSignUps, openManagersRegister, type CheckedRun } from './generated-sign-ups.ts';
import { someCrashes } from './sign-up-cases.ts';
import { readObservedStates } from './sign-up-observed.ts';

const size = sizeOf('signup');

let folder: string;
let workbench: Workbench;
let pool: Pool;
let stripe: Stripe;
let since: Date;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'washdesk-sign-up-recovery-'));
  const cloud = { WASHDESK_OPERATION_RECOVERY_SECONDS: '2', WASHDESK_REQUESTS_PER_MINUTE: '1000000' };
  workbench = await startWorkbench({ folder, fresh: true, overrides: { cloud }, log: () => undefined });
  pool = openPool(workbench.databaseUrl(), (error) => console.error(error));
  const address = { host: '127.0.0.1', port: workbench.port('stripe'), protocol: 'http' } as const;
  stripe = new Stripe('sk_test_outside', { ...address, telemetry: false, maxNetworkRetries: 0 });
  // in Stripe's precision
  since = new Date(Math.floor(Date.now() / 1_000) * 1_000);
});

afterAll(async () => {
  await pool.stop();
  await workbench.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Resolves when no operation is started and no job is pending. */
const settled = (): Promise<true> =>
  until(
    'everything is settled',
    async () => {
      const { db } = pool;
      const operations = await db.selectFrom('operation').select('id').where('state', '=', 'started').execute();
      const jobs = await db.selectFrom('job').select('id').where('state', '=', 'pending').execute();
      return operations.length === 0 && jobs.length === 0 && (await countUnprocessed(db)) === 0 ? true : null;
    },
    size.recoveryMs,
  );

function tell(signUps: readonly CheckedRun[]): void {
  const sum = (of: 'lost' | 'putOff'): number => signUps.reduce((total, { browser }) => total + browser.met[of], 0);
  const met = `${sum('lost')} connections lost, ${sum('putOff')} steps put off`;
  console.log(`seed ${seed}: ${signUps.length} browsers met ${size.crashes} crashes: ${met}`);
}

describe('sign-ups and plan changes whose parts are killed', () => {
  it(
    `finish by themselves, once, and every system agrees (${size.crashes} crashes, ${size.casesOfEach} browsers each)`,
    async () => {
      const random = seededRandom(seed);
      const company = new GeneratedSignUps(workbench, stripe, random);
      const signUps: CheckedRun[] = [];
      const walks: Promise<unknown>[] = [];
      for (const crash of someCrashes(random, size)) {
        const these = await company.of(crash);
        // some wait long for a response of the killed process: the next crash does not wait for them
        const { finished } = await runThroughCrash(these, workbench.service(crash.service), crash.moment, random);
        finished.catch(() => undefined);
        walks.push(finished);
        signUps.push(...these);
      }
      await Promise.all(walks);
      await settled();
      tell(signUps);

      const asked = { workbench, pool, stripe, since, register: await openManagersRegister(workbench) };
      const truths = await readObservedStates(
        asked,
        signUps.map((life) => life.subject()),
      );
      for (const [index, { name, must, expected, browser }] of signUps.entries()) {
        const found = truths[index]!;
        const happened = must ?? found.receipts.length > 0;
        expect.soft(found, name).toMatchObject(expected(happened, found));
        expect.soft(browser.complaints, name).toEqual([]);
      }
    },
    scaledTimeout(300_000 + size.crashes * 60_000),
  );
});
