import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CardCollector } from '../../lib/card-reader/card-collector.ts';
import { plainDecline } from '../../lib/card-reader/card-collector.ts';
import { CardError } from '../../lib/card-reader/card-error.ts';
import { stubApi, stubError, type StubApi } from '../../testing/api.ts';
import { renderScreen } from '../../testing/screen.tsx';
import { CardCaptureDialog } from './card-capture-dialog.tsx';
import { CardPaymentDialog } from './card-payment-dialog.tsx';
import { scriptedCollector } from './collector.fixture.ts';
import { capturedPayment, paymentState, savedSetup } from './payments.fixture.ts';

const setup = { id: 'seti_1', client_secret: 'seti_1_secret', status: 'requires_payment_method' };
const begun = { id: 'pi_1', client_secret: 'pi_1_secret', status: 'requires_payment_method', mode: 'payment' };
const capture = 'POST /paymentintent/pi_1/capture';

let api: StubApi;
let reader: CardCollector;
const user = userEvent.setup();
const onDone = vi.fn();
const onClose = vi.fn();

const showCapture = () =>
  renderScreen(<CardCaptureDialog customer="cus_1" onCaptured={onDone} onClose={onClose} />, {
    path: '/customers/cus_1',
    cards: { reader },
  });
const showPayment = () =>
  renderScreen(
    <CardPaymentDialog payment={{ key: 'sale:12:4711:1250', amount: 1_250, saleid: '4711' }} onApproved={onDone} onClose={onClose} />,
    { path: '/charge', cards: { reader } },
  );

beforeEach(() => {
  reader = scriptedCollector(['waits']);
  api = stubApi();
  api.on('GET /device/current', { body: { device: null } });
  api.on('POST /setupintents', { body: setup });
  api.on('GET /setupintents/seti_1', { body: savedSetup });
  api.on('POST /paymentintent', { body: begun });
  api.on('GET /paymentintent/pi_1', { body: paymentState });
  api.on(capture, { body: capturedPayment });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

describe('capturing a card', () => {
  it('asks for it, and hands over what the API knows of it', async () => {
    reader = scriptedCollector([{ kind: 'done' }]);
    showCapture();
    expect(await screen.findByText('Card Captured')).toBeTruthy();
    expect(onDone).toHaveBeenCalledExactlyOnceWith({ setupIntent: 'seti_1', brand: 'visa', last4: '4242', fingerprint: 'f-1' });
    expect(api.calls('POST /setupintents')).toMatchObject([{ query: { usePayTerminal: 'yes' }, body: { customer: 'cus_1' } }]);
  });

  it.each([
    ['Escape', () => user.keyboard('{Escape}')],
    ['the button', () => user.click(screen.getByRole('button', { name: 'Cancel' }))],
  ])('is given up by %s without a word', async (_how, giveUp) => {
    showCapture();
    await screen.findByText('Present, insert or swipe the card');
    await giveUp();
    expect(onClose).toHaveBeenCalledOnce();
    expect(onDone).not.toHaveBeenCalled();
  });

  it('closes without a word when the customer cancels at the reader', async () => {
    reader = scriptedCollector([{ kind: 'canceled' }]);
    showCapture();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  it('says that the reader was not found, makes no intent, and tries again by Enter', async () => {
    reader = scriptedCollector([{ kind: 'done' }], { errors: [new CardError('Failed to Find Reader')] });
    showCapture();
    expect(await screen.findByText('Failed to Find Reader')).toBeTruthy();
    expect(api.calls('POST /setupintents')).toEqual([]);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Card Captured')).toBeTruthy();
  });

  it('asks before it takes the reader from another register; Enter only looks again', async () => {
    const inUse = () => new CardError('Reader in Use', 'Another register is connected to this reader.', '', { mayTakeOver: true });
    const scripted = scriptedCollector([{ kind: 'done' }], { errors: [inUse(), inUse()] });
    reader = scripted;
    showCapture();
    expect(await screen.findByText('Reader in Use')).toBeTruthy();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(scripted.takeOvers).toEqual([false, false]));
    await user.click(await screen.findByRole('button', { name: 'Take Over Reader' }));
    expect(await screen.findByText('Card Captured')).toBeTruthy();
    expect(scripted.takeOvers).toEqual([false, false, true]);
  });

  it('stays open and says so when another register took the reader', async () => {
    const words = 'It stopped before a card was read. Nothing was charged or saved.';
    const problem = { title: 'Another Register Took the Reader', words, requestId: '' };
    reader = scriptedCollector([{ kind: 'failed', problem }]);
    showCapture();
    expect(await screen.findByText('Another Register Took the Reader')).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('tells why no intent was made, with the number to ask IT about', async () => {
    api.on('POST /setupintents', { status: 409, body: stubError('customer_deleted', 'This customer was deleted') });
    showCapture();
    expect(await screen.findByText('Failed to create Setup intent')).toBeTruthy();
    expect(screen.getByText('This customer was deleted')).toBeTruthy();
    expect(screen.getByText('Request request-1')).toBeTruthy();
  });

  it('tries a declined card again under the same intent', async () => {
    const script = scriptedCollector([{ kind: 'declined', decline: plainDecline('lost_card', 'Declined') }, { kind: 'done' }]);
    reader = script;
    showCapture();
    expect(await screen.findByText('The Transaction was declined')).toBeTruthy();
    expect(screen.getByText('The bank declined this card. Ask for another card.')).toBeTruthy();
    expect(screen.getByText('lost_card').closest('details')?.open).toBe(false);
    await user.keyboard('{Enter}');
    await screen.findByText('Card Captured');
    expect(script.asked).toEqual(['seti_1', 'seti_1']);
    expect(new Set(api.calls('POST /setupintents').map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('begins another intent after a card that cannot be kept', async () => {
    reader = scriptedCollector([{ kind: 'done' }, { kind: 'done' }]);
    api.on('GET /setupintents/seti_1', { body: { ...savedSetup, card: null } });
    showCapture();
    expect(await screen.findByText('This card can’t be saved for future payments. Use another card')).toBeTruthy();
    api.on('GET /setupintents/seti_1', { body: savedSetup });
    await user.keyboard('{Enter}');
    await screen.findByText('Card Captured');
    expect(new Set(api.calls('POST /setupintents').map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it('is still checking while the card’s outcome is unknown', async () => {
    reader = scriptedCollector([{ kind: 'done' }]);
    api.on('GET /setupintents/seti_1', 'lost');
    showCapture();
    expect(await screen.findByText('No result yet')).toBeTruthy();
    api.on('GET /setupintents/seti_1', { body: savedSetup });
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Card Captured')).toBeTruthy();
  });
});

describe('charging a card', () => {
  it('shows the amount, charges under the key of the request, and is approved once', async () => {
    reader = scriptedCollector([{ kind: 'done' }]);
    showPayment();
    expect(screen.getByText('$12.50')).toBeTruthy();
    expect(await screen.findByText('Approved')).toBeTruthy();
    expect(onDone).toHaveBeenCalledExactlyOnceWith({ paymentIntent: 'pi_1', charge: null });
    const [call] = api.calls('POST /paymentintent');
    expect(call?.headers.get('idempotency-key')).toBe('sale:12:4711:1250');
    expect(call?.body).toEqual({ amount: 1_250, saleid: '4711', location: 'tml_joliet', usePayTerminal: 'yes' });
  });

  it('cannot be closed while the bank is asked', async () => {
    const { promise, resolve } = Promise.withResolvers<{ kind: 'done' }>();
    reader = scriptedCollector([{ pending: promise }]);
    showPayment();
    await screen.findByText('Processing');
    await user.keyboard('{Escape}');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
    expect(onClose).not.toHaveBeenCalled();
    await act(async () => resolve({ kind: 'done' }));
    expect(await screen.findByText('Approved')).toBeTruthy();
  });

  it('shows a decline with reason, risk level and seller message, and takes another card for the same payment', async () => {
    const script = scriptedCollector([
      { kind: 'declined', decline: plainDecline('generic_decline', 'Declined') },
      { kind: 'done' },
      { kind: 'done' },
    ]);
    reader = script;
    api.on(capture, {
      status: 402,
      body: {
        ...stubError('card_declined', 'Declined'),
        details: { reason: 'lost_card', riskLevel: 'elevated', sellerMessage: 'Ask the bank' },
      },
    });
    showPayment();
    await screen.findByText('generic_decline');
    await user.keyboard('{Enter}');
    for (const words of ['lost_card', 'elevated', 'Ask the bank']) expect(await screen.findByText(words)).toBeTruthy();

    api.on(capture, { body: capturedPayment });
    await user.keyboard('{Enter}');
    await screen.findByText('Approved');
    expect(script.asked).toEqual(['pi_1', 'pi_1', 'pi_1']);
    const keys = api.calls(capture).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('is still checking when the answer to the capture is lost; Check only looks', async () => {
    reader = scriptedCollector([{ kind: 'done' }]);
    api.on(capture, 'lost');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    showPayment();
    await act(() => vi.advanceTimersByTimeAsync(8_000));
    expect(await screen.findByText('No result yet')).toBeTruthy();
    vi.useRealTimers();
    const [first] = api.calls(capture);
    const key = first?.headers.get('idempotency-key') ?? '';
    api.on(`GET /operation/${key}`, {
      body: { key, id: 'operation-1', kind: 'payment.capture', state: 'done', status: 200, answer: capturedPayment },
    });
    const times = api.calls(capture).length;
    await user.click(screen.getByRole('button', { name: /Check/ }));
    expect(await screen.findByText('Approved')).toBeTruthy();
    expect(api.calls(capture)).toHaveLength(times);
  });

  it('asks for no card where its money was taken before the reload', async () => {
    const script = scriptedCollector(['waits']);
    reader = script;
    api.on('GET /paymentintent/pi_1', { body: { ...paymentState, status: 'succeeded' } });
    showPayment();
    expect(await screen.findByText('Approved')).toBeTruthy();
    expect(script.asked).toEqual([]);
  });
});
