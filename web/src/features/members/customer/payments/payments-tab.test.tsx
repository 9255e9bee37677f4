import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Charge } from '@washdesk/contracts/billing/charge';
import type { Customer } from '@washdesk/contracts/members/customer';
import type { CustomerCard, CustomerInvoice } from '@washdesk/contracts/members/customer-parts';
import { Role } from '@washdesk/rules/company/roles';
import { cancelCard, stubCardCapture, typeCard } from '../../../../domain/card-capture/typed-card.fixture.ts';
import { stubError, type StubApi } from '../../../../testing/api.ts';
import { testCharge } from '../../../../testing/charge.ts';
import { downloadedCsv } from '../../../../testing/files.ts';
import { apiOf, showCustomer } from '../customer-screen.fixture.tsx';
import { aCard, anInvoice } from './payments.fixture.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const age = { age: 0, stale: false };

const aSearchedCustomer = (more: Partial<Customer>): Customer => ({
  id: 'cus_1',
  name: 'Member, Zoë',
  email: null,
  phone: null,
  created: 1_780_000_000,
  deleted: false,
  tax_exempt: null,
  address: null,
  metadata: {},
  subscriptions: { data: [] },
  cards: [],
  ...more,
});

const card = aCard({
  billing_details: { name: 'Z Member' },
  details: {
    brand: 'visa',
    last4: '4242',
    exp_month: 2,
    exp_year: 2030,
    fingerprint: 'fp_now',
    email: null,
    checks: { address_postal_code_check: 'pass', cvc_check: 'pass' },
  },
});
const other = { ...card, id: 'card-other', details: { ...card.details, brand: 'mastercard', last4: '4444' }, default: false };

const invoice = anInvoice({
  balance: { before: -500, after: 0 },
  page: 'https://invoice.stripe.com/i/1',
  pdf: 'https://invoice.stripe.com/i/1/pdf',
});

const charge = testCharge('ch_1', {
  amount: 2_999,
  amount_captured: 2_999,
  refundable: 2_999,
  payment_method_details: { type: 'card', brand: 'visa', last4: '4242', exp_month: 2, exp_year: 2030, fingerprint: 'fp_then' },
  customer: { id: 'cus_1', name: 'Zoë Member', deleted: false, metadata: { CustomerCode: 'ABC123-IL', SecondaryCode: null } },
});

function withPayments({ cards = [card], invoices = [] as CustomerInvoice[], charges = [] as Charge[], deleted = false } = {}): StubApi {
  const api = apiOf({ deleted });
  api.on('GET /customer/cus_1/cards', { body: { cards, count: cards.length, next_page: null, ...age } });
  api.on('GET /customer/cus_1/invoices', { body: { invoices, count: invoices.length, next_page: null, ...age } });
  api.on('GET /customer/cus_1/charges', { body: { charges, count: charges.length, next_page: null, disputes_counted: 0 } });
  return api;
}

const show = (roles: number = Role.Cashier) => showCustomer({ hash: '#payments', roles });
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('stored payment methods', () => {
  it('that have expired say so', async () => {
    withPayments({ cards: [card, { ...other, expiry: 'expired' }] });
    show();
    const [first, second] = await screen.findAllByRole('listitem', { name: /4242|4444/ });
    expect(first?.textContent).not.toContain('Expired');
    expect(second?.textContent).toContain('Expired');
  });

  it('say card, owner, age and checks, and which is the default', async () => {
    withPayments({ cards: [card, other] });
    show();
    const [first, second] = await screen.findAllByRole('listitem', { name: /4242|4444/ });
    expect(first?.textContent).toContain('Default');
    expect(first?.textContent).toContain('Z Member · stored 05/28/2026 · ZIP pass · CVC pass');
    expect(within(first!).queryByRole('button', { name: /Set Default/ })).toBeNull();
    expect(within(second!).getByRole('button', { name: 'Set Default (needs approval)' })).toBeTruthy();
  });

  it('can be made the default and deleted by SalesManager, each once', async () => {
    const api = withPayments({ cards: [card, other] });
    api.on('POST /paymentmethods/attach', { status: 409, body: stubError('not_their_card', 'This card belongs to another customer') });
    api.on('DELETE /paymentmethods/card-other', { body: { id: 'pm_2', customer: 'cus_1', deleted: true } });
    show(Role.SalesManager);
    await userEvent.click(await button('Set Default'));
    expect(await screen.findByText('This card belongs to another customer')).toBeTruthy();
    expect(api.calls('POST /paymentmethods/attach')[0]?.body).toEqual({ customer: 'cus_1', payment_method: 'card-other', default: true });
    const second = screen.getByRole('listitem', { name: 'mastercard 4444' });
    await userEvent.click(within(second).getByRole('button', { name: 'Delete Payment' }));
    const question = await screen.findByRole('tooltip');
    await userEvent.click(within(question).getByRole('button', { name: 'Delete Payment' }));
    await waitFor(() => expect(api.calls('DELETE /paymentmethods/card-other')[0]?.query).toEqual({ customerId: 'cus_1' }));
  });

  it('are captured: the card is kept as the default, and why it was not kept is said', async () => {
    const api = withPayments();
    stubCardCapture(api);
    api.on('POST /paymentmethods/attach', { status: 409, body: stubError('not_their_card', 'This card belongs to another customer') });
    show();
    await userEvent.click(await button('Capture New Card'));
    await typeCard(userEvent.setup(), 'Keep Card');
    expect(await screen.findByText('Couldn’t save the card')).toBeTruthy();
    expect(screen.getByText('This card belongs to another customer')).toBeTruthy();
    expect(api.calls('POST /paymentmethods/attach')[0]?.body).toEqual({ customer: 'cus_1', setupIntent: expect.any(String) });
    await userEvent.click(await button('Capture New Card'));
    await cancelCard(userEvent.setup());
    expect(api.calls('POST /paymentmethods/attach')).toHaveLength(1);
  });

  it('of which there are none say so, and nothing is offered for a deleted customer', async () => {
    withPayments({ cards: [], deleted: true });
    show(Role.Admin);
    expect(await screen.findByText('No payment methods.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Capture New Card' })).toBeNull();
  });
});

describe('a credit', () => {
  it('says what it is, and is paid out with a note', async () => {
    const api = withPayments();
    const waiting = [
      { id: 'ii_1', description: 'Unused time', amount: -1_000, tax: -50, date: 1_790_000_000, subscription: 'sub_1', stranded: true },
    ];
    api.on('GET /customer/cus_1/credit', { body: { balance: -500, waiting, available: 1_550, refundable: 1_550 } });
    api.on('POST /customer/cus_1/credit/settle', { body: { amount: 1_550, balance: 0, refunds: [] } });
    show(Role.SalesManager);
    expect(await screen.findByText('Credit for the next bills')).toBeTruthy();
    expect(screen.getByText(/^Unused time .*no bill will include it$/)).toBeTruthy();
    await userEvent.click(await button('Pay Out or Move'));
    await userEvent.type(await screen.findByLabelText('Note'), 'Moved away');
    await userEvent.click(await button(/^Settle/));
    expect(await screen.findByText('$15.50 settled.')).toBeTruthy();
    expect(api.calls('POST /customer/cus_1/credit/settle')[0]?.body).toEqual({ way: 'refund', amount: 1_550, notes: 'Moved away' });
  });
});

describe('a credit that is moved', () => {
  it('goes to a customer who is found by plate or name; the giver and deleted ones are not offered', async () => {
    const api = withPayments();
    api.on('GET /customer/cus_1/credit', { body: { balance: -500, waiting: [], available: 500, refundable: 0 } });
    api.on('POST /customer/cus_1/credit/settle', { body: { amount: 500, balance: 0, refunds: [] } });
    const found = aSearchedCustomer({ id: 'cus_1' });
    const receiver = { ...found, id: 'cus_2', name: 'Boone, Carl', metadata: { CustomerCode: 'CXG3529-IL' } };
    const customers = [found, receiver, { ...receiver, id: 'cus_3', name: 'Gone, Ann', deleted: true }];
    api.on('GET /customer/search/CXG3529', { body: { customers, count: 3, more: false, next_page: null } });
    show(Role.SalesManager);
    await userEvent.click(await button('Pay Out or Move'));
    const dialog = await screen.findByRole('dialog', { name: 'Settle Credit' });
    await userEvent.type(within(dialog).getByLabelText('Note'), 'To her husband');
    await userEvent.type(within(dialog).getByRole('searchbox', { name: 'Other customer' }), 'CXG3529{Enter}');
    const choices = within(await within(dialog).findByRole('radiogroup', { name: 'Other customer' }));
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Settle/ }).disabled).toBe(true);
    expect(choices.getAllByRole('radio')).toHaveLength(1);
    await userEvent.click(choices.getByRole('radio', { name: /^Boone, Carl, CXG3529-IL/ }));
    expect(api.calls('POST /customer/cus_1/credit/settle')).toHaveLength(0);
    await userEvent.click(await button(/^Settle/));
    expect(await screen.findByText('$5.00 settled.')).toBeTruthy();
    expect(api.calls('POST /customer/cus_1/credit/settle')[0]?.body).toEqual({
      way: 'move',
      amount: 500,
      notes: 'To her husband',
      to: 'cus_2',
    });
  });
});

describe('invoices', () => {
  it('say number, lines, credit used, and lead to the PDF', async () => {
    const line = { amount: 3_499, description: '1 × Super Kiss', period: { start: 1_790_000_000, end: 1_792_000_000 } };
    withPayments({ invoices: [{ ...invoice, lines: [line] }] });
    show();
    await userEvent.click(await button('Details of A-1'));
    const details = await screen.findByRole('dialog', { name: 'Invoice A-1' });
    expect(details.textContent).toContain('1 × Super Kiss');
    expect(details.textContent).toContain('Credit used');
    expect(within(details).getByRole('link', { name: 'PDF' }).getAttribute('href')).toBe('https://invoice.stripe.com/i/1/pdf');
  });

  it('that are open say that Stripe sends none, and give the link to their page; paid ones do not', async () => {
    withPayments({ invoices: [invoice, { ...invoice, id: 'in_2', number: 'A-2', status: 'paid' }] });
    show();
    const user = userEvent.setup();
    await user.click(await button('Details of A-1'));
    const details = await screen.findByRole('dialog', { name: 'Invoice A-1' });
    expect(details.textContent).toContain('Stripe sends no email for an invoice that charges a card.');
    await user.click(within(details).getByRole('button', { name: 'Copy Link' }));
    expect(await navigator.clipboard.readText()).toBe('https://invoice.stripe.com/i/1');
    await user.keyboard('{Escape}');
    await user.click(await button('Details of A-2'));
    const paid = await screen.findByRole('dialog', { name: 'Invoice A-2' });
    expect(paid.textContent).not.toContain('Stripe sends no email');
  });

  it('that are open are paid with the default card', async () => {
    const api = withPayments({ invoices: [invoice, { ...invoice, id: 'in_2', number: 'A-2', status: 'paid' }] });
    const paid = {
      id: 'in_1',
      status: 'paid',
      number: 'A-1',
      amount_due: 2_999,
      amount_paid: 2_999,
      amount_remaining: 0,
      subscription: null,
    };
    api.on('POST /invoice/in_1/pay', { body: paid });
    show();
    expect(await button('Mark Uncollectable (needs approval), A-1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Pay Invoice A-2' })).toBeNull();
    await userEvent.click(await button('Pay Invoice A-1'));
    const dialog = await screen.findByRole('dialog', { name: 'Pay Open Invoice' });
    const pay = await within(dialog).findByRole<HTMLButtonElement>('button', { name: /^Pay/ });
    await waitFor(() => expect(pay.disabled).toBe(false));
    await userEvent.click(pay);
    expect(await screen.findByText('Paid $29.99.')).toBeTruthy();
    expect(api.calls('POST /invoice/in_1/pay')[0]?.query).toEqual({ payment_method: 'card-handle' });
  });

  it('are paid by Link too, which is shown among the cards', async () => {
    const details = { ...card.details, brand: null, last4: null, exp_month: null, exp_year: null, fingerprint: null, checks: null };
    const email = 'z@mail.example';
    const link: CustomerCard = { ...card, id: 'link-handle', type: 'link', details: { ...details, email }, default: false };
    const api = withPayments({ cards: [card, link], invoices: [invoice] });
    api.on('POST /invoice/in_1/pay', { status: 402, body: stubError('card_declined', 'Link refused') });
    show();
    await userEvent.click(await button('Pay Invoice A-1'));
    const dialog = await screen.findByRole('dialog', { name: 'Pay Open Invoice' });
    await userEvent.click(await within(dialog).findByRole('radio', { name: 'Link z@mail.example' }));
    await userEvent.click(within(dialog).getByRole('button', { name: /^Pay/ }));
    await within(dialog).findByText('Link refused');
    expect(api.calls('POST /invoice/in_1/pay')[0]?.query).toEqual({ payment_method: 'link-handle' });
  });

  it('that are open are given up', async () => {
    const api = withPayments({ invoices: [invoice] });
    const given = { id: 'in_1', status: 'uncollectible', number: 'A-1', amount_due: 2_999, amount_paid: 0, amount_remaining: 2_999 };
    api.on('POST /invoice/in_1/uncollectable', { body: { ...given, subscription: null } });
    show(Role.SalesManager);
    await userEvent.click(await button('Mark Uncollectable, A-1'));
    const dialog = await screen.findByRole('dialog', { name: 'Mark Invoice as Uncollectable' });
    await userEvent.click(within(dialog).getByRole('button', { name: /^Mark Uncollectable/ }));
    expect(await screen.findByText('Invoice marked as uncollectable.')).toBeTruthy();
  });

  it('have a file with the status in words', async () => {
    withPayments({ invoices: [invoice, anInvoice({ id: 'in_2', number: 'A-2', status: 'uncollectible' })] });
    show();
    const lines = await downloadedCsv();
    expect(lines[0]).toBe('Created,Status,Number,Description,Amount,Site');
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['Open', 'Uncollectable']);
  });

  it('of which there are none say so', async () => {
    withPayments();
    show();
    expect(await screen.findByText('No Stripe Invoices Found')).toBeTruthy();
    await userEvent.click(screen.getByRole('tab', { name: 'Stripe Charges' }));
    expect(await screen.findByText('No Stripe Charges Found')).toBeTruthy();
  });
});

describe('charges', () => {
  it('lead an Admin to the comparison with Stripe', async () => {
    withPayments();
    show(Role.Admin);
    const link = await screen.findByRole('link', { name: 'Compare the systems' });
    expect(link.getAttribute('href')).toBe('/admin/reconcile?customer=cus_1');
  });

  const showCharges = async (roles: number, charges: Charge[]) => {
    const api = withPayments({ charges });
    show(roles);
    await userEvent.click(await screen.findByRole('tab', { name: 'Stripe Charges' }));
    return api;
  };

  it('are refunded wholly, by half or by an amount, with a warning where the card is another one', async () => {
    const api = await showCharges(Role.SalesManager, [charge]);
    api.on('POST /refund/ch_1', { body: { id: 're_1', charge: 'ch_1', amount: 1_499, status: 'succeeded' } });
    expect((await screen.findByText('ABC123-IL')).closest('tr')?.textContent).toContain('Paid');
    await userEvent.click(await button(/^Refund: \$29\.99 of \d/));
    const dialog = await screen.findByRole('dialog', { name: 'Refund' });
    expect(within(dialog).getByText('Current Payment Method does not match Charge Payment Method')).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Full $29.99' })).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Half $14.99' }));
    await userEvent.type(within(dialog).getByLabelText('Note'), 'spots');
    await userEvent.click(within(dialog).getByRole('button', { name: /^Process Refund/ }));
    expect(await screen.findByText('Refund Processed Successfully')).toBeTruthy();
    expect(api.calls('POST /refund/ch_1')[0]?.body).toMatchObject({ amount: 1_499, notes: 'spots' });
  });

  it('say what came of a refund for five seconds, and close with it where it was made', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const api = await showCharges(Role.SalesManager, [charge]);
    api.on('POST /refund/ch_1', { status: 409, body: stubError('refused', 'The charge is disputed') });
    await user.click(await button(/^Refund: /));
    await user.type(await screen.findByLabelText('Note'), 'spots');
    await user.click(screen.getByRole('button', { name: /^Process Refund/ }));
    expect(await screen.findByText('The charge is disputed')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(() => expect(screen.queryByText('The charge is disputed')).toBeNull());
    api.on('POST /refund/ch_1', { body: { id: 're_1', charge: 'ch_1', amount: 2_999, status: 'succeeded' } });
    await user.click(screen.getByRole('button', { name: /^Process Refund/ }));
    expect(await screen.findByText('Refund Processed Successfully')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Refund' })).toBeNull());
    vi.useRealTimers();
  });

  it('have a file of all pages in words, or say that it could not be read', async () => {
    const api = await showCharges(Role.SalesManager, [charge]);
    const pages: Record<string, [Charge, string | null]> = {
      one: [charge, 'two'],
      two: [testCharge('ch_2', { status: 'failed', amount_captured: 0, refundable: 0 }), 'three'],
      three: [testCharge('ch_3', { refunded: 'partially', amount_refunded: 250 }), null],
    };
    api.on('GET /customer/cus_1/charges', ({ query }) => {
      const [one, next_page] = pages[query['page'] ?? 'one']!;
      return { body: { charges: [one], count: 3, next_page, disputes_counted: 0 } };
    });
    const [heads, ...lines] = await downloadedCsv();
    expect(heads).toBe('Created,Tag/Plate,Description,Card,Captured,Refunded,Status');
    expect(lines.map((line) => line.replace(/^[^,]*,/, ''))).toEqual([
      'ABC123-IL,Wash,Visa 4242,29.99,0.00,Paid',
      ',Wash,Visa 4242,0.00,0.00,Declined',
      ',Wash,Visa 4242,12.50,2.50,Partially Refunded',
    ]);
    api.on('GET /customer/cus_1/charges', { status: 503, body: stubError('stripe_unavailable', 'Try again in a moment') });
    await userEvent.click(await button('Download CSV'));
    expect(await screen.findByText('Couldn’t download the file')).toBeTruthy();
  });

  it('are not refunded where nothing is left, and below SalesManager by an approval', async () => {
    await showCharges(Role.User, [charge, { ...charge, id: 'ch_2', refundable: 0, refunded: 'fully', amount_refunded: 2_999 }]);
    expect(await screen.findByText('Fully Refunded')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Refund[: ]/ }).map((one) => one.textContent)).toEqual(['Refund (needs approval)']);
  });

  it('that failed say why and what to do', async () => {
    const outcome = {
      type: 'issuer_declined',
      reason: 'do_not_honor',
      risk_level: null,
      seller_message: 'The bank did not say why.',
      network_status: null,
    };
    await showCharges(Role.Cashier, [{ ...charge, status: 'failed', amount_captured: 0, refundable: 0, outcome }]);
    await userEvent.click(await button(/^See Why \$29\.99 of .* failed$/));
    const dialog = await screen.findByRole('dialog', { name: 'Failed Charge' });
    expect(dialog.textContent).toContain('The bank did not say why.');
    expect(dialog.textContent).toContain('Capture a new payment method, then press Retry Payment on the Subscriptions tab.');
    expect(dialog.textContent).toContain('do_not_honor');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ok' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
