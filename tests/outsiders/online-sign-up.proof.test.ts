import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { openPool } from '@washdesk/cloud-api/db/pool';
import { submitPage } from '@washdesk/stripe-simulator/checkout/submit-page.fixture';
import { sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import type { Workbench } from '@washdesk/workbench/workbench';
import { withCompany } from '../bench/company.ts';
import { median, quantile } from '../bench/figures.ts';
import { BrokerRecorder } from '../faults/sites/broker-recorder.ts';

const { signUps, rosterMs, guesses, apartMs, networks } = sizeOf('onlineSignUp');
/** A carder's. */
const [cards, addresses] = [200, 50];
const mostReached = 20;
const guessedAtOnce = 10;
/** Of one network in an hour: guesses, and how many are answered. */
const [guessesOfNetwork, answersOfNetwork] = [66, 60];
const declined = ['4000000000000002', '4000000000009995', '4000000000009987', '4000000000009979', '4000000000006975', '4000000000000069'];

interface Answer {
  status: number;
  body: Record<string, unknown>;
  cookie: string;
}

/** A stranger's browser behind one address. */
class Stranger {
  readonly #url: string;
  readonly #address: string;
  #cookie = '';

  constructor(workbench: Workbench, address: string) {
    this.#url = workbench.url;
    this.#address = address;
  }

  async call(path: string, body?: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': this.#address, 'idempotency-key': randomUUID() };
    const method = body === undefined ? 'GET' : 'POST';
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${this.#url}/api${path}`, { method, headers: { ...headers, cookie: this.#cookie }, ...sent });
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    if (cookie !== '') this.#cookie = cookie;
    return { status: response.status, body: (await response.json()) as Record<string, unknown>, cookie };
  }

  async sessionKey(): Promise<string> {
    return String((await this.call('/online/session')).body['sessionKey']);
  }

  async openPage(name: string, email = `${name}@washdesk.test`): Promise<Answer> {
    const address = { city: 'Joliet', state: 'IL', country: 'US', postal_code: '60435' };
    const car = { plate: name, plateState: 'IL', phone: '8155550100', PlanId: 'price_SuperKiss_12' };
    const sessionKey = await this.sessionKey();
    return this.call('/checkout', { address, email, ...car, termsAgreed: true, site: 12, sessionKey });
  }
}

/** Fills in Stripe's page. */
async function pay(page: string, number: string): Promise<number> {
  return (await submitPage(page, { email: 'x@washdesk.test', name: 'A B', number })).status;
}

const stripeOf = (workbench: Workbench): Stripe =>
  new Stripe('sk_test_outside', { host: '127.0.0.1', port: workbench.port('stripe'), protocol: 'http', telemetry: false });

async function failedCharges(stripe: Stripe, since: number): Promise<number> {
  let count = 0;
  for await (const charge of stripe.charges.list({ created: { gte: since }, limit: 100 })) if (charge.status === 'failed') count += 1;
  return count;
}

it(`a paid plate is on the lane's roster at once, and strangers learn and try out little`, async () => {
  await withCompany(async (workbench) => {
    const stripe = stripeOf(workbench);
    const pool = openPool(workbench.databaseUrl(), (error) => console.error(error));
    const line = await BrokerRecorder.open(workbench);
    try {
      const began: number[] = [];
      for (let n = 0; n < signUps; n += 1) {
        const name = `PAID${n}`;
        const { body } = await new Stranger(workbench, `198.51.100.${n}`).openPage(name);
        expect(await pay(String(body['url']), '4242424242424242')).toBe(303);
        const paid = performance.now();
        await until(`${name} is on the roster`, async () => {
          const entry = await pool.db.selectFrom('roster_entry').select('seq').where('code', '=', `${name}-IL`).executeTakeFirst();
          return entry && line.roster(12) >= entry.seq ? true : null;
        });
        began.push(performance.now() - paid);
      }
      console.log(`payment to roster: p50 ${Math.round(median(began))} ms, p95 ${Math.round(quantile(began, 0.95))} ms`);
      expect(quantile(began, 0.95)).toBeLessThan(rosterMs);

      const members = workbench.company.members.filter(({ deleted }) => !deleted);
      const memberOf = (guess: number) => members[guess % members.length]!;
      const times = { plate: [] as number[], email: [] as number[], nobody: [] as number[] };
      const answers = new Map<string, number>();
      const guessOnce = async (guess: number): Promise<void> => {
        const what = (['plate', 'email', 'nobody'] as const)[guess % 3]!;
        const guesser = new Stranger(workbench, `203.0.${guess >> 8}.${guess & 255}`);
        const sessionKey = await guesser.sessionKey();
        const customercode = what === 'plate' ? memberOf(guess).plate : `NONE${guess}-IL`;
        const email = what === 'email' ? memberOf(guess).email.toUpperCase() : `none${guess}@washdesk.test`;
        const asked = performance.now();
        const { status, body } = await guesser.call('/online/search', { email, customercode, sessionKey });
        times[what].push(performance.now() - asked);
        expect(status).toBe(200);
        expect(body).toEqual({ exists: what !== 'nobody' });
      };
      for (let first = 0; first < guesses; first += guessedAtOnce)
        await Promise.all(Array.from({ length: Math.min(guessedAtOnce, guesses - first) }, (_none, n) => guessOnce(first + n)));
      const medians = [times.plate, times.email, times.nobody].map(median);
      console.log(`search: plate, e-mail, nobody ${medians.map((one) => one.toFixed(1)).join(', ')} ms`);
      expect(Math.max(...medians) - Math.min(...medians)).toBeLessThan(apartMs);

      // many networks, each guess by another browser, by search and by sign-up
      const guessFrom = async (network: number, guess: number, sessionKey: string): Promise<boolean> => {
        const [{ plate, email }, none] = [memberOf(network * guessesOfNetwork + guess), `N${network}X${guess}`];
        const guesser = new Stranger(workbench, `198.18.${network}.1`);
        const isSignUp = guess % 3 === 0;
        const searched = { email: `${none}@washdesk.test`, customercode: guess % 3 === 1 ? plate : `${none}-IL`, sessionKey };
        const { status, body } = isSignUp ? await guesser.openPage(none, email) : await guesser.call('/online/search', searched);
        if (status === 429) return false;
        expect({ status, body }).toMatchObject(
          isSignUp ? { status: 409, body: { code: 'existing_account' } } : { status: 200, body: { exists: guess % 3 === 1 } },
        );
        return true;
      };
      for (let network = 0; network < networks; network += 1) {
        const key = await new Stranger(workbench, `198.18.${network}.1`).sessionKey();
        const guessed = await Promise.all(Array.from({ length: guessesOfNetwork }, (_none, guess) => guessFrom(network, guess, key)));
        expect(guessed.filter(Boolean)).toHaveLength(answersOfNetwork);
      }
      const alerts = pool.db.selectFrom('job').select('key').where('what', '=', 'alert');
      expect(await alerts.where('key', 'like', 'online-guessing:%').execute()).not.toEqual([]);
      const one = new Stranger(workbench, '192.0.2.1');
      const key = await one.sessionKey();
      for (let guess = 0; guess < 60; guess += 1) {
        const { status } = await one.call('/online/search', { email: 'a@washdesk.test', customercode: `N${guess}-IL`, sessionKey: key });
        answers.set(String(status), (answers.get(String(status)) ?? 0) + 1);
      }
      expect(answers).toEqual(
        new Map([
          ['200', 10],
          ['429', 50],
        ]),
      );

      // as after a quiet hour: none of the paid pages above makes up for a declined card
      await pool.db.deleteFrom('online_page').execute();
      const [before] = (await stripe.events.list({ limit: 1 })).data;
      const since = before?.created ?? 0;
      const had = await failedCharges(stripe, since);
      const queue = Array.from({ length: cards }, (_none, n) => declined[n % declined.length]!);
      const refused = new Map<number, number>();
      const carder = async (n: number): Promise<void> => {
        const browser = new Stranger(workbench, `100.64.${n}.1`);
        const own = queue.splice(0, cards / addresses);
        for (let page = 0; page < cards / addresses; page += 1) {
          const { status, body } = await browser.openPage(`CARD${n}X${page}`);
          refused.set(status, (refused.get(status) ?? 0) + 1);
          for (let open = status === 200; open && own.length > 0;) open = (await pay(String(body['url']), own.pop()!)) === 402;
        }
      };
      await Promise.all(Array.from({ length: addresses }, (_none, n) => carder(n)));
      const reached = (await failedCharges(stripe, since)) - had;
      console.log({ reached, pages: Object.fromEntries(refused) });
      expect(reached).toBeLessThanOrEqual(mostReached);
      const told = await pool.db
        .selectFrom('job')
        .select('key')
        .where('what', '=', 'alert')
        .where('key', 'like', 'online-carding:%')
        .execute();
      expect(told).toHaveLength(1);
    } finally {
      await line.close();
      await pool.stop();
    }
  });
});
