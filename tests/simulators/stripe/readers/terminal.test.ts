import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { until } from '@washdesk/test-support/until';
import { loadScript } from '../browser/load-script.ts';
import { company, startStandIn, type TestStandIn } from '../stand-in.fixture.ts';
import type { ReaderInput, ReaderView } from './reader-controls.ts';

/** The parts of StripeTerminal that these tests use; every method resolves. */
interface Terminal {
  discoverReaders(filter: { location: string }): Promise<{ discoveredReaders: { id: string; label: string }[] }>;
  connectReader(reader: { id: string }, options?: object): Promise<Outcome>;
  disconnectReader(): Promise<Outcome>;
  collectPaymentMethod(secret: string): Promise<Outcome>;
  processPayment(intent: object): Promise<Outcome>;
  collectSetupIntentPaymentMethod(secret: string, allowRedisplay: string): Promise<Outcome>;
  confirmSetupIntent(intent: object): Promise<Outcome>;
  collectRefundPaymentMethod(charge: string, amount: number, currency: string): Promise<Outcome>;
  processRefund(): Promise<Outcome>;
  readReusableCard(options?: object): Promise<Outcome>;
  cancelCollectPaymentMethod(): Promise<Outcome>;
  getConnectionStatus(): string;
  getPaymentStatus(): string;
}

interface Outcome {
  error?: { code: string; message: string; decline_code?: string; payment_intent?: { id: string; status: string } };
  paymentIntent?: { id: string; status: string };
  setupIntent?: { id: string; status: string };
  refund?: { status: string };
  payment_method?: { id: string };
}

interface Counter extends TestStandIn {
  terminal: Terminal;
  reader: string;
  statuses: string[];
  lost: unknown[];
  /** Sends the command as soon as the reader waits for it. */
  order(order: ReaderInput): Promise<void>;
  display(): Promise<string>;
  view(): Promise<ReaderView>;
}

const online = company.readers.find((reader) => reader.online)!;
const location = company.sites.find(({ number }) => number === online.site)!.locationId;

async function terminalOf({ simulator, stripe }: TestStandIn, seen: { statuses: string[]; lost: unknown[] }): Promise<Terminal> {
  const window = await loadScript(`http://127.0.0.1:${simulator.port}/terminal/v1/`);
  const { create } = window['StripeTerminal'] as { create(config: object): Terminal };
  return create({
    onFetchConnectionToken: async () => (await stripe.terminal.connectionTokens.create({ location })).secret,
    onUnexpectedReaderDisconnect: (told: unknown) => seen.lost.push(told),
    onConnectionStatusChange: ({ status }: { status: string }) => seen.statuses.push(status),
    onPaymentStatusChange: ({ status }: { status: string }) => seen.statuses.push(status),
  });
}

async function atTheCounter(): Promise<Counter> {
  const standIn = await startStandIn();
  const seen = { statuses: [] as string[], lost: [] as unknown[] };
  const terminal = await terminalOf(standIn, seen);
  await terminal.connectReader({ id: online.id });
  const address = `http://127.0.0.1:${standIn.simulator.port}/readers/${online.id}`;
  const view = async () => (await (await fetch(`${address}/view`)).json()) as ReaderView;
  return {
    ...standIn,
    ...seen,
    terminal,
    reader: online.id,
    view,
    display: async () => (await view()).display,
    async order(order) {
      await until('the reader asks', async () => (await view()).asks || null);
      const answer = await fetch(address, { method: 'POST', body: JSON.stringify(order) });
      expect(answer.status).toBe(200);
    },
  };
}

const payment = (stripe: Stripe, amount = 1_250): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({ amount, currency: 'usd', allowed_payment_method_types: ['card_present'], capture_method: 'manual' });

describe('a browser at its reader', () => {
  it('finds it, connects and lets it go', async () => {
    const { terminal, statuses } = await atTheCounter();
    const { discoveredReaders } = await terminal.discoverReaders({ location });
    expect(discoveredReaders.map(({ id }) => id)).toContain(online.id);
    expect([terminal.getConnectionStatus(), terminal.getPaymentStatus()]).toEqual(['connected', 'ready']);
    await terminal.disconnectReader();
    expect(statuses).toEqual(['connecting', 'connected', 'ready', 'not_ready', 'not_connected']);
    expect(await terminal.collectPaymentMethod('pi_x_secret_y')).toMatchObject({ error: { code: 'no_established_connection' } });
  });

  it('takes a card for a payment, which is captured later', async () => {
    const { terminal, stripe, order, display, view } = await atTheCounter();
    const intent = await payment(stripe);
    const collecting = terminal.collectPaymentMethod(intent.client_secret!);
    await until('the display asks', async () => ((await display()) === 'Ready' ? null : true));
    expect(await view()).toEqual({ display: 'Insert, tap or swipe', amount: '$12.50', mood: 'asking', asks: true, online: true });
    expect(terminal.getPaymentStatus()).toBe('waiting_for_input');
    await order({ tap: 'visa' });
    const { paymentIntent } = await collecting;
    expect(paymentIntent).toMatchObject({ id: intent.id, status: 'requires_confirmation' });
    expect((await terminal.processPayment(paymentIntent!)).paymentIntent).toMatchObject({ status: 'requires_capture' });
    expect(await display()).toBe('Approved');
    expect(await stripe.paymentIntents.capture(intent.id)).toMatchObject({ status: 'succeeded', amount_received: 1_250 });
    expect(await terminal.processPayment(paymentIntent!)).toMatchObject({ error: { code: 'no_active_collect_payment_method_attempt' } });
  });

  it('hears of a decline, and tries another card on the same payment', async () => {
    const { terminal, stripe, order, display } = await atTheCounter();
    const intent = await payment(stripe);
    const tapped = async (tap: 'charge_declined_insufficient_funds' | 'mastercard'): Promise<Outcome> => {
      const collecting = terminal.collectPaymentMethod(intent.client_secret!);
      await order({ tap });
      return terminal.processPayment((await collecting).paymentIntent!);
    };
    expect(await tapped('charge_declined_insufficient_funds')).toMatchObject({
      error: {
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        payment_intent: { id: intent.id, status: 'requires_payment_method' },
      },
    });
    expect(await display()).toBe('Declined');
    expect(await tapped('mastercard')).toMatchObject({ paymentIntent: { status: 'requires_capture' } });
  });

  it('keeps a card that was read for it', async () => {
    const { terminal, stripe, order } = await atTheCounter();
    const customer = company.edgeCases.ordinary.customer;
    const intent = await stripe.setupIntents.create({ customer, allowed_payment_method_types: ['card_present'], usage: 'off_session' });
    const collecting = terminal.collectSetupIntentPaymentMethod(intent.client_secret!, 'always');
    await order({ tap: 'visa' });
    expect(await terminal.confirmSetupIntent((await collecting).setupIntent!)).toMatchObject({ setupIntent: { status: 'succeeded' } });
    const { latest_attempt } = await stripe.setupIntents.retrieve(intent.id, { expand: ['latest_attempt'] });
    const attempt = latest_attempt as Stripe.SetupAttempt;
    expect(attempt.payment_method_details.card_present?.generated_card).toMatch(/^pm_/);
  });

  it('pays back to the card', async () => {
    const { terminal, stripe, order } = await atTheCounter();
    const intent = await payment(stripe);
    const collecting = terminal.collectPaymentMethod(intent.client_secret!);
    await order({ tap: 'visa' });
    await terminal.processPayment((await collecting).paymentIntent!);
    const { latest_charge } = await stripe.paymentIntents.capture(intent.id);
    const refunding = terminal.collectRefundPaymentMethod(latest_charge as string, 500, 'usd');
    await order({ tap: 'visa' });
    expect(await refunding).toEqual({});
    expect(await terminal.processRefund()).toMatchObject({ refund: { status: 'succeeded' } });
  });

  it('reads a card that can be charged later', async () => {
    const { terminal, stripe, order } = await atTheCounter();
    const reading = terminal.readReusableCard();
    await order({ tap: 'mastercard' });
    expect(await stripe.paymentMethods.retrieve((await reading).payment_method!.id)).toMatchObject({ card: { brand: 'mastercard' } });
  });

  it('is cancelled by the cashier or by the customer, and is ready again', async () => {
    const { terminal, stripe, order, reader, simulator } = await atTheCounter();
    const { client_secret: secret } = await payment(stripe);
    const first = terminal.collectPaymentMethod(secret!);
    expect(await terminal.collectPaymentMethod(secret!)).toMatchObject({ error: { code: 'command_already_in_progress' } });
    await until('the reader asks', async () => ((await terminal.cancelCollectPaymentMethod()).error ? null : true));
    expect(await first).toMatchObject({ error: { code: 'canceled' } });
    expect(await terminal.cancelCollectPaymentMethod()).toMatchObject({ error: { code: 'cancelable_already_completed' } });

    const second = terminal.collectPaymentMethod(secret!);
    await order({ cancel: true });
    expect(await second).toMatchObject({ error: { code: 'canceled' } });
    expect(terminal.getPaymentStatus()).toBe('ready');
    expect(() => simulator.reader(reader, { tap: 'visa' })).toThrow('is not waiting for a card');
  });

  it('learns that the reader went offline', async () => {
    const { terminal, stripe, reader, simulator, lost } = await atTheCounter();
    const { client_secret: secret } = await payment(stripe);
    const collecting = terminal.collectPaymentMethod(secret!);
    simulator.posts['readers']!({ reader, online: false });
    expect((await collecting).error?.code).toMatch(/network_error|no_established_connection/);
    await until('it is told', () => lost.length || null);
    expect(terminal.getConnectionStatus()).toBe('not_connected');
    expect(await terminal.connectReader({ id: reader })).toMatchObject({ error: { code: 'network_error' } });
    expect(await stripe.terminal.readers.retrieve(reader)).toMatchObject({ status: 'offline' });
  });

  it('takes the reader over from another, or leaves it alone when asked to', async () => {
    const readerControls = await atTheCounter();
    const other = await terminalOf(readerControls, { statuses: [], lost: [] });
    expect(await other.connectReader({ id: online.id }, { fail_if_in_use: true })).toMatchObject({ error: { code: 'already_connected' } });
    expect(await other.connectReader({ id: online.id })).toMatchObject({ reader: { id: online.id } });
    await until('the first is told', () => readerControls.lost.length || null);
  });
});

describe('a reader that Stripe’s server drives', () => {
  it('takes the card from its page as well', async () => {
    const { stripe, simulator } = await startStandIn();
    const intent = await payment(stripe);
    const view = async (): Promise<unknown> => (await fetch(`http://127.0.0.1:${simulator.port}/readers/${online.id}/view`)).json();
    await stripe.terminal.readers.processPaymentIntent(online.id, { payment_intent: intent.id });
    expect(await view()).toMatchObject({ display: 'Insert, tap or swipe', amount: '$12.50', asks: true });
    simulator.reader(online.id, { tap: 'visa' });
    expect(await view()).toMatchObject({ display: 'Approved', mood: 'approved', asks: false });
    expect(await stripe.terminal.readers.retrieve(online.id)).toMatchObject({ action: { status: 'succeeded' } });
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'requires_capture' });
  });
});

it('every reader has a page', async () => {
  const { simulator } = await startStandIn();
  const at = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${simulator.port}${path}`);
  expect(await (await at('/readers')).text()).toContain(`/readers/${online.id}`);
  expect(await (await at(`/readers/${online.id}`)).text()).toContain('Tap the card');
  expect((await at('/readers/tmr_nobody')).status).toBe(404);
});
