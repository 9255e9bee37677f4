import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import type { ScriptedForm } from '../../lib/card-reader/card-form.fixture.ts';
import type { StubApi } from '../../testing/api.ts';
import type { CardPaymentRequest } from './payment-request.ts';
import { capturedPayment, paymentState, savedSetup } from './payments.fixture.ts';

/** The API accepts any typed card. */
export function stubCardCapture(api: StubApi, setup: typeof savedSetup = savedSetup): void {
  api.on('POST /setupintents', { body: { id: setup.id, client_secret: `${setup.id}_secret`, status: 'requires_payment_method' } });
  api.on(`GET /setupintents/${setup.id}`, { body: setup });
}

/** The API creates one payment per key: pi_1, pi_2, and so on. It succeeds as soon as the form has sent its card. */
export function stubCardPayment(api: StubApi, { sent }: ScriptedForm): void {
  const begun = new Map<string | null, object>();
  const begin = (id: string): object => {
    const secret = `${id}_secret`;
    api.on(`GET /paymentintent/${id}`, () => ({ body: { ...paymentState, id, ...(sent.includes(secret) && { status: 'succeeded' }) } }));
    api.on(`POST /paymentintent/${id}/capture`, {
      body: { ...capturedPayment, paymentIntent: { ...capturedPayment.paymentIntent, id } },
    });
    return { id, client_secret: secret, status: paymentState.status, mode: 'payment' };
  };
  api.on('POST /paymentintent', ({ headers }) => {
    const key = headers.get('idempotency-key');
    const body = begun.get(key) ?? begin(`pi_${begun.size + 1}`);
    begun.set(key, body);
    return { body };
  });
}

/** Returns the payment that the open dialog requested, once the form waits for its card. */
export async function requestedPayment(api: StubApi): Promise<CardPaymentRequest> {
  await cardDialog();
  const call = api.calls('POST /paymentintent').at(-1) ?? expect.fail('No payment was begun');
  return { ...(call.body as CardPaymentRequest), key: call.headers.get('idempotency-key') ?? '' };
}

/** Types a card into the open dialog, presses the `submit` button and waits until the dialog has closed. */
export async function typeCard(user: UserEvent, submit: 'Charge' | 'Keep Card'): Promise<void> {
  const dialog = await cardDialog();
  const button = dialog.querySelector('button[type="submit"]') ?? expect.fail('The dialog takes no card');
  expect(button.textContent).toContain(submit);
  await user.click(button);
  await waitFor(() => expect(dialog.isConnected).toBe(false));
}

/** Closes the open dialog without a card. */
export async function cancelCard(user: UserEvent): Promise<void> {
  const dialog = await cardDialog();
  await user.click(within(dialog).getByText('Cancel'));
  await waitFor(() => expect(dialog.isConnected).toBe(false));
}

/** Returns the open dialog once its form waits for the card. */
async function cardDialog(): Promise<HTMLElement> {
  return (await screen.findByLabelText('Card')).closest<HTMLElement>('[role="dialog"]') ?? expect.fail('The card is in no dialog');
}
