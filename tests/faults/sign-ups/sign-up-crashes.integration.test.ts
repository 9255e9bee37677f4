import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, cardHandlesOf, type Reply } from '@washdesk/cloud-api/testing/api-client';
import { signedIn } from '@washdesk/cloud-api/testing/callers';
import { settledDifferences } from '@washdesk/cloud-api/testing/mirror-equals';
import { scaledTimeout } from '@washdesk/local-servers/processes/timeouts';
import { Role } from '@washdesk/rules/company/roles';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { startCrashEnvironment, type CrashEnvironment } from '../crash-environment.ts';
import { signUpOf, type MoneyRequest } from '../payments/money-requests.ts';

const { signUps, crashes } = sizeOf('signUpCrashes');
const atOnce = 6;
/** A backstop: the test waits for events, however long a busy machine takes. */
const waitMs = 600_000 + signUps * 2_000 + crashes * 60_000;
const longestAliveMs = 600;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const random = seededRandom(seed);
let environment: CrashEnvironment;

beforeAll(async () => {
  environment = await startCrashEnvironment({ seed });
});
afterAll(() => environment?.stop());

async function newMember() {
  const declines = random() < 0.2;
  return { ...(await environment.customer(declines ? 'pm_card_chargeCustomerFail' : 'pm_card_visa')), declines };
}

/** Some browsers close permanently in the middle: their calls are never repeated. */
const patient = { twice: () => false, cutAfterMs: () => null };
const gone = async ({ customer }: MoneyRequest, person: ApiClient, card: string): Promise<void> => {
  const asked = person.post(
    '/subscription',
    { stripeCustomer: customer, PaymentMethodId: card, PlanId: 'price_SuperKiss_12' },
    { timeoutMs: 20 + Math.floor(random() * 300) },
  );
  await asked.catch((error: unknown) => {
    if (!(error instanceof TypeError) && !(error instanceof DOMException)) throw error;
  });
};

interface Progress {
  /** Sign-ups with a response, or abandoned by the caller. */
  ended: number;
  isOver: boolean;
}

/** Each run of the cloud completes a sign-up, so a machine that starts it slowly does not block the test forever. */
async function killRandomly(progress: Progress): Promise<void> {
  for (let crash = 0; crash < crashes && !progress.isOver; crash += 1) {
    const before = progress.ended;
    await until('a sign-up has ended', () => progress.ended > before || progress.isOver || null, waitMs);
    await pause(random() * longestAliveMs);
    if (progress.isOver) return;
    await environment.crash();
  }
}

describe('sign-ups while cloud-api is killed', () => {
  it(
    `end with a subscription and all its documents, or with no subscription and no charge: ${signUps}, ${crashes} crashes`,
    async () => {
      const person = new ApiClient(environment.cloud.url, await signedIn(environment, { roles: Role.Cashier }), cardHandlesOf(environment));
      const newcomers = [];
      for (let count = 0; count < signUps; count += 1) newcomers.push(await newMember());
      await environment.settled();

      environment.stripe.behave({ latencyMs: 40 });
      const waiting = [...newcomers];
      const told: Reply[] = [];
      const progress: Progress = { ended: 0, isOver: false };
      const live = async (): Promise<void> => {
        for (let one = waiting.shift(); one && !progress.isOver; one = waiting.shift()) {
          const request = signUpOf(person, one);
          if (random() < 0.2) await gone(request, person, one.card);
          else told.push(await request.send(patient));
          progress.ended += 1;
        }
      };
      const everybody = Promise.all(Array.from({ length: atOnce }, live)).finally(() => (progress.isOver = true));
      await Promise.all([killRandomly(progress), everybody]).finally(() => (progress.isOver = true));
      environment.stripe.behave({ latencyMs: 0 });
      await environment.settled();

      const answers = Map.groupBy(told, ({ status, body }) => `${status} ${JSON.stringify(body['message'] ?? 'signed up')}`);
      console.log(`seed ${seed}: ${[...answers].map(([answer, { length }]) => `${length} x ${answer}`).join(', ')}`);

      const jobs = await environment.database.db.selectFrom('job').select(['customer', 'what']).execute();
      const { store } = environment.stripe;
      const faults = newcomers.flatMap(({ customer, declines }) => {
        const running = store.list('subscription').filter((one) => one.customer === customer && one.status === 'active');
        const paid = store.list('charge').filter((one) => one.customer === customer && one.status === 'succeeded');
        const convergeJobs = jobs.filter((one) => one.customer === customer && one.what === 'converge.sitewatch');
        const expected = running.length === 1 ? [1, 1, true] : [0, 0, false];
        const seen = [running.length, paid.length, running.length === 1 && convergeJobs.length > 0];
        if (JSON.stringify(seen) !== JSON.stringify(expected)) return [`${customer}: ${seen.join(', ')}`];
        return declines && running.length ? [`${customer}: has a plan that nobody paid`] : [];
      });
      expect(faults).toEqual([]);
      const signedUp = newcomers.filter(({ customer }) =>
        store.list('subscription').some((one) => one.customer === customer && one.status === 'active'),
      );
      expect(signedUp.length).toBeGreaterThan(signUps / 2);
      expect(await settledDifferences(environment.stripe, environment.database.db, environment.settled)).toEqual([]);
    },
    scaledTimeout(2 * waitMs),
  );
});
