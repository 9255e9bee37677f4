import { screen } from '@testing-library/react';
import { paidElsewhere } from '../../../domain/card-capture/charged-elsewhere.ts';
import type { PaymentState } from '../../../domain/card-capture/decline-of.ts';
import type { CardPaymentDialog, CardPaymentRequest } from '../../../domain/card-capture/card-payment-dialog.tsx';
import { useCurrentDeviceQuery } from '../../../lib/startup-api.ts';
import { stubApi, type StubApi } from '../../../test-api.ts';
import { renderScreen } from '../../../test-screen.tsx';
import { ChargeScreen } from './charge-screen.tsx';

/** Reading a card has tests of its own; this dialog either approves the card or is closed. */
export function StubCardDialog({ payment, onApproved, onClose }: React.ComponentProps<typeof CardPaymentDialog>) {
  return (
    <div role="dialog" aria-label="Charge Card">
      <output>{JSON.stringify(payment)}</output>
      <button onClick={() => onApproved({ paymentIntent: 'pi_1', charge: null })}>Approve</button>
      <button onClick={() => onApproved(paidElsewhere(otherPayment))}>Find it charged</button>
      <button onClick={onClose}>Give up</button>
    </div>
  );
}

/** The address of the sale of these tests, and its key. */
export const sale = '?amount=12.50&saleid=4711';
export const key = 'sale:12:4711:1250';

export const begun = { id: 'pi_1', client_secret: 's', status: 'requires_payment_method', mode: 'payment' };
export const payment = {
  id: 'pi_1',
  status: 'succeeded',
  amount: 1_250,
  amount_received: 1_250,
  latest_charge: null,
  customer: null,
  description: null,
  last_payment_error: null,
};

/** Another cashier's payment of the same sale. */
export const otherPayment: PaymentState = {
  ...payment,
  id: 'pi_other',
  amount: 1_300,
  amount_received: 1_300,
  latest_charge: {
    id: 'ch_other',
    created: 1_795_011_000,
    status: 'succeeded',
    amount: 1_300,
    amount_captured: 1_300,
    amount_refunded: 0,
    refundable: 1_300,
    refunded: 'none',
    disputed: false,
    dispute: null,
    description: null,
    outcome: null,
    failure_code: null,
    failure_message: null,
    receipt_number: null,
    receipt_url: null,
    statement_descriptor: null,
    payment_intent: 'pi_other',
    payment_method_details: null,
    metadata: { employeename: 'Bea Cashier', terminal: 'Washcashier2' },
    site: 12,
    invoice: null,
    customer: null,
  },
};

/** Nothing is charged yet under any key; every payment that is asked for has succeeded. */
export function stubCharges(): StubApi {
  const api = stubApi();
  api.on('GET /config/flags', { body: [] });
  api.on('GET /device/current', { body: { device: null } });
  api.on('GET /receipt/pi_1/receipt', { body: '<p>Receipt</p>' });
  api.on('GET /paymentintent/pi_1', { body: payment });
  return api;
}

/** What the server knows of the charge under a key. */
export function operationUnder(api: StubApi, operationKey: string, state: object): void {
  api.on(`GET /operation/${operationKey}`, { body: { id: 'd', kind: 'payment.begin', status: 200, answer: begun, ...state } });
}

/** The app knows its device before any screen shows. */
function AfterStartup() {
  return useCurrentDeviceQuery().data ? <ChargeScreen /> : null;
}

export const openCharge = (query: string): void =>
  renderScreen(<AfterStartup />, { path: '/charge', address: `/charge${query}`, terminal: 'Washcashier1' });
export const chargeButton = () => screen.findByRole('button', { name: /^Charge Card/ });
/** What the dialog was asked to charge. */
export const requestedPayment = async () =>
  JSON.parse((await screen.findByRole('dialog')).querySelector('output')!.textContent) as CardPaymentRequest;
