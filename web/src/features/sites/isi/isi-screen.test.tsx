import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { downloadedCsv } from '../../../testing/files.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { IsiScreen } from './isi-screen.tsx';

const sale = {
  SITE: 12,
  SITENAME: 'Joliet',
  SALEID: 7001,
  CREATED: '2026-11-20T16:00:00.000Z',
  TERMINAL: 'Washcashier1',
  EMPLOYEE: 1042,
  CODE: 'ABC123-IL',
  PLANNAME: 'STR SUPER KISS',
  TOTAL: 1_299,
  TAX: 99,
  CUSTOMER: null,
  STATUSCODE: 1,
};
const card = { CODE: 'GIFT1', PLANNAME: 'Gift Card', CREDIT: 50, USED: -25, BALANCE: 25 };
const joliet = { id: 'tml_12', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } };
const deduct = 'POST /firebird/giftcard/GIFT1';

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /location', { body: { locations: [{ ...joliet, time_zone: 'America/Chicago' }], count: 1 } });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const show = (tab = 'transaction') => renderScreen(<IsiScreen />, { path: '/isi', address: `/isi?tab=${tab}` });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

it('opens with the transactions, and each tab has an address', async () => {
  renderScreen(<IsiScreen />, { path: '/isi', address: '/isi?terminal=x' });
  expect(screen.getByRole('tab', { name: 'Sitewatch Transaction' }).getAttribute('aria-selected')).toBe('true');
  await userEvent.click(screen.getByRole('tab', { name: 'Sitewatch Giftcard Lookup' }));
  await userEvent.type(await screen.findByLabelText('Gift Card Code'), '6298');
  await userEvent.click(screen.getByRole('tab', { name: 'Sitewatch Transaction' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Sitewatch Giftcard Lookup' }));
  expect(screen.getByLabelText<HTMLInputElement>('Gift Card Code').value).toBe('6298');
});

describe('Sitewatch Transaction', () => {
  async function search(code = 'abc123-il') {
    show();
    await userEvent.type(screen.getByLabelText('Plate or tag'), `${code}{Enter}`);
  }

  it('needs a plate or an unlimited number', async () => {
    show();
    await userEvent.click(button(/^Search/));
    expect(await screen.findByText('Please specify a search value')).toBeTruthy();
    expect(stub.calls('GET /firebird/sales')).toEqual([]);
  });

  it('lists the sales of a code, and shows one with its items', async () => {
    stub.on('GET /firebird/sales', { body: { sales: [sale], count: 1, next_page: null } });
    stub.on('GET /firebird/saledetails/12/7001', {
      body: {
        ...sale,
        ITEMS: [{ NAME: 'Super Kiss', QTY: 1, AMOUNT: 1_500 }],
        TENDERS: [{ TENDERTYPE: 'Club', AMOUNT: 1_299, REFERENCE: '0193a1b0-0000-7000-8000-0000000000aa' }],
        DISCOUNTS: [{ DISCOUNT_TYPE: 'Birthday', AMOUNT_SAVED: 300, EXTENDED_DESCRIPTION: 'Three dollars off' }],
      },
    });
    await search();
    const row = (await screen.findByText('STR SUPER KISS')).closest('tr')!;
    for (const words of ['11/20/2026', 'Joliet', 'Washcashier1', '1042', '$12.99', 'Voided']) expect(row.textContent).toContain(words);
    expect(stub.calls('GET /firebird/sales')[0]?.query).toEqual({ code: 'ABC123-IL' });
    await userEvent.click(button('Details of sale 7001'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sale 7001' }));
    expect(await dialog.findByText('Three dollars off')).toBeTruthy();
    expect(dialog.getByText('-$3.00')).toBeTruthy();
    expect(dialog.getByText('Club')).toBeTruthy();
  });

  it('has a file with date and time, dollars and words', async () => {
    stub.on('GET /firebird/sales', { body: { sales: [sale], count: 1, next_page: null } });
    await search();
    expect(await downloadedCsv()).toEqual([
      'Date,Site,Terminal,Employee,Plate or tag,Plan,Total,State',
      '11/20/2026 10:00 AM CST,Joliet,Washcashier1,1042,ABC123-IL,STR SUPER KISS,12.99,Voided',
    ]);
  });

  it('says No Records Found', async () => {
    stub.on('GET /firebird/sales', { body: { sales: [], count: 0, next_page: null } });
    await search();
    expect(await screen.findByText('No Records Found')).toBeTruthy();
  });

  it('says Unknown Error Occurred where the server has no words, else the server’s, and tries again', async () => {
    stub.on('GET /firebird/sales', { status: 500, body: '<html>' });
    await search();
    expect(await screen.findByText('Unknown Error Occurred')).toBeTruthy();
    stub.on('GET /firebird/sales', { status: 503, body: stubError('site_unreachable', 'Can’t reach the Sitewatch of Joliet') });
    await userEvent.click(button('Try Again'));
    expect(await screen.findByText('Can’t reach the Sitewatch of Joliet')).toBeTruthy();
  });

  it('says in the dialog that the sale is gone', async () => {
    stub.on('GET /firebird/sales', { body: { sales: [sale], count: 1, next_page: null } });
    stub.on('GET /firebird/saledetails/12/7001', { status: 404, body: stubError('sale_not_found', 'No Records Found') });
    await search();
    await userEvent.click(await screen.findByRole('button', { name: 'Details of sale 7001' }));
    expect(await screen.findByText('No Records Found')).toBeTruthy();
  });
});

describe('Sitewatch Giftcard Lookup', () => {
  async function find(cards: object[] = [card]) {
    stub.on('GET /firebird/giftcard/GIFT1', { body: cards });
    show('giftcard');
    await userEvent.type(screen.getByLabelText('Gift Card Code'), 'gift1{Enter}');
  }
  const amount = () => screen.findByLabelText<HTMLInputElement>('Deduct Amount');

  it('cannot search for nothing', async () => {
    show('giftcard');
    expect(button(/^Search Giftcard/).disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('Gift Card Code'), ' ');
    expect(button(/^Search Giftcard/).disabled).toBe(true);
  });

  it('shows that the code is unknown, or why it could not be looked up', async () => {
    await find([]);
    expect(await screen.findByText('Giftcard code not found')).toBeTruthy();
    stub.on('GET /firebird/giftcard/GIFT12', { status: 503, body: stubError('site_unreachable', 'Can’t reach the Sitewatch of Joliet') });
    await userEvent.type(screen.getByLabelText('Gift Card Code'), '2{Enter}');
    expect(await screen.findByText('Can’t reach the Sitewatch of Joliet')).toBeTruthy();
  });

  it('shows what the card had, what is used and what is left; Search Again clears it', async () => {
    await find();
    const facts = (await screen.findByText('Gift Card')).closest('dl')!;
    expect([...facts.children].map(({ textContent }) => textContent)).toEqual([
      'CodeGIFT1',
      'TypeGift Card',
      'Original balance$50.00',
      'Used$25.00',
      'Remaining balance$25.00',
    ]);
    // a number field would change by the wheel
    expect((await amount()).type).toBe('text');
    await userEvent.click(button('Search Again'));
    expect(screen.getByLabelText<HTMLInputElement>('Gift Card Code').value).toBe('');
  });

  it('deducts an amount once, clears it and shows the answer', async () => {
    await find();
    stub.on(deduct, { body: [{ ...card, USED: -30.5, BALANCE: 19.5 }] });
    expect(button('Deduct').disabled).toBe(true);
    await userEvent.type(await amount(), '5.50');
    await userEvent.dblClick(button('Deduct'));
    expect(await screen.findByText('$5.50 was deducted')).toBeTruthy();
    expect(screen.getByText('$19.50')).toBeTruthy();
    expect((await amount()).value).toBe('');
    expect(stub.calls(deduct).map(({ body }) => body)).toEqual([{ amount: '5.50' }]);
  });

  it('deducts from each card of a code by its own button, by the card’s id', async () => {
    const empty = { ...card, OBJID: 5_010, CREDIT: 10, USED: -10, BALANCE: 0 };
    const [small, large] = [
      { ...card, OBJID: 5_011, CREDIT: 10, USED: -4, BALANCE: 6 },
      { ...card, OBJID: 5_012, CREDIT: 25, USED: 0, BALANCE: 25 },
    ];
    await find([empty, small, large]);
    const of = (id: number) => within(screen.getByRole('group', { name: `Card ${id}` }));
    const amountOf = (id: number) => of(id).getByLabelText<HTMLInputElement>('Deduct Amount');
    const buttonOf = (id: number) => of(id).getByRole<HTMLButtonElement>('button', { name: 'Deduct' });
    expect((await screen.findAllByRole('group')).map((group) => group.getAttribute('aria-label'))).toEqual([
      'Card 5010',
      'Card 5011',
      'Card 5012',
    ]);
    expect(of(5_010).getByText('Giftcard has zero balance')).toBeTruthy();
    expect(of(5_011).getByText('5011')).toBeTruthy();
    expect(document.activeElement).toBe(amountOf(5_011));
    await userEvent.type(amountOf(5_011), '6.01');
    expect(of(5_011).getByText('Amount exceeds balance')).toBeTruthy();
    stub.on(deduct, { body: [empty, small, { ...large, USED: -6.01, BALANCE: 18.99 }] });
    await userEvent.type(amountOf(5_012), '6.01');
    await userEvent.click(buttonOf(5_012));
    expect(await screen.findByText('$6.01 was deducted from card 5012')).toBeTruthy();
    expect(of(5_012).getByText('$18.99')).toBeTruthy();
    expect(stub.calls(deduct).map(({ body }) => body)).toEqual([{ amount: '6.01', card: 5_012 }]);
  });

  it('keeps the focus at the card that was deducted, and moves it to Search Again once nothing is left', async () => {
    const cards = [5_011, 5_012].map((OBJID) => ({ ...card, OBJID }));
    await find(cards);
    const amountOf = async (OBJID: number) =>
      within(await screen.findByRole('group', { name: `Card ${OBJID}` })).findByLabelText<HTMLInputElement>('Deduct Amount');
    await waitFor(async () => expect(document.activeElement).toBe(await amountOf(5_011)));
    const [first, second] = cards;
    stub.on(deduct, { body: [first, { ...second, USED: -30, BALANCE: 20 }] });
    await userEvent.type(await amountOf(5_012), '5{Enter}');
    await screen.findByText('$5.00 was deducted from card 5012');
    expect(document.activeElement).toBe(await amountOf(5_012));
    stub.on(deduct, { body: cards.map((one) => ({ ...one, USED: -50, BALANCE: 0 })) });
    await userEvent.type(await amountOf(5_012), '20{Enter}');
    await screen.findByText('$20.00 was deducted from card 5012');
    expect(document.activeElement).toBe(button('Search Again'));
  });

  it('of several without ids, from an older agent, deducts by the code', async () => {
    await find([card, { ...card, CREDIT: 30, USED: 0, BALANCE: 30 }]);
    stub.on(deduct, { body: [card, card] });
    expect(await screen.findByText('At most $30.00, from one card')).toBeTruthy();
    await userEvent.type(await amount(), '5{Enter}');
    expect(await screen.findByText('$5.00 was deducted')).toBeTruthy();
    expect(stub.calls(deduct)[0]?.body).toEqual({ amount: '5' });
  });

  it('does not take more than there is, and says so at the button', async () => {
    await find();
    await userEvent.type(await amount(), '25.01');
    expect(button('Deduct').disabled).toBe(true);
    expect(screen.getByTitle('Amount exceeds balance').contains(button('Deduct'))).toBe(true);
    expect(screen.getByText('Amount exceeds balance')).toBeTruthy();
    await userEvent.clear(await amount());
    await userEvent.type(await amount(), '0');
    expect(button('Deduct').disabled).toBe(true);
  });

  it.each(['12,50', '1,250.00', '12.345', '5 dollars', '-5'])('takes no other amount for %s', async (typed) => {
    await find();
    await userEvent.type(await amount(), typed);
    expect((await amount()).value).toBe(typed);
    expect(screen.getByText('Dollars with at most two decimals, like 12.50')).toBeTruthy();
    expect(button('Deduct').disabled).toBe(true);
  });

  it('of a card with nothing left says so', async () => {
    await find([{ ...card, USED: -50, BALANCE: 0 }]);
    expect(await screen.findByText('Giftcard has zero balance')).toBeTruthy();
    expect(screen.getByTitle('No available balance').contains(button('Deduct'))).toBe(true);
    expect(button('Deduct').disabled).toBe(true);
  });

  it('says why nothing was deducted', async () => {
    await find();
    stub.on(deduct, { status: 409, body: stubError('exceeds_balance', 'Amount exceeds balance') });
    await userEvent.type(await amount(), '5{Enter}');
    expect(await screen.findByText('Couldn’t deduct the amount')).toBeTruthy();
    stub.on(deduct, { body: [card] });
    await userEvent.click(button('Deduct'));
    await waitFor(() => expect(stub.calls(deduct)).toHaveLength(2));
    const [refused, anew] = stub.calls(deduct).map(({ headers }) => headers.get('idempotency-key'));
    expect(anew).not.toBe(refused);
  });

  it('that got no answer is asked for again under its key, also after a reload', async () => {
    await find();
    stub.on(deduct, { status: 503, body: stubError('outcome_unknown', 'Sitewatch of Joliet has not said yet') });
    await userEvent.type(await amount(), '5');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(button('Deduct'));
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await screen.findByText('Checking whether the amount was deducted')).toBeTruthy();
    cleanup();
    await find();
    expect(await screen.findByText('Checking whether the amount was deducted')).toBeTruthy();
    expect(screen.queryByLabelText('Deduct Amount')).toBeNull();
    stub.on(deduct, { body: [{ ...card, USED: -30, BALANCE: 20 }] });
    await userEvent.click(button('Check'));
    expect(await screen.findByText('$5.00 was deducted')).toBeTruthy();
    expect(new Set(stub.calls(deduct).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(await amount()).toBeTruthy();
  });

  it('of a card that got no answer is asked for again with that card, and no other card is deducted meanwhile', async () => {
    const cards = [5_011, 5_012].map((OBJID) => ({ ...card, OBJID }));
    await find(cards);
    stub.on(deduct, { status: 503, body: stubError('outcome_unknown', 'Sitewatch of Joliet has not said yet') });
    const second = within(await screen.findByRole('group', { name: 'Card 5012' }));
    await userEvent.type(second.getByLabelText('Deduct Amount'), '5');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(second.getByRole('button', { name: 'Deduct' }));
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await screen.findByText(/^\$5\.00 may have been deducted from card 5012\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Deduct' })).toBeNull();
    cleanup();
    await find(cards);
    stub.on(deduct, { status: 409, body: stubError('exceeds_balance', 'Amount exceeds balance') });
    await userEvent.click(await screen.findByRole('button', { name: 'Check' }));
    expect(await screen.findByText('Couldn’t deduct the amount')).toBeTruthy();
    const calls = stub.calls(deduct);
    expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    for (const { body } of calls) expect(body).toEqual({ amount: '5', card: 5_012 });
  });
});
