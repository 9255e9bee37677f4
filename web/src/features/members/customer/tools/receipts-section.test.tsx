import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stubError, type StubApi } from '../../../../testing/api.ts';
import type { GeneralCustomer } from '../../../../testing/customer.ts';
import { aRegister } from '../../../../testing/device.ts';
import { downloadedCsv } from '../../../../testing/files.ts';
import { apiOf, showCustomer } from '../customer-screen.fixture.tsx';
import type { Signature } from './signature-dialog.tsx';
import type { Receipt } from './use-receipt-actions.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const ids = ['0193a1b0-0000-7000-8000-000000000001', '0193a1b0-0000-7000-8000-000000000002'] as const;
const receipt = (more: Partial<Receipt> = {}): Receipt => ({
  id: ids[0],
  kind: 'signup',
  title: 'UNLIMITED PLAN',
  code: 'ABC123-IL',
  item: 'Super Kiss',
  price: 2_999,
  created: '2026-11-20T18:05:00.000Z',
  site: 12,
  terminal: 'Washcashier1',
  employee: 'Sam Fuller',
  print: null,
  ...more,
});
const signature = (more: Partial<Signature> = {}): Signature => ({
  id: '0193a1b0-0000-7000-8000-0000000000a1',
  receiptid: ids[0],
  customer: 'cus_1',
  subscription: 'sub_1',
  plate: 'ABC123-IL',
  site: 12,
  terminal: 'Washcashier1',
  employee: 'Sam Fuller',
  sold: '2026-11-20T18:05:00.000Z',
  item: 'Super Kiss',
  price: 2_999,
  total: 3_261,
  duration: 6,
  state: 'signed',
  requested: '2026-11-20T18:05:00.000Z',
  signed: '2026-11-20T18:06:00.000Z',
  remark: 'signed at register by Sam Fuller',
  hash: 'abc',
  typedName: null,
  signature: 'data:image/png;base64,AAAA',
  ...more,
});

interface Papers {
  receipts?: Receipt[];
  signatures?: Signature[];
  customer?: Partial<GeneralCustomer>;
}

function withPapers({ receipts = [receipt()], signatures = [], customer = {} }: Papers = {}): StubApi {
  const api = apiOf({ phone: '8155550100', email: 'zoe@mail.example', ...customer });
  api.on('GET /customer/cus_1/receipts', { body: { receipts, count: receipts.length, next_page: null } });
  api.on('GET /customer/cus_1/signatures', { body: { signatures, count: signatures.length, next_page: null } });
  return api;
}

const show = () => showCustomer({ hash: '#tools' });
const rows = async (): Promise<HTMLElement[]> => {
  const section = await screen.findByRole('region', { name: 'Receipts and Signatures' });
  await within(section).findAllByText('Sam Fuller');
  return within(section)
    .getAllByRole('row')
    .slice(1)
    .filter(({ ariaHidden }) => ariaHidden !== 'true');
};
const button = (name: RegExp | string) => screen.findByRole<HTMLButtonElement>('button', { name });
const press = async (name: RegExp | string) => userEvent.click(await button(name));

describe('receipts', () => {
  it('say when, what, plate, site, price and who, and whether they were signed', async () => {
    const upgrade = receipt({ id: ids[1], kind: 'planchange', title: 'PLAN UPGRADE', code: null, item: null, price: null });
    const waiting = signature({
      id: '0193a1b0-0000-7000-8000-0000000000a2',
      receiptid: ids[1],
      state: 'pending',
      signed: null,
      signature: null,
    });
    withPapers({ receipts: [receipt(), upgrade], signatures: [signature(), waiting] });
    show();
    const [sold, changed] = await rows();
    for (const words of ['11/20/2026', 'Unlimited planSuper Kiss', 'ABC123', 'Site 12', '$29.99', 'Sam Fuller'])
      expect(sold?.textContent).toContain(words);
    await waitFor(() => expect(changed?.textContent).toContain('Not signed yet'));
    await press('View the signature of 11/20/2026');
    const dialog = await screen.findByRole('dialog', { name: 'Signature' });
    expect(within(dialog).getByRole('img', { name: "The customer's signature" }).getAttribute('src')).toBe('data:image/png;base64,AAAA');
    for (const words of ['Super Kiss, $32.61 a month with tax', '6 months', 'signed at register by Sam Fuller'])
      expect(dialog.textContent).toContain(words);
  });

  it('name a signature that was typed', async () => {
    withPapers({ signatures: [signature({ signature: null, typedName: 'Zoë Park' })] });
    show();
    await press('View the signature of 11/20/2026');
    const dialog = await screen.findByRole('dialog', { name: 'Signature' });
    expect(dialog.textContent).toContain('Typed nameZoë Park');
    expect(within(dialog).queryByRole('img', { name: /signature/ })).toBeNull();
    expect(within(dialog).queryByText('The signature image is missing.')).toBeNull();
  });

  it('have a file of all pages, with whether they were signed', async () => {
    const api = withPapers({ signatures: [signature()] });
    const pages: Record<string, [Receipt, string | null]> = {
      one: [receipt(), 'two'],
      two: [receipt({ id: ids[1], item: null, price: null, code: null }), 'three'],
      three: [receipt({ id: '0193a1b0-0000-7000-8000-000000000003' }), null],
    };
    api.on('GET /customer/cus_1/receipts', ({ query }) => {
      const [one, next_page] = pages[query['page'] ?? 'one']!;
      return { body: { receipts: [one], count: 3, next_page } };
    });
    show();
    await button(/^View the signature/);
    const [heads, ...lines] = await downloadedCsv('Download CSV: Receipts');
    expect(heads).toBe('Sold,Item,Plate,Site,Price,Employee,Signature');
    expect(lines.map((line) => line.replace(/^[^,]*,/, ''))).toEqual([
      '"Unlimited plan, Super Kiss",ABC123-IL,Site 12,29.99,Sam Fuller,Signed',
      'Unlimited plan,,Site 12,,Sam Fuller,',
      '"Unlimited plan, Super Kiss",ABC123-IL,Site 12,29.99,Sam Fuller,',
    ]);
  });

  it('stand behind a placeholder while they load, and are cards on a phone', async () => {
    const api = withPapers();
    const loaded = Promise.withResolvers<void>();
    api.on('GET /customer/cus_1/receipts', async () => {
      await loaded.promise;
      return { body: { receipts: [receipt()], count: 1, next_page: null } };
    });
    show();
    expect(await screen.findByRole('status', { name: 'Loading receipts' })).toBeTruthy();
    loaded.resolve();
    const [row] = await rows();
    const labels = within(row!)
      .getAllByRole('cell')
      .map(({ dataset }) => dataset['card']);
    expect(labels).toEqual(['plain', 'title', 'plain', 'plain', 'end', 'plain', 'labelled', 'actions']);
  });

  it('of which there are none say so, and what could not be loaded is loaded again', async () => {
    const api = withPapers({ receipts: [] });
    show();
    expect(await screen.findByText('No Receipts Found')).toBeTruthy();
    cleanup();
    const failed = { status: 500, body: stubError('internal', 'Something went wrong') };
    api.on('GET /customer/cus_1/receipts', failed);
    api.on('GET /customer/cus_1/signatures', failed);
    show();
    expect(await screen.findByText('Error Loading Data from receipts')).toBeTruthy();
    api.on('GET /customer/cus_1/receipts', { body: { receipts: [receipt()], count: 1, next_page: null } });
    await press('Try Again');
    expect(await screen.findByText('Error Loading Signatures')).toBeTruthy();
    expect((await rows()).length).toBe(1);
    withPapers({ signatures: [signature()] });
    await press('Try Again');
    expect(await button('View the signature of 11/20/2026')).toBeTruthy();
  });

  it('are viewed as they print', async () => {
    const api = withPapers();
    api.on(`GET /receipt/${ids[0]}/receipt`, { body: '<!doctype html><p>Paper</p>' });
    show();
    await press('View Unlimited plan of 11/20/2026');
    await screen.findByRole('dialog', { name: 'Receipt' });
    expect((await screen.findByTitle(`Receipt ${ids[0]}`)).getAttribute('srcdoc')).toContain('Paper');
  });

  it('are printed at an enrolled register, and a failure says so in the row', async () => {
    const api = withPapers();
    api.on('GET /device/current', { body: { device: aRegister } });
    api.on(`POST /receipt/${ids[0]}/print`, { body: { state: 'failed', message: 'The printer is out of paper' } });
    show();
    await waitFor(() => expect(api.calls('GET /device/current').length).toBeGreaterThan(0));
    await press('Print Unlimited plan of 11/20/2026');
    const [row] = await rows();
    expect(await within(row!).findByText('The printer is out of paper')).toBeTruthy();
    expect(api.calls(`POST /receipt/${ids[0]}/print`)[0]?.body).toMatchObject({ kind: 'signup' });
  });

  it('are texted and sent by e-mail, each press once', async () => {
    const api = withPapers();
    api.on('POST /communication/text', { body: { state: 'sent', channel: 'sms', message: null } });
    api.on('POST /communication/email', { status: 409, body: stubError('refused', 'Failed to Send Email - the mailbox is full') });
    show();
    await press('Text Unlimited plan of 11/20/2026');
    expect(await screen.findByText(/^Text this receipt to \(?\d{3}\)?[ -]\d{3}-\d{4}\?$/)).toBeTruthy();
    expect(screen.getByText(/The text says: Unlimited plan, 11\/20\/2026/)).toBeTruthy();
    expect(api.calls('POST /communication/text')).toHaveLength(0);
    await press('Send Text');
    expect(await screen.findByText('Sent by text')).toBeTruthy();
    await press('Email Unlimited plan of 11/20/2026');
    expect(await screen.findByText('Failed to Send Email - the mailbox is full')).toBeTruthy();
    await press(/Text Unlimited plan of 11\/20\/2026$/);
    await press('Send Text');
    await screen.findByText('Sent by text');
    const texts = api.calls('POST /communication/text');
    expect(texts.map(({ body }) => body)).toEqual([{ id: ids[0] }, { id: ids[0] }]);
    expect(new Set(texts.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it.each([
    [{ phone: null }, /^Text/, 'The customer has no cell phone number.'],
    [{ phone: '12' }, /^Text/, 'The customer’s phone number can’t receive texts.'],
    [{ email: null }, /^Email/, 'The customer has no email address.'],
    [{ bademail: true }, /^Email/, 'Email to this customer bounced.'],
    [{ deleted: true }, /^(?:Text|Email)/, 'The customer has been deleted.'],
  ])('are not sent where nothing can be: %j', async (customer, disabled, words) => {
    withPapers({ customer });
    show();
    const [row] = await rows();
    expect(screen.getByText(words)).toBeTruthy();
    for (const one of within(row!).getAllByRole<HTMLButtonElement>('button', { name: disabled })) expect(one.disabled).toBe(true);
    expect(within(row!).getByRole<HTMLButtonElement>('button', { name: /^Print/ }).disabled).toBe(false);
  });
});

describe('the newest receipt', () => {
  it('is texted from the head, and not without a receipt or a cell phone', async () => {
    const api = withPapers({ receipts: [receipt({ id: ids[1] }), receipt()] });
    api.on('POST /communication/text', { body: { state: 'sent', channel: 'sms', message: null } });
    showCustomer();
    const text = await button('Text the newest receipt');
    await waitFor(() => expect(text.disabled).toBe(false));
    await userEvent.click(text);
    await press('Send Text');
    expect(await screen.findByText('Sent by text')).toBeTruthy();
    expect(api.calls('POST /communication/text')[0]?.body).toEqual({ id: ids[1] });
    cleanup();
    withPapers({ customer: { phone: null } });
    showCustomer();
    expect((await button('Text the newest receipt: The customer has no cell phone number.')).disabled).toBe(true);
    await waitFor(async () => expect((await button('Print the newest receipt')).disabled).toBe(false));
    cleanup();
    withPapers({ receipts: [] });
    showCustomer();
    expect((await button('Print the newest receipt: No receipts.')).title).toBe('No receipts.');
    cleanup();
    const failing = withPapers();
    failing.on('GET /customer/cus_1/receipts', { status: 500, body: stubError('internal', 'Something went wrong') });
    showCustomer();
    expect((await button('Print the newest receipt: Couldn’t load receipts.')).disabled).toBe(true);
  });

  it('is texted on a phone from the menu, after the same question', async () => {
    const anyWidth = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) => Object.assign(anyWidth(query), { matches: query === '(max-width: 760px)' }));
    const api = withPapers();
    api.on('POST /communication/text', { body: { state: 'sent', channel: 'sms', message: null } });
    showCustomer();
    await press('More');
    const item = await screen.findByRole('menuitem', { name: 'Text Newest Receipt' });
    await waitFor(() => expect(item.getAttribute('aria-disabled')).not.toBe('true'));
    await userEvent.click(item);
    await press('Send Text');
    expect(await screen.findByText('Sent by text')).toBeTruthy();
    expect(api.calls('POST /communication/text')).toHaveLength(1);
  });
});
