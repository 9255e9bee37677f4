// @vitest-environment jsdom
import type { Stripe } from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import { company, startStandIn, type TestStandIn } from '../stand-in.fixture.ts';
import { loadScript } from './load-script.ts';

interface CardElement {
  mount(place: object): void;
  on(event: string, listener: (told: Record<string, unknown>) => void): void;
  update(options: object): void;
  destroy(): void;
}

interface Result {
  error?: { type: string; code?: string; decline_code?: string; message: string };
  paymentMethod?: Stripe.PaymentMethod;
  setupIntent?: { id: string; status: string };
  paymentIntent?: { id: string; status: string };
}

interface StripeJs {
  elements(options?: object): { create(type: string, options?: object): CardElement; getElement(type: string): CardElement | null };
  createPaymentMethod(wanted: object): Promise<Result>;
  createToken(element: CardElement): Promise<Result>;
  confirmCardSetup(secret: string, data?: object): Promise<Result>;
  confirmCardPayment(secret: string, data?: object): Promise<Result>;
}

/** The parts of jsdom's page that these tests use. */
interface PageElement {
  value: string;
  disabled: boolean;
  dispatchEvent(event: Event): void;
}
interface Page {
  body: { replaceChildren(): void; appendChild<T>(child: T): T };
  createElement(tag: string): object;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}
interface Dialog {
  querySelectorAll(selector: string): Iterable<{ textContent: string; click(): void }>;
}
const { document, HTMLDialogElement } = globalThis as unknown as {
  document: Page;
  HTMLDialogElement: { prototype: { showModal(): void } };
};

const customer = company.edgeCases.ordinary.customer;
const good = {
  'Card number': '4242 4242 4242 4242',
  'Expiration date MM / YY': '12 / 34',
  'Security code CVC': '123',
  'ZIP code': '60601',
};

let standIn: TestStandIn;
let stripeJs: StripeJs;
let card: CardElement;
let changes: Record<string, unknown>[];

function type(fields: Record<string, string>): void {
  for (const [label, text] of Object.entries(fields)) {
    const input = document.querySelector(`input[aria-label="${label}"]`);
    if (!input) throw new Error(`The card form has no field ${label}`);
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

async function loadStripe(port: number): Promise<StripeJs> {
  const address = `http://127.0.0.1:${port}/endive/stripe.js`;
  Object.defineProperty(document, 'currentScript', { value: { src: address }, configurable: true });
  const page = await loadScript(address, { document });
  const create = page['Stripe'] as { (this: undefined, key: string): StripeJs; version: string };
  expect(create.version).toBe('endive');
  return create.apply(undefined, ['pk_test_workbench']);
}

beforeEach(async () => {
  document.body.replaceChildren();
  standIn = await startStandIn();
  stripeJs = await loadStripe(standIn.simulator.port);
  const place = document.body.appendChild(document.createElement('div'));
  card = stripeJs.elements().create('card');
  changes = [];
  card.on('change', (told) => changes.push(told));
  card.mount(place);
});

describe('the card form', () => {
  it('says what it is and when it is complete', () => {
    type(good);
    expect(changes[0]).toMatchObject({ elementType: 'card', brand: 'visa', complete: false, empty: false });
    expect(changes.at(-1)).toMatchObject({ complete: true, value: { postalCode: '60601' } });
    card.update({ disabled: true });
    expect([...document.querySelectorAll('input')].every(({ disabled }) => disabled)).toBe(true);
    card.destroy();
    expect([...document.querySelectorAll('input')]).toEqual([]);
  });

  it('makes a payment method, and says in Stripe’s words what misses', async () => {
    type({ ...good, 'Security code CVC': '' });
    expect(await stripeJs.createPaymentMethod({ type: 'card', card })).toMatchObject({
      error: { type: 'validation_error', code: 'incomplete_cvc' },
    });
    type(good);
    const { paymentMethod } = await stripeJs.createPaymentMethod({ type: 'card', card, billing_details: { name: 'Zoë' } });
    expect(await standIn.stripe.paymentMethods.retrieve(paymentMethod!.id)).toMatchObject({
      card: { last4: '4242', exp_month: 12, exp_year: 2034 },
      billing_details: { name: 'Zoë', address: { postal_code: '60601' } },
    });
  });

  it('is refused where a token is asked for', async () => {
    expect(await stripeJs.createToken(card)).toMatchObject({ error: { code: 'token_unsupported' } });
  });
});

describe('confirming', () => {
  const setupIntent = (): Promise<Stripe.SetupIntent> =>
    standIn.stripe.setupIntents.create({ customer, allowed_payment_method_types: ['card'], usage: 'off_session' });

  it('keeps a card', async () => {
    type(good);
    const intent = await setupIntent();
    expect(await stripeJs.confirmCardSetup(intent.client_secret!, { payment_method: { card } })).toMatchObject({
      setupIntent: { id: intent.id, status: 'succeeded' },
    });
  });

  it('hears of a declined card, and of a wrong secret', async () => {
    type({ ...good, 'Card number': '4000 0000 0000 9995' });
    const intent = await setupIntent();
    expect(await stripeJs.confirmCardSetup(intent.client_secret!, { payment_method: { card } })).toMatchObject({
      error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' },
    });
    expect(await stripeJs.confirmCardSetup(`${intent.id}_secret_guessed`, { payment_method: { card } })).toMatchObject({
      error: { code: 'resource_missing' },
    });
  });

  it('pays with a saved card', async () => {
    const saved = (await standIn.stripe.paymentMethods.list({ customer, type: 'card' })).data[0]!.id;
    const intent = await standIn.stripe.paymentIntents.create({
      amount: 900,
      currency: 'usd',
      customer,
      allowed_payment_method_types: ['card'],
    });
    expect(await stripeJs.confirmCardPayment(intent.client_secret!, { payment_method: saved })).toMatchObject({
      paymentIntent: { id: intent.id, status: 'succeeded' },
    });
  });

  it.each([
    ['Complete', { setupIntent: { status: 'succeeded' } }],
    ['Fail', { error: { code: 'setup_intent_authentication_failure' } }],
  ])('asks the cardholder: %s', async (answer, outcome) => {
    HTMLDialogElement.prototype.showModal = function press(this: Dialog) {
      [...this.querySelectorAll('button')].find(({ textContent }) => textContent === answer)?.click();
    };
    type({ ...good, 'Card number': '4000 0027 6000 3184' });
    const intent = await setupIntent();
    expect(await stripeJs.confirmCardSetup(intent.client_secret!, { payment_method: { card } })).toMatchObject(outcome);
  });
});
