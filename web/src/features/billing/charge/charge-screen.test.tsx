import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelCard, requestedPayment } from '../../../domain/card-capture/typed-card.fixture.ts';
import type { ScriptedForm } from '../../../lib/card-reader/card-form.fixture.ts';
import { stubError, type StubAnswer, type StubApi } from '../../../testing/api.ts';
import { canceledPayment, chargeButton, operationUnder, key, openCharge, sale, stubCharges } from './charge.fixture.tsx';

let api: StubApi;
let typed: ScriptedForm;
let user: UserEvent;

const open = (query: string) => openCharge(query, typed);

beforeEach(() => {
  ({ api, typed } = stubCharges());
  user = userEvent.setup();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe('without an amount above 0', () => {
  it.each([
    ['no sale', '', 'No sale is open. Open one at the register.'],
    ['no amount', '?saleid=7', 'Required Data is Missing: amount not found.'],
    ['an amount that is not dollars', '?amount=12.505', 'Required Data is Missing: amount not found.'],
    ['nothing to pay', '?amount=0', 'This sale is $0.00. There’s nothing to charge.'],
  ])('%s is told, with a way back', async (_what, query, words) => {
    open(query);
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    expect(screen.getByRole('link', { name: 'Back to Customer Lookup' })).toBeTruthy();
  });

  it('a refund leads to its own screen', async () => {
    open('?amount=-12.50&saleid=7');
    await user.click(await screen.findByRole('link', { name: 'Go to refund' }));
    expect(await screen.findByText('At /refund?amount=-12.50&saleid=7')).toBeTruthy();
  });
});

describe('a sale', () => {
  it('shows what is charged, where, by whom and for whom', async () => {
    api.on('GET /customer/cus_1/general', { status: 404, body: stubError('customer_not_found', 'Customer not found') });
    open(`${sale}&customerId=cus_1`);
    const region = await screen.findByRole('region', { name: 'Sale' });
    for (const words of ['$12.50', '4711', 'Washcashier1', 'Ann Cashier']) expect(within(region).getByText(words)).toBeTruthy();
    expect(await within(region).findByText('Customer not found')).toBeTruthy();
  });

  it('is charged under the key of the sale', async () => {
    open(`${sale}&customerId=cus_1`);
    await user.click(await chargeButton());
    expect(await requestedPayment(api)).toEqual({
      key,
      amount: 1_250,
      originalamount: 1_250,
      saleid: '4711',
      customerId: 'cus_1',
      location: 'tml_joliet',
      usePayTerminal: 'no',
    });
  });

  it('is charged by F2, and given up leaves the button ready', async () => {
    open(sale);
    await waitFor(async () => expect(document.activeElement).toBe(await chargeButton()));
    await user.keyboard('{F2}');
    await cancelCard(user);
    await waitFor(async () => expect(document.activeElement).toBe(await chargeButton()));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is charged by a press that comes before the screen knows whether it was', async () => {
    let answer: (answer: StubAnswer) => void = () => undefined;
    api.on(`GET /operation/${key}`, () => new Promise((resolve) => (answer = resolve)));
    open(sale);
    await user.click(await chargeButton());
    expect(screen.queryByRole('dialog')).toBeNull();
    answer({ status: 404, body: stubError('operation_not_found', 'No operation has this key') });
    expect(await requestedPayment(api)).toMatchObject({ key });
  });

  it('of 500 dollars and more is confirmed first', async () => {
    open('?amount=500&saleid=4711');
    const box = await screen.findByRole('checkbox', { name: 'I confirm the charge of $500.00' });
    await user.click(await chargeButton());
    expect(await screen.findByText('Confirm the amount first.')).toBeTruthy();
    expect(document.activeElement).toBe(box);
    await user.keyboard(' {F2}');
    expect(await requestedPayment(api)).toMatchObject({ amount: 50_000, confirm: true });
  });

  it('below 500 dollars needs no confirmation', async () => {
    open('?amount=499.99&saleid=4711');
    await chargeButton();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it.each([
    ['refused for good', { state: 'failed', status: 400, answer: { code: 'stripe_refused', message: 'No' } }],
    ['cancelled', { state: 'done' }],
  ])('whose payment was %s is charged under a new key', async (_what, state) => {
    operationUnder(api, key, state, canceledPayment);
    open(sale);
    await user.click(await chargeButton());
    expect(await requestedPayment(api)).toMatchObject({ key: `${key}:2` });
  });

  it('whose second payment was taken is charged', async () => {
    operationUnder(api, key, { state: 'done' }, canceledPayment);
    operationUnder(api, `${key}:2`, { state: 'done' });
    open(sale);
    expect(await screen.findByText('Approved')).toBeTruthy();
  });

  it('without a number has a key of this visit alone', async () => {
    open('?amount=12.50');
    await user.click(await chargeButton());
    const { key: first } = await requestedPayment(api);
    expect(first).toMatch(/^visit:.{36}:1250$/);
    cleanup();
    open('?amount=12.50');
    await user.click(await chargeButton());
    expect((await requestedPayment(api)).key).not.toBe(first);
  });
});

describe('another amount than the sale’s', () => {
  const config = (AllowManualEntry: boolean) => ({
    publicKey: 'pk_test',
    apiVersion: '0.1.0',
    clientVersion: '2.0.891',
    configOptions: {
      AllowManualEntry,
      redeem: 'yes',
      dashboardUrl: 'https://dashboard.example/',
      dxtUrl: null,
      defaultWashTerminal: 'Washcashier1',
      terminals: [],
      tabletTerminals: [],
      carColors: [],
    },
  });

  it('is charged where the company allows it, and told beside the sale’s', async () => {
    api.on('GET /config', { body: config(true) });
    open(sale);
    await screen.findByRole('button', { name: /^Change Amount/ });
    await user.keyboard('{F10}10.005{Enter}');
    expect(await screen.findByText('An amount above $0.00 with at most two decimals, like 12.50')).toBeTruthy();
    await user.keyboard('{Backspace}{Enter}');
    expect(await screen.findByText('Say why the amount differs from the sale’s')).toBeTruthy();
    await user.type(screen.getByLabelText('Reason'), 'Coupon{Enter}');
    expect(await screen.findByText('$10.00')).toBeTruthy();
    expect(screen.getByText(/The sale amount is/).textContent).toBe('The sale amount is $12.50.');
    await user.click(await chargeButton());
    expect(await requestedPayment(api)).toMatchObject({
      key: 'sale:12:4711:1000',
      amount: 1_000,
      originalamount: 1_250,
      overridereason: 'Coupon',
    });
  });

  it('is not offered elsewhere', async () => {
    api.on('GET /config', { body: config(false) });
    open(sale);
    await chargeButton();
    await user.keyboard('{F10}');
    expect(screen.queryByLabelText('Amount to charge')).toBeNull();
  });
});
