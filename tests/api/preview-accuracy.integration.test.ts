import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { seed, sizeOf } from '@washdesk/test-support/sizes';
import { LifecycleDiffers, PreviewedLifecycle } from './lifecycles/previewed-lifecycle.ts';
import { randomInstant, randomBelow, isInterior, monthEndOf, oneOf, sitePrices, type RandomSource } from './lifecycles/random-choices.ts';
import { anyStep, signUp, type Step } from './lifecycles/random-step.ts';
import { runLifecycles, type Lifecycle } from './lifecycles/run-lifecycles.ts';

const { cases } = sizeOf('previews');
/** The first month is a leap year's February; the proof continues over the next one and two year ends. */
const begin = '2028-02-01T10:00:00Z';
const months = Math.min(14, Math.ceil(cases / 20));
const mostSteps = 3;
const hour = 3_600;
const day = 24 * hour;

/** Lifecycles that random choices would rarely combine within one month: leftovers of a change for the next invoice, and what follows. */
const rareLifecycles: readonly { price: string; steps: readonly Step[] }[] = [
  { price: 'price_SuperInterior_12', steps: ['downgrade', 'discontinue', 'reinstate'] },
  { price: 'price_SuperInterior_12', steps: ['downgrade', 'upgrade', 'discontinue', 'reinstate'] },
  { price: 'price_SuperKissPlus_12', steps: ['downgrade', 'terminate', 'reinstate'] },
  { price: 'price_SuperKissPlus_12', steps: ['downgrade', 'changeprice', 'upgrade'] },
  { price: 'price_SuperKiss_12', steps: ['changeprice', 'discontinue', 'reinstate', 'upgrade'] },
  { price: 'price_SuperKiss_12', steps: ['increase', 'upgrade', 'downgrade'] },
  { price: 'price_SuperKissPlus_12', steps: ['increase', 'downgrade', 'increase'] },
  { price: 'price_SuperInterior_12', steps: ['increase', 'downgrade'] },
  { price: 'price_SuperKiss_12', steps: ['increase', 'changeprice'] },
];

let cloud: BillingCloud;

beforeAll(async () => {
  cloud = await startBillingCloud({
    at: begin,
    taxed: true,
    settings: { WASHDESK_STRIPE_BACKGROUND_PER_SECOND: '5000' },
  });
});
afterAll(() => cloud.stop());

interface Generated {
  lifecycle: PreviewedLifecycle;
  price: (typeof sitePrices)[number];
  signsUpAt: number;
  rare: readonly Step[] | null;
}

const signUpMonth = (index: number): number => {
  let second = Date.parse(begin) / 1_000;
  for (let month = index % months; month > 0; month -= 1) second = monthEndOf(second);
  return second;
};

/** Created directly at Stripe: the cloud receives it by webhook. */
async function anyMember(index: number): Promise<Generated> {
  const random: RandomSource = seededRandom(seed + index);
  const rare = rareLifecycles[index];
  const price = oneOf(
    random,
    sitePrices.filter(({ id, current }) => (rare ? id === rare.price : current)),
  );
  const { id: customer } = await cloud.sdk.customers.create({
    name: 'Moore, Ada',
    metadata: { CustomerCode: `LIFE${index}-${isInterior(price) ? 'HI' : 'IL'}` },
    tax_exempt: random() < 0.2 ? 'exempt' : 'none',
  });
  const { id: card } = await cloud.sdk.paymentMethods.attach('pm_card_visa', { customer });
  await cloud.sdk.customers.update(customer, { invoice_settings: { default_payment_method: card } });
  const monthStart = signUpMonth(index);
  const signsUpAt = rare ? monthStart + randomBelow(random, 3 * day) : randomInstant(random, monthStart, monthEndOf(monthStart));
  return { lifecycle: new PreviewedLifecycle(cloud, customer, random), price, signsUpAt, rare: rare?.steps ?? null };
}

/** Signs up, changes in this month or the next, and ends after checking the last 1st. */
async function* live({ lifecycle, price, signsUpAt, rare }: Generated): Lifecycle {
  const { random } = lifecycle;
  yield signsUpAt;
  await lifecycle.signIn();
  yield* signUp(lifecycle, price, rare ? {} : undefined);
  const steps = rare ?? Array.from({ length: randomBelow(random, mostSteps + 1) }, () => undefined);
  for (const step of steps) {
    yield rare ? lifecycle.now + randomBelow(random, 3 * day) : laterThan(lifecycle.now, random);
    await lifecycle.signIn();
    yield* anyStep(lifecycle, step);
  }
  yield monthEndOf(lifecycle.now) + 2 * hour;
  await lifecycle.checkRenewals();
}

/** Returns an instant in this month, or in the next after its invoice is paid. */
function laterThan(now: number, random: RandomSource): number {
  const end = monthEndOf(now);
  return random() < 0.6 ? randomInstant(random, now, end) : randomInstant(random, end + 2 * hour, monthEndOf(end));
}

/** Reports a difference with the whole lifecycle, and stops the member's billing. */
async function* told(generated: Generated, index: number, differences: number[]): Lifecycle {
  try {
    yield* live(generated);
  } catch (error) {
    const why = error instanceof LifecycleDiffers ? error.message : String(error instanceof Error ? error.stack : error);
    console.error(`case ${index} of seed ${seed}: ${why}\n  ${generated.lifecycle.story}`);
    differences.push(index);
  }
  await generated.lifecycle.end();
}

it(
  `${cases} random members are billed as previewed, to the cent (seed ${seed})`,
  async () => {
    const generated: Generated[] = [];
    for (let index = 0; index < cases; index += 1) generated.push(await anyMember(index));
    await cloud.settled();
    const differences: number[] = [];
    await runLifecycles(
      cloud.clock,
      generated.map((one, index) => told(one, index, differences)),
    );
    console.log(
      `seed ${seed}: ${cases} members, ${generated.reduce((sum, { lifecycle }) => sum + lifecycle.billsCompared, 0)} bills compared`,
    );
    expect(differences).toEqual([]);
  },
  60_000 + cases * 4_000,
);
