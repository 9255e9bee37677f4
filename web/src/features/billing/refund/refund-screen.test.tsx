import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubError, type StubApi } from '../../../testing/api.ts';
import { testCharge } from '../../../testing/charge.ts';
import { beginTest, button, endTest, field, found, open, refundButton, sale } from './refund-screen.fixture.tsx';

const searches = () => api.calls('POST /charge/search').map(({ body }) => body);

let api: StubApi;
let user: UserEvent;
beforeEach(() => {
  ({ api, user } = beginTest());
});
afterEach(endTest);

describe('the search', () => {
  it('starts with today by the clock of the site and asks for nothing yet', async () => {
    open();
    expect((await field('Sale Date')).value).toBe('11/21/2026');
    expect((await field('Amount')).value).toBe('');
    expect(document.activeElement).toBe(await field('Amount'));
    expect(searches()).toEqual([]);
  });

  it('runs by itself for a register’s sale, and the first refund has the focus', async () => {
    open(sale);
    expect((await field('Amount')).value).toBe('12.50');
    const first = await refundButton('$12.50');
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(searches()).toEqual([{ amount: 1_250, date: '2026-11-21', site: 12 }]);
    expect(screen.getByLabelText('Sale').textContent).toContain('Sale 7');
  });

  it('sends what was typed, by Enter and by F2', async () => {
    open();
    await user.type(await field('Amount'), '7.5');
    const date = await field('Sale Date');
    await user.clear(date);
    await user.type(date, '11/20/26{Enter}');
    await waitFor(() => expect(searches()).toEqual([{ amount: 750, date: '2026-11-20', site: 12 }]));
    await user.keyboard('{F2}');
    await waitFor(() => expect(searches()).toHaveLength(2));
  });

  it('says what is wrong with a field, and asks nothing', async () => {
    open();
    await user.type(await field('Amount'), '7.505{Enter}');
    expect(await screen.findByText('Dollars, such as 12.50')).toBeTruthy();
    expect(searches()).toEqual([]);
    await user.keyboard('{F4}');
    expect((await field('Amount')).value).toBe('');
  });

  it('leaves the site to SupportCenter and above', async () => {
    open();
    await field('Amount');
    expect(screen.queryByLabelText('Site')).toBeNull();
    expect(screen.getByLabelText('Terminal')).toBeTruthy();
    cleanup();
    open('', Role.SupportCenter);
    expect(await screen.findByLabelText('Site')).toBeTruthy();
  });

  it('tells an empty result', async () => {
    api.on('POST /charge/search', found([]));
    open(sale);
    expect(await screen.findByText('No Charges Found')).toBeTruthy();
  });

  it('tells a failure in the server’s words, and tries again', async () => {
    api.on('POST /charge/search', { status: 503, body: stubError('unavailable', 'The database is away') });
    open(sale);
    expect(await screen.findByText('The database is away')).toBeTruthy();
    expect(screen.getByText('Request request-1')).toBeTruthy();
    api.on('POST /charge/search', found([testCharge('ch_1')]));
    await user.click(await button('Try Again'));
    expect(await refundButton('$12.50')).toBeTruthy();
  });

  it('goes 30 forward by the cursor, and back', async () => {
    api.on('POST /charge/search', ({ query }) =>
      query['page'] === 'c2' ? found([testCharge('ch_31', { amount: 500 })]) : found([testCharge('ch_1')], 'c2'),
    );
    open(sale);
    await user.click(await button('Next 30 Results'));
    expect(await refundButton('$5.00')).toBeTruthy();
    await user.click(await button('Previous 30 Results'));
    expect(await refundButton('$12.50')).toBeTruthy();
  });

  it('labels what was refunded, and offers a refund only while something is left', async () => {
    api.on(
      'POST /charge/search',
      found([
        testCharge('ch_1', { refunded: 'fully', amount_refunded: 1_250, refundable: 0 }),
        testCharge('ch_2', { refunded: 'partially', amount_refunded: 250, refundable: 1_000 }),
      ]),
    );
    open(sale);
    const full = (await screen.findByText('Fully Refunded')).closest('tr')!;
    const part = screen.getByText('Partially Refunded').closest('tr')!;
    expect(full.querySelector('button')).toBeNull();
    expect(within(part).getByLabelText('Refund $12.50')).toBeTruthy();
    expect(within(part).getByText('11/21/2026')).toBeTruthy();
  });
});
