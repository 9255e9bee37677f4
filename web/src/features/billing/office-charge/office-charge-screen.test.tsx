import { cleanup, screen } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paymentState, savedSetup } from '../../../domain/card-capture/payments.fixture.ts';
import { cancelCard, requestedPayment, stubCardPayment, typeCard } from '../../../domain/card-capture/typed-card.fixture.ts';
import { scriptedForm, type ScriptedForm } from '../../../lib/card-reader/card-form.fixture.ts';
import { stubApi, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { OfficeChargeScreen } from './office-charge-screen.tsx';

const begun = { id: 'pi_1', client_secret: 's', status: 'requires_payment_method', mode: 'payment' };
const payment = { ...paymentState, status: 'succeeded', amount_received: 1_250 };

let api: StubApi;
let typed: ScriptedForm;
let user: UserEvent;

const open = () => renderScreen(<OfficeChargeScreen />, { path: '/office/charge', roles: 2, cards: { form: typed.form } });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const submit = (text = '12.5') => user.type(field('Amount'), `${text}{Enter}`);

beforeEach(() => {
  api = stubApi();
  typed = scriptedForm();
  stubCardPayment(api, typed);
  user = userEvent.setup();
  open();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

/** Sets the server's response for the first charge's key. */
async function serverKnows(state: object, paid: object = {}): Promise<void> {
  const { key } = await requestedPayment(api);
  api.on(`GET /operation/${key}`, { body: { id: 'd', kind: 'payment.begin', status: 200, answer: begun, ...state } });
  api.on('GET /paymentintent/pi_1', { body: { ...payment, ...paid } });
}

describe('the form', () => {
  it('charges what was typed, the focus first on the amount', async () => {
    expect(document.activeElement).toBe(field('Amount'));
    await user.type(field('Description'), 'Fleet wash');
    await user.type(field('Reference number'), 'INV-7');
    await user.type(field('Email'), 'ann@fleet.example');
    await submit();
    expect(await requestedPayment(api)).toEqual({
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      amount: 1_250,
      description: 'Fleet wash',
      refNumber: 'INV-7',
      email: 'ann@fleet.example',
      location: 'tml_joliet',
      usePayTerminal: 'no',
    });
  });

  it('has no card reader where none was chosen, and no way at all without an amount', async () => {
    for (const name of [/^Card Reader/, /^Card Form/]) expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    await user.type(field('Amount'), '0');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Card Form/ }).disabled).toBe(true);
    await user.type(field('Amount'), '.51');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Card Form/ }).disabled).toBe(false);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Card Reader/ }).disabled).toBe(true);
  });

  it('counts the description and stops it at 22', async () => {
    await user.type(field('Description'), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    expect(field('Description').value).toHaveLength(22);
    expect(screen.getByText('22 / 22')).toBeTruthy();
  });

  it('says at the field what is wrong with it', async () => {
    await user.type(field('Description'), 'Wash & wax');
    await user.type(field('Email'), 'nobody');
    await submit();
    expect(field('Description').getAttribute('aria-invalid')).toBe('true');
    expect(await screen.findByText('Letters and numbers only, at most 22')).toBeTruthy();
    expect(screen.getByText('Enter a valid email address')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('of 500 dollars and more is confirmed, for just that amount', async () => {
    await submit('500');
    expect(await screen.findByText('Confirm the amount first.')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'I confirm the charge of $500.00' }));
    await user.type(field('Amount'), '1{F2}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'I confirm the charge of $5,001.00' }));
    await user.keyboard('{F2}');
    expect(await requestedPayment(api)).toMatchObject({ amount: 500_100, confirm: true });
  });

  it('says that a small amount takes no money', async () => {
    api.on('POST /paymentintent', { body: { ...begun, id: 'seti_1', mode: 'setup' } });
    api.on('GET /setupintents/seti_1', () => ({ body: { ...savedSetup, ...(typed.sent.length === 0 && { status: begun.status }) } }));
    await user.type(field('Amount'), '.50');
    expect(screen.getByText(/up to \$0\.50 aren’t charged/)).toBeTruthy();
    await user.keyboard('{F2}');
    await typeCard(user, 'Charge');
    expect(await screen.findByText('At /office/chargecomplete?setup_intent=seti_1')).toBeTruthy();
  });

  it('is cleared by F4', async () => {
    await user.type(field('Amount'), '12.50');
    await user.type(field('Email'), 'ann{F4}');
    expect(field('Amount').value).toBe('');
    expect(field('Email').value).toBe('');
  });

  it('leads to the refund by its tab', async () => {
    await user.click(screen.getByRole('tab', { name: 'Refund' }));
    expect(await screen.findByText('At /refund')).toBeTruthy();
  });
});

describe('the charge', () => {
  it('leads to its success and leaves an empty form for the next', async () => {
    await submit();
    await typeCard(user, 'Charge');
    expect(await screen.findByText('At /office/chargecomplete?payment_intent=pi_1')).toBeTruthy();
    cleanup();
    open();
    expect(field('Amount').value).toBe('');
  });

  it('begun again with the same entries is the same charge, over a reload too', async () => {
    await submit();
    const { key } = await requestedPayment(api);
    await cancelCard(user);
    await user.keyboard('{F2}');
    expect((await requestedPayment(api)).key).toBe(key);
    cleanup();
    open();
    expect(field('Amount').value).toBe('12.5');
    await user.keyboard('{F2}');
    expect((await requestedPayment(api)).key).toBe(key);
  });

  it('pressed twice is one charge', async () => {
    await user.type(field('Amount'), '12.5');
    await user.dblClick(screen.getByRole('button', { name: /^Card Form/ }));
    await user.keyboard('{F2}');
    await requestedPayment(api);
    expect(api.calls('POST /paymentintent')).toHaveLength(1);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('with other entries is another charge', async () => {
    await submit();
    const { key } = await requestedPayment(api);
    await cancelCard(user);
    await submit('1');
    expect((await requestedPayment(api)).key).not.toBe(key);
  });

  it('after a success is another charge, although the entries are the same', async () => {
    await submit();
    const { key } = await requestedPayment(api);
    await typeCard(user, 'Charge');
    cleanup();
    open();
    await submit();
    expect((await requestedPayment(api)).key).not.toBe(key);
  });

  it('whose success a reload swallowed is shown, not made again', async () => {
    await submit();
    await serverKnows({ state: 'done' });
    cleanup();
    open();
    expect(await screen.findByText('At /office/chargecomplete?payment_intent=pi_1')).toBeTruthy();
  });

  it('that succeeded behind the dialog’s back is shown, not made again', async () => {
    await submit();
    await serverKnows({ state: 'done' });
    await cancelCard(user);
    await user.keyboard('{F2}');
    expect(await screen.findByText('At /office/chargecomplete?payment_intent=pi_1')).toBeTruthy();
  });

  it.each([
    ['was cancelled', { state: 'done' }, { status: 'canceled' }],
    ['was refused for good', { state: 'failed', status: 402, answer: { code: 'card_declined', message: 'Declined' } }, {}],
  ])('that %s frees its key', async (_what, state, paid) => {
    await submit();
    const { key } = await requestedPayment(api);
    await serverKnows(state, paid);
    await cancelCard(user);
    await user.keyboard('{F2}');
    expect((await requestedPayment(api)).key).not.toBe(key);
  });
});
