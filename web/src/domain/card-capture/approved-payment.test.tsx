import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubApi, stubError, type StubApi } from '../../testing/api.ts';
import { aRegister } from '../../testing/device.ts';
import { renderScreen } from '../../testing/screen.tsx';
import { CardPaymentDialog } from './card-payment-dialog.tsx';
import { scriptedCollector } from './collector.fixture.ts';
import { capturedPayment, paymentState } from './payments.fixture.ts';

const aboveLimit = 'This is above the daily limit (400 charges, $20,000.00). SalesManager and above can approve it';
const key = 'sale:12:4711:1250';

let api: StubApi;
const user = userEvent.setup();
const onDone = vi.fn();
const onClose = vi.fn();

const given = (approval: string) => ({
  body: { approval, approver: { id: '103', name: 'Priya Raman' }, expires: '2026-11-21T12:01:00.000Z', amount: 1_250 },
});

beforeEach(() => {
  api = stubApi();
  api.on('GET /device/current', { body: { device: aRegister } });
  api.on('POST /auth/stepup', given('approval-1'));
  api.on('POST /paymentintent', ({ headers }) =>
    headers.get('x-approval') === 'approval-1'
      ? { body: { id: 'pi_1', client_secret: 'pi_1_secret', status: 'requires_payment_method', mode: 'payment' } }
      : { status: 403, body: stubError('forbidden', aboveLimit) },
  );
  api.on('GET /paymentintent/pi_1', { body: paymentState });
  api.on('POST /paymentintent/pi_1/capture', { body: capturedPayment });
  renderScreen(<CardPaymentDialog payment={{ key, amount: 1_250, saleid: '4711' }} onApproved={onDone} onClose={onClose} />, {
    path: '/charge',
    cards: { reader: scriptedCollector([{ kind: 'done' }]) },
  });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

async function signInManager(): Promise<void> {
  await screen.findByLabelText("Manager's employee number");
  await user.keyboard('103{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Manager's PIN")));
  await user.keyboard('471147{Enter}');
}

describe('a charge that needs an approval', () => {
  it('continues with the card under the same key once a manager has signed in', async () => {
    await signInManager();
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(new Set(api.calls('POST /paymentintent').map(({ headers }) => headers.get('idempotency-key')))).toEqual(new Set([key]));
    const [approved] = api.calls('POST /auth/stepup');
    expect(approved?.body).toMatchObject({
      action: { id: 'createPaymentIntent', key, body: { amount: 1_250 } },
      approver: { employee: 103 },
    });
  });

  it('is not made with an approval of a user without the role', async () => {
    api.on('POST /auth/stepup', given('approval-of-somebody-else'));
    await signInManager();
    expect(await screen.findByText(/^Priya Raman can’t approve this either/)).toBeTruthy();
    expect(onDone).not.toHaveBeenCalled();
  });

  it('is no failure if the approval is canceled: the dialog closes, and no card is collected', async () => {
    await screen.findByLabelText("Manager's employee number");
    const approval = screen.getByText('Manager approval').closest<HTMLElement>('[role="dialog"]')!;
    await user.click(within(approval).getByText('Cancel'));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(onDone).not.toHaveBeenCalled();
  });
});
