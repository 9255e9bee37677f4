import { screen } from '@testing-library/react';
import type { PaymentState } from '../../../domain/card-capture/decline-of.ts';
import { paymentState } from '../../../domain/card-capture/payments.fixture.ts';
import { stubCardPayment } from '../../../domain/card-capture/typed-card.fixture.ts';
import { scriptedForm, type ScriptedForm } from '../../../lib/card-reader/card-form.fixture.ts';
import { useCurrentDeviceQuery } from '../../../lib/startup-api.ts';
import { stubApi, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { ChargeScreen } from './charge-screen.tsx';

/** The URL of these tests' sale, and its key. */
export const sale = '?amount=12.50&saleid=4711';
export const key = 'sale:12:4711:1250';

const begun = { id: 'pi_1', client_secret: 's', status: 'requires_payment_method', mode: 'payment' };
const payment = { ...paymentState, status: 'succeeded', amount_received: 1_250 };

/** A canceled payment, so that its sale needs another one. */
export const canceledPayment = { ...payment, id: 'pi_0', status: 'canceled' };

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

/** No key has a charge yet; a payment succeeds as soon as its card is typed. */
export function stubCharges(): { api: StubApi; typed: ScriptedForm } {
  const api = stubApi();
  const typed = scriptedForm();
  api.on('GET /config/flags', { body: [] });
  api.on('GET /device/current', { body: { device: null } });
  api.on('GET /receipt/pi_1/receipt', { body: '<p>Receipt</p>' });
  stubCardPayment(api, typed);
  return { api, typed };
}

/** Sets the server's state of the charge under a key, and of its payment. */
export function operationUnder(api: StubApi, operationKey: string, state: object, begunPayment = payment): void {
  const { id } = begunPayment;
  api.on(`GET /operation/${operationKey}`, { body: { id: 'd', kind: 'payment.begin', status: 200, answer: { ...begun, id }, ...state } });
  api.on(`GET /paymentintent/${id}`, { body: begunPayment });
}

/** The app loads its device before it shows a screen. */
function AfterStartup() {
  return useCurrentDeviceQuery().data ? <ChargeScreen /> : null;
}

export const openCharge = (query: string, { form }: ScriptedForm): void =>
  renderScreen(<AfterStartup />, { path: '/charge', address: `/charge${query}`, terminal: 'Washcashier1', cards: { form } });
export const chargeButton = () => screen.findByRole('button', { name: /^Charge Card/ });
