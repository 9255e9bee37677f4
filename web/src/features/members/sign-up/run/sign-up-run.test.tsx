import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubError } from '../../../../test-api.ts';
import { knownAda, pressed } from './test-run.ts';
import { finished, keptUnder, leaveStage, setStage, signature, step, subscription, words, type Stage } from './test-stage.tsx';

const otherCard = { setupIntent: 'seti_2', brand: 'mastercard', last4: '4444', fingerprint: 'f2' };

// the reader has tests of its own; here a card is taken by a press
vi.mock(import('../../../../domain/card-capture/card-capture-dialog.tsx'), () => ({
  CardCaptureDialog: ({ onCaptured }) => <button onClick={() => onCaptured(otherCard)}>The card is taken</button>,
}));

const failedPayment = {
  status: 402,
  body: {
    ...stubError('payment_failed', 'Failed Payment'),
    details: { subscription: 'sub_1', invoice: 'in_1', declineCode: 'insufficient_funds', sellerMessage: 'The bank declined.' },
  },
};
const owedSteps = [
  '/communication/signup',
  '/logix',
  '/logix/groups',
  '/firebird/customer',
  '/firebird/activateplan',
  '/signature',
  '/note',
];

let stage: Stage;
beforeEach(() => {
  stage = setStage();
});
afterEach(leaveStage);

describe('a sign-up', () => {
  it('goes through its nine steps and ends on the customer’s page', async () => {
    stage.show();
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
    expect(document.activeElement?.textContent).toContain('Ok');
    await stage.user.keyboard('{Enter}');
    expect(await screen.findByText('At /customers/cus_1')).toBeTruthy();
    expect(sessionStorage.getItem(keptUnder)).toBeNull();
  });

  it('names the subscription’s deed in every step behind it, and prints under the run’s job', async () => {
    const run = pressed();
    stage.show(run);
    await finished();
    expect(stage.calls('/paymentmethods/attach')[0]?.body).toEqual({ setupIntent: 'seti_1', customer: 'cus_1' });
    expect(stage.calls('/subscription')[0]?.body).toMatchObject({ stripeCustomer: 'cus_1', PaymentMethodId: 'pm_1', PlanPrice: 29.99 });
    expect(stage.keysOf('/subscription')).toEqual([run.keys.subscription]);
    for (const path of owedSteps) expect(stage.calls(path).map(({ headers }) => headers.get('x-deed'))).toEqual([run.keys.subscription]);
    expect(stage.papers).toEqual([run.keys.paper]);
  });

  it('registers the loyalty card instead of a welcome where a number was given', async () => {
    stage.show(pressed({ theCardNumber: '629892231123456789' }));
    await finished();
    expect(words('Register the loyalty card')).toContain('Done');
    expect(stage.calls('/thecard')).toHaveLength(1);
    expect(stage.calls('/communication/signup')).toHaveLength(0);
  });

  it('of a known customer saves what was corrected, against the customer as read', async () => {
    stage.api.on('GET /customer/cus_known/general', { body: knownAda });
    stage.api.on('POST /customer/cus_known', { body: knownAda });
    stage.show(pressed({ customer: 'cus_known', color: 'Red' }));
    await finished();
    expect(stage.calls('/customer')).toHaveLength(0);
    expect(stage.calls('/customer/cus_known')[0]?.body).toMatchObject({
      metadata: { CarColor: 'Red' },
      base: { metadata: { CarColor: 'White' } },
    });
    expect(stage.calls('/subscription')[0]?.body).toMatchObject({ stripeCustomer: 'cus_known' });
  });

  it('of a known customer saves nothing where nothing was corrected', async () => {
    stage.api.on('GET /customer/cus_known/general', { body: knownAda });
    stage.show(pressed({ customer: 'cus_known' }));
    await finished();
    expect(stage.calls('/customer/cus_known')).toHaveLength(0);
  });
});

describe('a step that cannot be done now', () => {
  const away = (code: string, message: string) => ({ status: 503, body: stubError(code, message) });

  it.each([
    ['Sitewatch', 'Error Updating Customer in Sitewatch', 'POST /firebird/customer', 'Update Sitewatch'],
    ['the plan in Sitewatch', 'Error Activating Plan in Sitewatch', 'POST /firebird/activateplan', 'Update Sitewatch'],
    ['the signature', 'Error Notifying Signature Tablet', 'POST /signature', 'Ask for the signature'],
    ['the groups', 'Unknown Error occurred updating groups - away', 'POST /logix/groups', 'Link loyalty and gates'],
    ['the welcome', 'Failed to Send Text Message - away', 'POST /communication/signup', 'Send the welcome'],
  ])('of %s shows its message for 2 seconds, and the flow goes on', async (_what, message, route, title) => {
    stage.api.on(route, away('still_owed', message));
    stage.show();
    await finished();
    expect(within(step(title)).getByRole('alert').textContent).toBe(message);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(within(step(title)).queryByRole('alert')).toBeNull();
    expect(words(title)).toContain('LaterIt will be done by itself.');
  });

  it('says so where no tablet heard of the signature', async () => {
    stage.api.on('POST /signature', { status: 202, body: { ...signature, tablet: false, message: 'Error Notifying Signature Tablet' } });
    stage.show();
    await finished();
    expect(screen.getByText('Error Notifying Signature Tablet')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(words('Ask for the signature')).toContain('The tablet shows it as soon as it is back.');
  });

  it('says why where it is refused for good', async () => {
    const details = { site: 12, reason: 'Sitewatch of Joliet is read only' };
    stage.api.on('POST /firebird/customer', {
      status: 409,
      body: { ...stubError('refused', 'Error Updating Customer in Sitewatch'), details },
    });
    stage.show();
    await finished();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(words('Update Sitewatch')).toContain('Could notSitewatch of Joliet is read only');
  });

  it('is not possible where nobody can be reached', async () => {
    stage.api.on('POST /communication/signup', { body: { state: 'not-possible', channel: null, message: 'No way to reach the customer' } });
    stage.show();
    await finished();
    expect(words('Send the welcome')).toContain('Not possibleNo way to reach the customer');
  });

  it('is told of a printer, and the receipt can be printed again', async () => {
    window.washdeskRegister!.printReceipt = () => Promise.reject(new Error('Out of paper'));
    stage.show();
    await finished();
    expect(words('Print the receipt')).toContain('Out of paper');
    window.washdeskRegister!.printReceipt = ({ job }) => Promise.resolve(void stage.papers.push(job));
    await stage.user.keyboard('{F7}');
    expect(await screen.findByText('Receipt printed')).toBeTruthy();
    expect(stage.papers).toHaveLength(1);
  });
});

describe('Failed Payment', () => {
  it('tells the outcome, and another card pays without anything typed again', async () => {
    stage.api.on('POST /subscription', failedPayment);
    stage.show();
    const pane = await screen.findByRole('alert', { name: 'Failed Payment' });
    expect(pane.textContent).toContain('insufficient_funds');
    expect(pane.textContent).toContain('The bank declined.');
    expect(document.activeElement?.textContent).toContain('Try Another Card');
    expect(sessionStorage.getItem(keptUnder)).toContain('in_1');

    stage.api.on('POST /subscription', { body: subscription });
    await stage.user.keyboard('{F6}');
    await stage.user.click(screen.getByRole('button', { name: 'The card is taken' }));
    await finished();
    expect(stage.calls('/customer')).toHaveLength(1);
    expect(stage.calls('/paymentmethods/attach').map(({ body }) => body)).toEqual([
      { setupIntent: 'seti_1', customer: 'cus_1' },
      { setupIntent: 'seti_2', customer: 'cus_1' },
    ]);
    expect(new Set([...stage.keysOf('/paymentmethods/attach'), ...stage.keysOf('/subscription')]).size).toBe(4);
  });

  it('is tried again with the same card under a new key', async () => {
    stage.api.on('POST /subscription', failedPayment);
    stage.show();
    await screen.findByRole('alert', { name: 'Failed Payment' });
    stage.api.on('POST /subscription', { body: subscription });
    await stage.user.click(screen.getByRole('button', { name: 'Try Again' }));
    await finished();
    expect(stage.calls('/paymentmethods/attach')).toHaveLength(1);
    expect(new Set(stage.keysOf('/subscription')).size).toBe(2);
  });

  it('still stands after a reload, and charges nothing by it', async () => {
    stage.api.on('POST /subscription', failedPayment);
    stage.show();
    await screen.findByRole('alert', { name: 'Failed Payment' });
    stage.reload();
    expect(await screen.findByRole('alert', { name: 'Failed Payment' })).toBeTruthy();
    expect(stage.calls('/subscription')).toHaveLength(1);
  });

  it('leads back to the form, which names the customer who exists by now', async () => {
    stage.api.on('POST /subscription', failedPayment);
    stage.show();
    await screen.findByRole('alert', { name: 'Failed Payment' });
    await stage.user.keyboard('{F4}');
    expect(stage.back).toEqual({ ...pressed().form, customer: 'cus_1' });
    expect(sessionStorage.getItem(keptUnder)).toBeNull();
  });
});

describe('a refusal', () => {
  it('of a plate that somebody has names it and leads back to the form', async () => {
    stage.api.on('POST /customer', { status: 409, body: stubError('code_taken', 'Existing Customer found with that plate/tag') });
    stage.show();
    expect(await screen.findByText('Existing Customer found with that plate/tag')).toBeTruthy();
    expect(words('Create the customer')).toContain('Refused');
    await stage.user.keyboard('{Enter}');
    expect(stage.back).toEqual(pressed().form);
  });

  it('of a customer who has a plan leads to them', async () => {
    stage.api.on('POST /subscription', { status: 409, body: stubError('already_subscribed', 'This customer has a running plan already') });
    stage.show();
    await stage.user.click(await screen.findByRole('button', { name: 'Open the customer' }));
    expect(await screen.findByText('At /customers/cus_1')).toBeTruthy();
  });

  it('names the fields that are wrong', async () => {
    const body = {
      ...stubError('invalid_request', 'Please check'),
      problems: [{ path: 'body.Email', message: 'must be an e-mail address' }],
    };
    stage.api.on('POST /customer', { status: 400, body });
    stage.show();
    expect(await screen.findByText('Email: must be an e-mail address')).toBeTruthy();
  });
});
