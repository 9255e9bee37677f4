import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { savedSetup } from '../../../../domain/card-capture/payments.fixture.ts';
import { stubCardCapture, typeCard } from '../../../../domain/card-capture/typed-card.fixture.ts';
import { stubError } from '../../../../testing/api.ts';
import { finished, persistedRunKey, tearDownRun, setUpRun, step, subscription, words, type RunFixture } from './run-screen.fixture.tsx';
import { existingCustomer, newRun } from './run.fixture.ts';

const otherCard = { ...savedSetup, id: 'seti_2', card: { brand: 'mastercard', last4: '4444', fingerprint: 'f2' } };

const failedPayment = {
  status: 402,
  body: {
    ...stubError('payment_failed', 'Failed Payment'),
    details: { subscription: 'sub_1', invoice: 'in_1', declineCode: 'insufficient_funds', sellerMessage: 'The bank declined.' },
  },
};
const queuedSteps = [
  '/communication/signup',
  '/logix',
  '/logix/groups',
  '/firebird/customer',
  '/firebird/activateplan',
  '/signature',
  '/note',
];

let fixture: RunFixture;
beforeEach(() => {
  fixture = setUpRun();
});
afterEach(tearDownRun);

describe('a sign-up', () => {
  it('goes through its nine steps and ends on the customer’s page', async () => {
    fixture.show();
    expect(within(await finished()).getByText(/Ada Moore/)).toBeTruthy();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '1Create the customerDone',
      '2Attach the cardDone',
      '3Start the planDone',
      '4Send the welcomeDone',
      '5Link loyalty and gatesDone',
      '6Update SitewatchDone',
      '7Ask for the signatureDone',
      '8Print the receipt, add the noteDoneReceipt printed',
      '9ConfirmPress Ok',
    ]);
    expect(screen.getByRole('img', { name: 'Plate ADA123-IL' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Sign-up' }).textContent).toContain('$32.61/mo with tax');
    expect(document.activeElement?.textContent).toContain('Ok');
    await fixture.user.keyboard('{Enter}');
    expect(await screen.findByText('At /customers/cus_1')).toBeTruthy();
    expect(sessionStorage.getItem(persistedRunKey)).toBeNull();
  });

  it('names the subscription’s operation in every step behind it, and prints under the run’s job', async () => {
    const run = newRun();
    fixture.show(run);
    await finished();
    expect(fixture.calls('/paymentmethods/attach')[0]?.body).toEqual({ setupIntent: 'seti_1', customer: 'cus_1' });
    expect(fixture.calls('/subscription')[0]?.body).toMatchObject({ stripeCustomer: 'cus_1', PaymentMethodId: 'pm_1', PlanPrice: 29.99 });
    expect(fixture.keysOf('/subscription')).toEqual([run.keys.subscription]);
    for (const path of queuedSteps)
      expect(fixture.calls(path).map(({ headers }) => headers.get('x-operation'))).toEqual([run.keys.subscription]);
    expect(fixture.papers).toEqual([run.keys.paper]);
  });

  it('registers the loyalty card instead of a welcome where a number was given', async () => {
    fixture.show(newRun({ theCardNumber: '629892231123456789' }));
    await finished();
    expect(words('Register the loyalty card')).toContain('Done');
    expect(fixture.calls('/thecard')).toHaveLength(1);
    expect(fixture.calls('/communication/signup')).toHaveLength(0);
  });

  it('of a known customer saves what was corrected, against the customer as read', async () => {
    fixture.api.on('GET /customer/cus_known/general', { body: existingCustomer });
    fixture.api.on('POST /customer/cus_known', { body: existingCustomer });
    fixture.show(newRun({ customer: 'cus_known', color: 'Red' }));
    await finished();
    expect(fixture.calls('/customer')).toHaveLength(0);
    expect(fixture.calls('/customer/cus_known')[0]?.body).toMatchObject({
      metadata: { CarColor: 'Red' },
      base: { metadata: { CarColor: 'White' } },
    });
    expect(fixture.calls('/subscription')[0]?.body).toMatchObject({ stripeCustomer: 'cus_known' });
  });
});

describe('a step that cannot be done now', () => {
  it('shows its message for 2 seconds, and the flow continues', async () => {
    const message = 'Error Updating Customer in Sitewatch';
    fixture.api.on('POST /firebird/customer', { status: 503, body: stubError('still_pending', message) });
    fixture.show();
    await finished();
    expect(within(step('Update Sitewatch')).getByRole('alert').textContent).toBe(message);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(within(step('Update Sitewatch')).queryByRole('alert')).toBeNull();
    expect(words('Update Sitewatch')).toContain('LaterIt finishes automatically.');
  });

  it('is told of a printer, and the receipt can be printed again', async () => {
    window.washdeskRegister!.printReceipt = () => Promise.reject(new Error('Out of paper'));
    fixture.show();
    await finished();
    expect(words('Print the receipt')).toContain('Out of paper');
    window.washdeskRegister!.printReceipt = ({ job }) => Promise.resolve(void fixture.papers.push(job));
    await fixture.user.keyboard('{F7}');
    expect(await screen.findByText('Receipt printed')).toBeTruthy();
    expect(fixture.papers).toHaveLength(1);
  });
});

describe('the end of a sign-up', () => {
  it('says what was paid, and redeems the first wash by one press', async () => {
    fixture.show();
    await finished();
    expect(screen.getByRole('status', { name: 'Signed up' }).textContent).toMatch(/Paid \$\d+\.\d\d/);
    expect(screen.getByRole('button', { name: /^Wash Now/ })).toBeTruthy();
    await fixture.user.keyboard('{F10}');
    expect(await screen.findByText('At /redeemunlimited')).toBeTruthy();
  });
});

describe('Failed Payment', () => {
  it('tells the outcome, and another card pays without anything typed again', async () => {
    fixture.api.on('POST /subscription', failedPayment);
    fixture.show();
    const pane = await screen.findByRole('alert', { name: 'Failed Payment' });
    expect(pane.textContent).toContain('The bank declined this card. Ask for another');
    expect(screen.getByText('insufficient_funds').closest('details')?.open).toBe(false);
    expect(pane.textContent).toContain('The bank declined.');
    expect(document.activeElement?.textContent).toContain('Try Another Card');
    expect(sessionStorage.getItem(persistedRunKey)).toContain('in_1');

    fixture.api.on('POST /subscription', { body: subscription });
    stubCardCapture(fixture.api, otherCard);
    await fixture.user.keyboard('{F6}');
    await typeCard(fixture.user, 'Keep Card');
    await finished();
    expect(fixture.calls('/customer')).toHaveLength(1);
    expect(fixture.calls('/paymentmethods/attach').map(({ body }) => body)).toEqual([
      { setupIntent: 'seti_1', customer: 'cus_1' },
      { setupIntent: 'seti_2', customer: 'cus_1' },
    ]);
    expect(new Set([...fixture.keysOf('/paymentmethods/attach'), ...fixture.keysOf('/subscription')]).size).toBe(4);
  });

  it('is tried again with the same card under a new key', async () => {
    fixture.api.on('POST /subscription', failedPayment);
    fixture.show();
    await screen.findByRole('alert', { name: 'Failed Payment' });
    fixture.api.on('POST /subscription', { body: subscription });
    await fixture.user.click(screen.getByRole('button', { name: 'Try Again' }));
    await finished();
    expect(fixture.calls('/paymentmethods/attach')).toHaveLength(1);
    expect(new Set(fixture.keysOf('/subscription')).size).toBe(2);
  });

  it('leads back to the form, which names the customer who exists by now and no longer has the card', async () => {
    fixture.api.on('POST /subscription', failedPayment);
    fixture.show();
    await screen.findByRole('alert', { name: 'Failed Payment' });
    await fixture.user.keyboard('{F4}');
    expect(fixture.back).toEqual({ ...newRun().form, customer: 'cus_1', card: null });
    expect(sessionStorage.getItem(persistedRunKey)).toBeNull();
  });
});

describe('a refusal', () => {
  it('of another customer’s plate names it and leads back to the form', async () => {
    fixture.api.on('POST /customer', { status: 409, body: stubError('code_taken', 'Existing Customer found with that plate/tag') });
    fixture.show();
    expect(await screen.findByText('Existing Customer found with that plate/tag')).toBeTruthy();
    expect(words('Create the customer')).toContain('Refused');
    await fixture.user.keyboard('{Enter}');
    expect(fixture.back).toEqual(newRun().form);
  });

  it('of a customer who has a plan leads to them', async () => {
    fixture.api.on('POST /subscription', {
      status: 409,
      body: stubError('already_subscribed', 'This customer already has an active plan'),
    });
    fixture.show();
    await fixture.user.click(await screen.findByRole('button', { name: 'Open the customer' }));
    expect(await screen.findByText('At /customers/cus_1')).toBeTruthy();
  });

  it('names the fields that are wrong', async () => {
    const body = {
      ...stubError('invalid_request', 'Check'),
      problems: [{ path: 'body.Email', message: 'must be an email address' }],
    };
    fixture.api.on('POST /customer', { status: 400, body });
    fixture.show();
    expect(await screen.findByText('Email must be an email address')).toBeTruthy();
  });
});
