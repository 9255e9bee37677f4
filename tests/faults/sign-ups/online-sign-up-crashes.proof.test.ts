import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, sessionKeyOf } from '@washdesk/cloud-api/testing/api-client';
import { nobody } from '@washdesk/cloud-api/testing/callers';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { submitPage } from '@washdesk/stripe-simulator/checkout/submit-page.fixture';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { insist, startCrashEnvironment, type CrashEnvironment } from '../crash-environment.ts';

const { crashes } = sizeOf('onlineSignUp');
const opensWithinMs = 500;
const completesWithinMs = 900;

let environment: CrashEnvironment;
beforeAll(async () => {
  environment = await startCrashEnvironment({ seed });
});
afterAll(() => environment?.stop());

/** Kills the cloud while something runs there, and starts it again. */
async function crashDuring<T>(work: Promise<T>, afterMs: number): Promise<T> {
  await pause(afterMs);
  await environment.crash();
  await sql`update job set claimed_until = null, due = now() where state = 'pending'`.execute(environment.database.db);
  return work;
}

describe('a cloud that is killed while a plate signs up online on two phones', () => {
  it.each(Array.from({ length: crashes }, (_none, run) => seed + run))(
    'leaves one plan, on the lanes’ rosters: seed %i',
    async (ownSeed) => {
      const random = seededRandom(ownSeed);
      const { db } = environment.database;
      const visitor = new ApiClient(environment.cloud.url, nobody);
      // the phones of another run must not count for this one
      await db.deleteFrom('hourly_count').execute();
      await sql`update online_page set opened = opened - interval '1 minute'`.execute(db);
      environment.stripe.behave({ latencyMs: 20 + Math.floor(random() * 80) });
      const plate = `KILL${ownSeed % 1_000}`;
      const sessionKey = await sessionKeyOf(visitor);
      const phone = (email: string) => {
        const address = { city: 'Joliet', state: 'IL', country: 'US', postal_code: '60435' };
        const car = { plate, plateState: 'IL', phone: '8155550100', PlanId: 'price_SuperKiss_12' };
        const form = { address, email, ...car, termsAgreed: true, sessionKey };
        const key = randomUUID();
        return { email, press: () => visitor.post('/checkout', form, { key }) };
      };
      const phones = [phone(`one${ownSeed}@washdesk.test`), phone(`two${ownSeed}@washdesk.test`)];

      const pressed = Promise.all(phones.map(({ press }) => insist(press)));
      const answers = await crashDuring(pressed, random() * opensWithinMs);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const pages = answers.flatMap(({ body }, n) =>
        typeof body['url'] === 'string' ? [{ url: body['url'], email: phones[n]!.email }] : [],
      );

      const paid = Promise.all(pages.map(({ url, email }) => submitPage(url, { email, name: 'Zoë Müller' })));
      await crashDuring(paid, random() * completesWithinMs);
      environment.stripe.behave({ latencyMs: 0 });
      await environment.settled();
      const code = `${plate}-IL`;
      const entry = await until('the plate is on the roster', () =>
        db
          .selectFrom('roster_entry')
          .select(['customer', 'status'])
          .where('code', '=', code)
          .where('removed', '=', false)
          .executeTakeFirst(),
      );
      expect(entry.status).toBe('active');
      const customers = (await Promise.all(phones.map(({ email }) => environment.sdk.customers.list({ email })))).flatMap(
        ({ data }) => data,
      );
      expect(customers.map(({ id, metadata }) => [id, metadata['CustomerCode']])).toEqual([[entry.customer, code]]);
      const plans = await environment.sdk.subscriptions.list({ customer: entry.customer ?? '' });
      expect(plans.data).toHaveLength(1);
      const page = await until('the page is settled', () =>
        db.selectFrom('online_page').select('state').where('plate', '=', code).where('state', '=', 'paid').executeTakeFirst(),
      );
      expect(page.state).toBe('paid');
    },
    scaledTimeout(300_000),
  );
});
