import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plainDecline } from '../../lib/card-reader/card-collector.ts';
import { CardError, problemOf } from '../../lib/card-reader/card-error.ts';
import { formFault, scriptedForm, unloadedForm, type ScriptedForm } from '../../lib/card-reader/card-form.fixture.ts';
import { stubApi, stubError, type StubApi } from '../../testing/api.ts';
import { renderScreen, type ShownScreen } from '../../testing/screen.tsx';
import { CardCaptureDialog } from './card-capture-dialog.tsx';
import { CardPaymentDialog } from './card-payment-dialog.tsx';
import { scriptedCollector, type ScriptedCard, type ScriptedCollector } from './collector.fixture.ts';
import { capturedPayment, paymentState, savedSetup } from './payments.fixture.ts';

const key = 'sale:12:4711:1250';

let api: StubApi;
let reader: ScriptedCollector;
let typed: ScriptedForm;
const user = userEvent.setup();
const onDone = vi.fn();
const onClose = vi.fn();

const offline = () => new CardError('Error Connecting to Reader - No answer');
const readerThat = (cards: ScriptedCard[], errors: CardError[] = []): void => {
  reader = scriptedCollector(cards, { errors });
};
const showPayment = (cards: ShownScreen['cards'] = { reader, form: typed.form }) =>
  renderScreen(<CardPaymentDialog payment={{ key, amount: 1_250, saleid: '4711' }} onApproved={onDone} onClose={onClose} />, {
    path: '/charge',
    cards,
  });
const showCapture = () =>
  renderScreen(<CardCaptureDialog customer={null} onCaptured={onDone} onClose={onClose} />, {
    path: '/office',
    cards: { reader, form: typed.form },
  });

const typeInstead = () => screen.findByRole('button', { name: /Type Card Instead/ });
const otherWay = () => screen.queryByRole('button', { name: /Type Card Instead|Use Card Reader/ });
const chargeTyped = async () => user.click(await screen.findByRole('button', { name: /^Charge/ }));
const keysOf = (route: string) => new Set(api.calls(route).map(({ headers }) => headers.get('idempotency-key')));

beforeEach(() => {
  readerThat(['waits'], [offline()]);
  typed = scriptedForm();
  api = stubApi();
  api.on('GET /device/current', { body: { device: null } });
  api.on('POST /paymentintent', { body: { id: 'pi_1', client_secret: 'pi_1_secret', status: paymentState.status, mode: 'payment' } });
  api.on('GET /paymentintent/pi_1', () => ({
    body: { ...paymentState, status: typed.sent.length > 0 ? 'requires_capture' : paymentState.status },
  }));
  api.on('POST /paymentintent/pi_1/capture', { body: capturedPayment });
  api.on('POST /setupintents', { body: { id: 'seti_1', client_secret: 'seti_1_secret', status: 'requires_payment_method' } });
  api.on('GET /setupintents/seti_1', { body: savedSetup });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

describe('a charge whose reader is offline', () => {
  it('is typed by F6 and paid by the one payment that the reader would have taken', async () => {
    showPayment();
    await typeInstead();
    expect(api.calls('POST /paymentintent')).toEqual([]);
    await user.keyboard('{F6}');
    await chargeTyped();
    expect(await screen.findByText('Approved')).toBeTruthy();
    expect(typed.sent).toEqual(['pi_1_secret']);
    expect(api.calls('POST /paymentintent').map(({ body }) => body)).toMatchObject([{ usePayTerminal: 'yes' }]);
    expect(keysOf('POST /paymentintent')).toEqual(new Set([key]));
    expect(api.calls('POST /paymentintent/pi_1/capture')).toHaveLength(1);
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('leaves the choice to the keyboard: Enter tries the reader again, Tab reaches the other way', async () => {
    readerThat([{ kind: 'done' }], [offline(), offline()]);
    showPayment();
    await typeInstead();
    await user.keyboard('{Enter}');
    const other = await typeInstead();
    await user.tab();
    expect(document.activeElement).toBe(other);
    await user.keyboard('{Shift>}{Tab}{/Shift}{Enter}');
    expect(await screen.findByText('Approved')).toBeTruthy();
    expect(typed.sent).toEqual([]);
  });

  it('may go back to the reader while the form is still empty, and after a decline', async () => {
    readerThat([{ kind: 'failed', problem: problemOf('Error Collecting Payment Info', 'Lost') }, { kind: 'done' }], [offline()]);
    typed = scriptedForm([formFault('card_error', { code: 'card_declined', decline_code: 'lost_card' })]);
    showPayment();
    await user.click(await typeInstead());
    const back = await screen.findByRole('button', { name: 'Use Card Reader' });
    expect(back.hasAttribute('aria-keyshortcuts')).toBe(false);
    await user.click(back);
    await screen.findByText('Error Collecting Payment Info');

    await user.keyboard('{F6}');
    api.on('GET /paymentintent/pi_1', { body: paymentState });
    await chargeTyped();
    await screen.findByText('lost_card');
    await user.keyboard('{F6}');
    expect(await screen.findByText('Approved')).toBeTruthy();
    expect(reader.asked).toEqual(['pi_1', 'pi_1']);
    expect(keysOf('POST /paymentintent')).toEqual(new Set([key]));
  });

  it('begins with the reader again the next time', async () => {
    readerThat(['waits'], [offline()]);
    showPayment();
    await user.click(await typeInstead());
    await screen.findByRole('group', { name: 'Card' });
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    cleanup();
    showPayment();
    expect(await screen.findByText('Present, insert or swipe the card')).toBeTruthy();
  });
});

describe('a reader that is lost on the way', () => {
  const lost = problemOf('Stripe Not Ready to process Charge. Please try again', 'Lost');

  it('while it asked for the card leaves its payment to the form', async () => {
    readerThat([{ kind: 'failed', problem: problemOf('Error Collecting Payment Info', 'Lost') }]);
    showPayment();
    await user.click(await typeInstead());
    await chargeTyped();
    await screen.findByText('Approved');
    expect([reader.asked, typed.sent]).toEqual([['pi_1'], ['pi_1_secret']]);
  });

  it('after it read the card offers nothing until it is known that nothing was paid', async () => {
    readerThat([{ kind: 'unclear', problem: lost }]);
    api.on('GET /paymentintent/pi_1', () => (reader.asked.length > 0 ? 'lost' : { body: paymentState }));
    showPayment();
    await screen.findByText('No result yet');
    expect(screen.queryByRole('button', { name: /Type Card Instead/ })).toBeNull();
    await user.keyboard('{F6}');
    expect(screen.getByText('No result yet')).toBeTruthy();
    api.on('GET /paymentintent/pi_1', { body: paymentState });
    await user.keyboard('{Enter}');
    expect(await typeInstead()).toBeTruthy();
  });

  it('after the bank took the card is paid by it, and nothing is typed', async () => {
    readerThat([{ kind: 'unclear', problem: lost }]);
    api.on('GET /paymentintent/pi_1', { body: paymentState });
    showPayment();
    const other = await typeInstead();
    api.on('GET /paymentintent/pi_1', { body: { ...paymentState, status: 'requires_capture' } });
    await user.click(other);
    expect(await screen.findByText('Approved')).toBeTruthy();
    expect(typed.sent).toEqual([]);
  });
});

describe('no card is typed instead', () => {
  it.each<[string, () => void, string]>([
    [
      'of a declined one',
      () => readerThat([{ kind: 'declined', decline: plainDecline('lost_card', 'Declined') }]),
      'The Transaction was declined',
    ],
    [
      'where the API begins no payment',
      () => {
        readerThat(['waits']);
        api.on('POST /paymentintent', { status: 409, body: stubError('amount_changed', 'The amount must be the sale’s') });
      },
      'Failed to setup payment -[The amount must be the sale’s]',
    ],
  ])('%s', async (_what, arrange, title) => {
    arrange();
    showPayment();
    await screen.findByText(title);
    expect(otherWay()).toBeNull();
  });

  it('where there is no reader anyway', async () => {
    showPayment({ form: unloadedForm(new CardError('Error Collecting Payment Info')) });
    await screen.findByText('Error Collecting Payment Info');
    expect(otherWay()).toBeNull();
  });
});

it('a card to be kept is typed for the one set-up that the reader would have taken', async () => {
  readerThat([{ kind: 'failed', problem: problemOf('Error Capturing Card', 'Lost') }]);
  showCapture();
  await user.click(await typeInstead());
  await user.click(await screen.findByRole('button', { name: /^Keep Card/ }));
  expect(await screen.findByText('Card Captured')).toBeTruthy();
  expect([reader.asked, typed.sent]).toEqual([['seti_1'], ['seti_1_secret']]);
  expect(api.calls('POST /setupintents').map(({ query }) => query)).toEqual([{ usePayTerminal: 'yes' }, { usePayTerminal: 'yes' }]);
  expect(keysOf('POST /setupintents').size).toBe(1);
  expect(onDone).toHaveBeenCalledExactlyOnceWith({ setupIntent: 'seti_1', brand: 'visa', last4: '4242', fingerprint: 'f-1' });
});
