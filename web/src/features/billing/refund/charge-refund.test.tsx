import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubError, type StubApi } from '../../../testing/api.ts';
import { testCharge } from '../../../testing/charge.ts';
import {
  beginTest,
  button,
  dialog,
  endTest,
  field,
  found,
  insideRegister,
  open,
  refundButton,
  refundedAnswer,
  reload,
  sale,
} from './refund-screen.fixture.tsx';

const searches = () => api.calls('POST /charge/search');
const operation = (state: object) => ({ body: { id: 'd', kind: 'charge.refund', status: null, answer: null, ...state } });

let api: StubApi;
let user: UserEvent;
beforeEach(() => {
  ({ api, user } = beginTest());
});
afterEach(endTest);

describe('the refund of a charge', () => {
  const openDialog = async (query = sale, roles?: number) => {
    open(query, roles);
    await user.click(await refundButton('$12.50'));
    return dialog();
  };
  const write = async (note = 'Wrong wash') => user.type(await field('Note'), note);

  it('gives back what was typed, prints, tenders the sale, and ends it', async () => {
    const asked = insideRegister();
    api.on('POST /refund/ch_1', refundedAnswer());
    await openDialog();
    expect((await field('Refund amount')).value).toBe('12.50');
    await user.type(await field('Description'), 'Wash again');
    await write();
    await user.keyboard('{F2}');
    const number = await screen.findByText('Refund [re_1] Processed Successfully');
    expect(number.closest('[role="status"]')?.firstElementChild?.textContent).toBe('Refunded $12.50 to Visa 4242');
    expect(await screen.findByText('Sale tendered')).toBeTruthy();
    const [sent] = api.calls('POST /refund/ch_1');
    expect(sent?.body).toEqual({ amount: 1_250, notes: 'Wrong wash', description: 'Wash again' });
    expect(asked.printed).toHaveLength(1);
    expect(asked.tendered).toMatchObject([{ saleid: '7', amountCents: -1_250, reference: 're_1' }]);
    expect(screen.queryByLabelText('Sale')).toBeNull();
    await waitFor(() => expect(searches()).toHaveLength(2));

    await user.click(await button('Close'));
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    expect(document.activeElement).toBe(await field('Amount'));
  });

  it('is capped in words, and needs a note', async () => {
    await openDialog();
    const amount = await field('Refund amount');
    await user.clear(amount);
    await user.type(amount, '12.51');
    expect(await screen.findByText('Only $12.50 of this charge can be refunded')).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Enter a reason for the refund')).toBeTruthy();
    expect(api.calls('POST /refund/ch_1')).toEqual([]);
  });

  it('takes a description of 22 characters', async () => {
    await openDialog();
    const description = await field('Description');
    await user.type(description, 'x'.repeat(30));
    expect(description.value).toHaveLength(22);
  });

  it('pressed twice is asked for once', async () => {
    let answer: (value: ReturnType<typeof refundedAnswer>) => void = () => undefined;
    api.on('POST /refund/ch_1', () => new Promise((resolve) => (answer = resolve)));
    await openDialog();
    await write();
    await user.keyboard('{F2}{F2}{Enter}');
    answer(refundedAnswer());
    expect(await screen.findByText('Refund [re_1] Processed Successfully')).toBeTruthy();
    expect(api.calls('POST /refund/ch_1')).toHaveLength(1);
  });

  it('refused says why, keeps the form, and is another attempt next time', async () => {
    api.on('POST /refund/ch_1', { status: 409, body: stubError('charge_disputed', 'This charge is disputed and can’t be refunded') });
    await openDialog();
    await write();
    await user.keyboard('{F2}');
    expect(await screen.findByText('Failed to Process Refund')).toBeTruthy();
    expect(screen.getByText('This charge is disputed and can’t be refunded')).toBeTruthy();
    expect((await field('Note')).value).toBe('Wrong wash');
    api.on('POST /refund/ch_1', refundedAnswer());
    await user.keyboard('{F2}');
    expect(await screen.findByText('Refund [re_1] Processed Successfully')).toBeTruthy();
    const keys = api.calls('POST /refund/ch_1').map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('above one’s role asks a manager, and given up leaves the form as it was', async () => {
    api.on('POST /refund/ch_1', { status: 403, body: stubError('forbidden', 'You do not have the proper permissions') });
    await openDialog(sale, Role.Cashier);
    await write();
    await user.keyboard('{F2}');
    const approval = (await screen.findByText('Manager approval')).closest<HTMLElement>('[role="dialog"]')!;
    await user.click(within(approval).getByText('Cancel'));
    expect(await screen.findByText('Not approved. Nothing was changed')).toBeTruthy();
    expect(screen.queryByText('Failed to Process Refund')).toBeNull();
    expect((await field('Note')).value).toBe('Wrong wash');
  });

  it('unheard is still being checked, and Check finds it', async () => {
    api.on('POST /refund/ch_1', 'lost');
    await openDialog();
    await write();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.keyDown(document.activeElement!, { key: 'F2', code: 'F2' });
    // longer than all retries wait together
    await act(() => vi.advanceTimersByTimeAsync(6_500));
    vi.useRealTimers();
    expect(await screen.findByText('Checking whether the refund went through')).toBeTruthy();
    const [first, ...repeats] = api.calls('POST /refund/ch_1').map(({ headers }) => headers.get('idempotency-key') ?? '');
    expect(new Set(repeats)).toEqual(new Set([first]));
    expect(screen.queryByText('Failed to Process Refund')).toBeNull();
    api.on(`GET /operation/${first}`, operation({ state: 'done', status: 200, answer: refundedAnswer().body }));
    await user.click(await button('Check'));
    expect(await screen.findByText('Refund [re_1] Processed Successfully')).toBeTruthy();
  });

  describe('after a reload', () => {
    /** Reloads while the refund is running. */
    const leave = async (): Promise<string> => {
      api.on('POST /refund/ch_1', () => new Promise(() => undefined));
      await openDialog();
      await write();
      await user.keyboard('{F2}');
      await waitFor(() => expect(api.calls('POST /refund/ch_1')).toHaveLength(1));
      return api.calls('POST /refund/ch_1')[0]!.headers.get('idempotency-key')!;
    };

    it('shows the refund that was made meanwhile, with its paper and tender', async () => {
      const asked = insideRegister();
      const key = await leave();
      api.on(`GET /operation/${key}`, operation({ state: 'done', status: 200, answer: refundedAnswer().body }));
      reload(sale);
      expect(await screen.findByText('Refund [re_1] Processed Successfully')).toBeTruthy();
      await waitFor(() => expect(asked.tendered).toHaveLength(1));
      expect(asked.printed).toHaveLength(1);
    });

    it('continues checking one that is still open', async () => {
      const key = await leave();
      api.on(`GET /operation/${key}`, operation({ state: 'started' }));
      reload(sale);
      expect(await screen.findByText('Checking whether the refund went through')).toBeTruthy();
      expect(screen.getByText('Still in progress. Check again in a minute.')).toBeTruthy();
    });

    it('asks again under the same key where nothing was begun', async () => {
      const key = await leave();
      api.on(`GET /operation/${key}`, { status: 404, body: stubError('operation_not_found', 'No operation has this key') });
      reload(sale);
      api.on('POST /refund/ch_1', refundedAnswer());
      await user.click(await button('Process Refund'));
      expect(await screen.findByText('Refund [re_1] Processed Successfully')).toBeTruthy();
      expect(api.calls('POST /refund/ch_1').at(-1)!.headers.get('idempotency-key')).toBe(key);
    });

    it('does not count it for another sale that the register came with', async () => {
      const asked = insideRegister();
      const key = await leave();
      api.on(`GET /operation/${key}`, operation({ state: 'done', status: 200, answer: refundedAnswer().body }));
      reload('?amount=-12.50&saleid=8');
      expect(await screen.findByText('Sale tendered')).toBeTruthy();
      expect(asked.tendered).toMatchObject([{ saleid: '7' }]);
      expect(screen.getByText('Sale 8')).toBeTruthy();
    });

    it('is not opened above another sale when nothing of it was sent', async () => {
      await openDialog();
      await write();
      reload('?amount=-5.00&saleid=8');
      await screen.findByText('Sale 8');
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    it('stands no more above what is to be done now once its paper and tender are done, and does neither a second time', async () => {
      const asked = insideRegister();
      api.on('POST /refund/ch_1', refundedAnswer());
      await openDialog();
      await write();
      await user.keyboard('{F2}');
      await screen.findByText('Sale tendered');
      reload();
      await screen.findByRole('search');
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(asked).toMatchObject({ printed: [expect.any(String)], tendered: [expect.anything()] });
    });
  });

  it('of a part leaves the rest of the sale open', async () => {
    api.on('POST /refund/ch_1', refundedAnswer(1_000));
    await openDialog();
    const amount = await field('Refund amount');
    await user.clear(amount);
    await user.type(amount, '10');
    await write();
    await user.keyboard('{F2}');
    await screen.findByText('Refund [re_1] Processed Successfully');
    expect(screen.getByLabelText('Sale').textContent).toContain('$2.50');
  });

  it('whose sale the register does not take can be tendered again', async () => {
    insideRegister({ tender: 'Sale 7 is not open.' });
    api.on('POST /refund/ch_1', refundedAnswer());
    await openDialog();
    await write();
    await user.keyboard('{F2}');
    expect(await screen.findByText('Sale 7 is not open.')).toBeTruthy();
    insideRegister();
    await user.click(await button('Tender Again'));
    expect(await screen.findByText('Sale tendered')).toBeTruthy();
  });

  it('warns where the customer pays with another card today', async () => {
    const customer = { id: 'cus_1', name: 'Ann Member', deleted: false, metadata: { CustomerCode: null, SecondaryCode: null } };
    api.on('POST /charge/search', found([testCharge('ch_1', { customer })]));
    const details = { brand: 'visa', last4: '1111', exp_month: 1, exp_year: 2030, fingerprint: 'fp_2', email: null, checks: null };
    const stored = { id: 'pm_1', type: 'card', created: 1, billing_details: { name: null }, details, default: true, expiry: 'valid' };
    api.on('GET /customer/cus_1/cards', { body: { cards: [stored], count: 1, next_page: null, age: 0, stale: false } });
    await openDialog();
    expect(await screen.findByText('Current Payment Method does not match Charge Payment Method')).toBeTruthy();
  });

  it('is left by Escape', async () => {
    await openDialog();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  });
});
