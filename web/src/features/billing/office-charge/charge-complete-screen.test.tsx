import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePaymentIntentQuery } from '../../../domain/card-capture/card-capture-api.ts';
import type { NativeRegister } from '../../../lib/register-bridge/native-register.ts';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { ChargeCompleteScreen } from './charge-complete-screen.tsx';

const charge = {
  id: 'ch_1',
  created: 1_795_000_000,
  status: 'succeeded',
  amount: 1_250,
  amount_captured: 1_250,
  amount_refunded: 0,
  refundable: 1_250,
  refunded: 'none',
  disputed: false,
  dispute: null,
  description: 'Fleet wash',
  outcome: null,
  failure_code: null,
  failure_message: null,
  receipt_number: null,
  receipt_url: 'https://pay.example/receipt',
  statement_descriptor: null,
  payment_intent: 'pi_1',
  payment_method_details: { type: 'card', brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2030, fingerprint: 'f' },
  metadata: {},
  site: 12,
  invoice: null,
  customer: null,
};
const payment = {
  id: 'pi_1',
  status: 'succeeded',
  amount: 1_250,
  amount_received: 1_250,
  latest_charge: charge,
  customer: null,
  description: 'Fleet wash',
  last_payment_error: null,
};

let api: StubApi;
let user: UserEvent;

const open = (query: string) =>
  renderScreen(<ChargeCompleteScreen />, { path: '/office/chargecomplete', address: `/office/chargecomplete${query}` });

beforeEach(() => {
  api = stubApi();
  user = userEvent.setup();
  api.on('GET /paymentintent/pi_1', { body: payment });
  api.on('GET /receipt/ch_1/receipt', { body: '<p>Receipt</p>' });
  api.on('GET /device/current', { body: { device: null } });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:receipt');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete window.washdeskRegister;
});

it('tells the success, with the receipt as a page of its own and the way to another charge', async () => {
  open('?payment_intent=pi_1');
  expect(await screen.findByRole('heading', { name: 'Customer Charge Successfully' })).toBeTruthy();
  expect(screen.getByText('$12.50')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Visa ending in 4242' })).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'View receipt' })).getAttribute('href')).toBe('blob:receipt');
  expect(screen.getByRole('link', { name: 'Stripe receipt' }).getAttribute('href')).toBe('https://pay.example/receipt');
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Another Charge?' }));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('At /office/charge')).toBeTruthy();
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:receipt');
});

it('prints the receipt once a press', async () => {
  const jobs: string[] = [];
  window.washdeskRegister = {
    version: '3.1.0',
    printReceipt: ({ job }) => (jobs.push(job), Promise.resolve()),
    transferToSitewatch: () => Promise.resolve(),
  } satisfies NativeRegister;
  open('?payment_intent=pi_1');
  await screen.findByRole('link', { name: 'View receipt' });
  await user.keyboard('{F7}');
  expect(await screen.findByText('Receipt printed')).toBeTruthy();
  expect(jobs).toHaveLength(1);
});

it('does not trust what was known of the payment before its card', async () => {
  const before = { ...payment, status: 'requires_payment_method', latest_charge: null };
  let current: object = before;
  api.on('GET /paymentintent/pi_1', () => ({ body: current }));
  function Earlier() {
    const [seen, setSeen] = useState(false);
    const { data } = usePaymentIntentQuery({ params: { id: 'pi_1' }, query: { noCache: 'true' } });
    if (seen) return <ChargeCompleteScreen />;
    return data ? <button onClick={() => ((current = payment), setSeen(true))}>Pay</button> : null;
  }
  renderScreen(<Earlier />, { path: '/office/chargecomplete', address: '/office/chargecomplete?payment_intent=pi_1' });
  await user.click(await screen.findByRole('button', { name: 'Pay' }));
  expect(screen.queryByRole('heading', { name: 'No result yet' })).toBeNull();
  expect(await screen.findByRole('heading', { name: 'Customer Charge Successfully' })).toBeTruthy();
});

it('says when the receipt could not be fetched', async () => {
  api.on('GET /receipt/ch_1/receipt', { status: 404, body: stubError('receipt_not_found', 'Receipt not found') });
  open('?payment_intent=pi_1');
  expect(await screen.findByText('Couldn’t load the receipt. Receipt not found')).toBeTruthy();
});

it('calls nothing a success that is none yet, and checks on demand', async () => {
  api.on('GET /paymentintent/pi_1', { body: { ...payment, status: 'processing', latest_charge: null } });
  open('?payment_intent=pi_1');
  expect(await screen.findByRole('heading', { name: 'No result yet' })).toBeTruthy();
  api.on('GET /paymentintent/pi_1', { body: payment });
  await user.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByRole('heading', { name: 'Customer Charge Successfully' })).toBeTruthy();
});

it.each([
  ['?payment_intent=pi_1', 'This charge was canceled'],
  ['?setup_intent=seti_1', 'Nothing was charged'],
  ['', 'Charge complete'],
])('at %j says %j, with a way on', async (query, title) => {
  api.on('GET /paymentintent/pi_1', { body: { ...payment, status: 'canceled', latest_charge: null } });
  open(query);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Another Charge?' })).toBeTruthy();
});

it('tells a failed look-up in the server’s words, and tries again', async () => {
  api.on('GET /paymentintent/pi_1', { status: 404, body: stubError('payment_intent_not_found', 'Payment not found') });
  open('?payment_intent=pi_1');
  expect(await screen.findByText('Payment not found')).toBeTruthy();
  api.on('GET /paymentintent/pi_1', { body: payment });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Customer Charge Successfully' })).toBeTruthy());
});
