import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { savedSetup } from '../../../domain/card-capture/payments.fixture.ts';
import { typeCard } from '../../../domain/card-capture/typed-card.fixture.ts';
import type { ScriptedForm } from '../../../lib/card-reader/card-form.fixture.ts';
import type { NativeRegister } from '../../../lib/register-bridge/native-register.ts';
import { stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { chargeButton, operationUnder, key, openCharge, otherPayment, sale, stubCharges } from './charge.fixture.tsx';
import { PaidElsewhere } from './paid-elsewhere.tsx';

const deviceId = '0193a1b0-0000-7000-8000-000000000001';
const at = '2026-11-01T00:00:00.000Z';

let api: StubApi;
let typed: ScriptedForm;
let user: UserEvent;

const open = (query: string) => openCharge(query, typed);

beforeEach(() => {
  ({ api, typed } = stubCharges());
  user = userEvent.setup();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  delete window.washdeskRegister;
});

const line = (name: string) => screen.findByRole('status', { name });

/** A register that prints and tenders, or rejects with the given message. */
function insideRegister(refuses: { print?: string; tender?: string } = {}) {
  const asked: { printed: string[]; tendered: object[] } = { printed: [], tendered: [] };
  const answer = (words: string | undefined): Promise<void> => (words ? Promise.reject(new Error(words)) : Promise.resolve());
  window.washdeskRegister = {
    version: '3.1.0',
    printReceipt: ({ job }) => (asked.printed.push(job), answer(refuses.print)),
    tenderSale: (tender) => (asked.tendered.push(tender), answer(refuses.tender)),
    transferToSitewatch: () => Promise.resolve(),
  } satisfies NativeRegister;
  return asked;
}

describe('an approved charge', () => {
  const approve = async () => {
    await user.click(await chargeButton());
    await typeCard(user, 'Charge');
  };

  it('prints its receipt and tenders the sale in a register, each once', async () => {
    const register = insideRegister();
    open(sale);
    await approve();
    expect(await screen.findByText('Approved')).toBeTruthy();
    await waitFor(async () => expect((await line('Receipt')).textContent).toBe('Receipt printed'));
    expect((await line('Sale')).textContent).not.toBe('');
    expect(register.printed).toHaveLength(1);
    expect(register.tendered).toEqual([expect.objectContaining({ saleid: '4711', amountCents: 1_250, reference: 'pi_1' })]);
  });

  it('of up to 50 cents takes no money and says so, by a second press after a reload too: nothing is approved, printed or tendered', async () => {
    const register = insideRegister();
    const setup = { id: 'seti_1', client_secret: 's', status: 'requires_payment_method', mode: 'setup' };
    api.on('POST /paymentintent', { body: setup });
    api.on('GET /setupintents/seti_1', () => ({ body: { ...savedSetup, ...(typed.sent.length === 0 && { status: setup.status }) } }));
    const small = '?amount=0.50&saleid=4711';
    const taken = async () => {
      expect(await screen.findByText('Nothing was charged')).toBeTruthy();
      expect(screen.getByText(/the sale isn’t paid/)).toBeTruthy();
      expect(screen.queryByText('Approved')).toBeNull();
      expect(screen.queryByRole('button', { name: /Print Receipt|Tender Sale/ })).toBeNull();
      expect(register).toEqual({ printed: [], tendered: [] });
    };
    open(small);
    await approve();
    await taken();
    cleanup();
    api.on('GET /operation/sale:12:4711:50', {
      body: { id: 'd', kind: 'payment.begin', state: 'done', status: 200, answer: setup },
    });
    open(small);
    await user.click(await chargeButton());
    await taken();
    expect(typed.sent).toHaveLength(1);
  });

  it('after a reload shows what was done and does nothing again', async () => {
    const register = insideRegister();
    open(sale);
    await approve();
    await waitFor(async () => expect((await line('Receipt')).textContent).toBe('Receipt printed'));
    await waitFor(() => expect(register.tendered).toHaveLength(1));
    cleanup();
    operationUnder(api, key, { state: 'done' });
    open(sale);
    expect(await screen.findByText('Approved')).toBeTruthy();
    expect((await line('Receipt')).textContent).toBe('Receipt printed');
    expect(register.printed).toHaveLength(1);
    expect(register.tendered).toHaveLength(1);
  });

  it('whose answer a reload swallowed prints and tenders then', async () => {
    const register = insideRegister();
    open(sale);
    await user.click(await chargeButton());
    await screen.findByRole('dialog');
    cleanup();
    operationUnder(api, key, { state: 'done' });
    open(sale);
    expect(await screen.findByText('Approved')).toBeTruthy();
    await waitFor(() => expect(register.printed).toHaveLength(1));
    await waitFor(() => expect(register.tendered).toHaveLength(1));
  });

  it('that another window made does nothing by itself, but on demand', async () => {
    const register = insideRegister();
    operationUnder(api, key, { state: 'done' });
    open(sale);
    expect((await line('Receipt')).textContent).toBe('The result isn’t known.');
    expect(register.printed).toEqual([]);
    await user.keyboard('{F7}');
    await waitFor(() => expect(register.printed).toHaveLength(1));
    await user.keyboard('{F10}');
    await waitFor(() => expect(register.tendered).toHaveLength(1));
  });

  it('says what went wrong with paper and tender, and does either again', async () => {
    const refuses: { print?: string; tender?: string } = { print: 'Out of paper', tender: 'No sale is open' };
    const register = insideRegister(refuses);
    open(sale);
    await approve();
    expect(await screen.findByText('Out of paper')).toBeTruthy();
    expect(await screen.findByText('No sale is open')).toBeTruthy();
    delete refuses.print;
    delete refuses.tender;
    await user.click(screen.getByRole('button', { name: /^Tender Sale Again/ }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Tender Sale/ })).toBeNull());
    await user.click(screen.getByRole('button', { name: /^Print Receipt Again/ }));
    expect(await screen.findByText('Receipt printed')).toBeTruthy();
    expect(new Set(register.printed).size).toBe(2);
  });

  it('in a plain browser prints at the site and tenders nothing', async () => {
    const device = {
      id: deviceId,
      kind: 'register',
      name: 'Register 2',
      site: 12,
      terminal: 'Washcashier2',
      enrolled: at,
      lastSeen: null,
      revoked: null,
      networks: [],
    };
    api.on('GET /device/current', { body: { device } });
    api.on('POST /receipt/pi_1/print', { body: { state: 'printed', message: 'Printed at Washcashier2' } });
    open(sale);
    await approve();
    expect(await screen.findByText('Printed at Washcashier2')).toBeTruthy();
    expect(screen.queryByRole('status', { name: 'Sale' })).toBeNull();
    await user.keyboard('{F2}');
    expect(await screen.findByText('At /search')).toBeTruthy();
  });

  describe('with the redeem interface', () => {
    beforeEach(() => api.on('GET /config/flags', { body: [{ name: 'redeemInterface', description: '', value: true }] }));

    it('returns to it when all went well, as the sale asked', async () => {
      insideRegister();
      open(`${sale}&returnToRedeem=true&xptUser=Washcashier1`);
      expect(await screen.findByRole('checkbox', { name: 'Return to Redeem', checked: true })).toBeTruthy();
      await approve();
      expect(await screen.findByText('At /redeemunlimited?returnToRedeem=true&xptUser=Washcashier1')).toBeTruthy();
      expect(screen.getByText(/^Paid \$\d+\.\d\d\. Receipt printed$/)).toBeTruthy();
    });

    it('stays where the paper failed', async () => {
      insideRegister({ print: 'Out of paper' });
      open(`${sale}&returnToRedeem=true`);
      await screen.findByRole('checkbox', { name: 'Return to Redeem' });
      await approve();
      expect(await screen.findByText('Out of paper')).toBeTruthy();
      await user.keyboard('{F2}');
      expect(await screen.findByText('At /redeemunlimited?returnToRedeem=true')).toBeTruthy();
    });

    it('stays if no return was requested', async () => {
      insideRegister();
      open(sale);
      await user.click(await screen.findByRole('checkbox', { name: 'Return to Redeem', checked: false }));
      await user.click(screen.getByRole('checkbox', { name: 'Return to Redeem', checked: true }));
      await approve();
      await waitFor(async () => expect((await line('Receipt')).textContent).toBe('Receipt printed'));
      expect(screen.getByRole('button', { name: /^Redeem Interface/ })).toBeTruthy();
    });
  });
});

describe('a sale that another user has charged meanwhile', () => {
  beforeEach(() => {
    api.on('POST /paymentintent', {
      status: 409,
      body: { ...stubError('sale_charged', 'Another payment has charged this sale'), details: { paymentIntent: 'pi_other' } },
    });
    api.on('GET /paymentintent/pi_other', { body: otherPayment });
  });
  const press = async () => user.click(await chargeButton());

  it('is shown as charged: how much, by whom and where', async () => {
    open(sale);
    await press();
    expect(await screen.findByText('Already charged')).toBeTruthy();
    expect(screen.getByText('$13.00')).toBeTruthy();
    expect(screen.getByRole('note').textContent).toMatch(
      /^This sale was charged on 11\/18\/2026 .+ by Bea Cashier at Washcashier2\. Nothing was charged here\. The amount was \$12\.50\.$/,
    );
    expect(screen.queryByRole('button', { name: /^Charge Card/ })).toBeNull();
  });

  it('prints and tenders nothing by itself, but on demand, once and with what was paid', async () => {
    const register = insideRegister();
    open(sale);
    await press();
    expect((await line('Receipt')).textContent).toBe('The result isn’t known.');
    expect((await line('Sale')).textContent).toBe('The result isn’t known.');
    expect(register).toEqual({ printed: [], tendered: [] });
    api.on('GET /receipt/ch_other/receipt', { body: '<p>Receipt</p>' });
    await user.keyboard('{F7}');
    await waitFor(() => expect(register.printed).toHaveLength(1));
    await user.keyboard('{F10}');
    await waitFor(async () => expect((await line('Sale')).textContent).toBe('Sale tendered'));
    await user.keyboard('{F10}');
    expect(register.tendered).toEqual([{ job: 'tender:4711:pi_other:1300', saleid: '4711', amountCents: 1_300, reference: 'pi_other' }]);
  });

  it('is told as well where the charge itself is not known yet', async () => {
    renderScreen(<PaidElsewhere charge={null} amountCents={1_250} saleCents={1_250} />, { path: '/charge' });
    expect((await screen.findByRole('note')).textContent).toMatch(/^This sale was charged elsewhere\. Nothing was charged here\.$/);
  });

  it('leaves for the redeem interface only when it is told to', async () => {
    api.on('GET /config/flags', { body: [{ name: 'redeemInterface', description: '', value: true }] });
    open(`${sale}&returnToRedeem=true`);
    await screen.findByRole('checkbox', { name: 'Return to Redeem', checked: true });
    await press();
    expect(await screen.findByText('Already charged')).toBeTruthy();
    await user.keyboard('{F2}');
    expect(await screen.findByText('At /redeemunlimited?returnToRedeem=true')).toBeTruthy();
  });
});
