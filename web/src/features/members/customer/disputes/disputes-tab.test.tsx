import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Dispute } from '@washdesk/contracts/billing/dispute';
import { Role } from '@washdesk/rules/company/roles';
import { stubError, type StubApi } from '../../../../testing/api.ts';
import { apiOf, showCustomer } from '../customer-screen.fixture.tsx';
import { disputeActionsOf, timeForEvidence } from './dispute-actions.ts';
import { testDispute } from './dispute.fixture.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function withDisputes(disputes: Dispute[]): StubApi {
  const api = apiOf();
  api.on('GET /customer/cus_1/disputes', { body: { disputes, count: disputes.length, counted: 1, next_page: null } });
  return api;
}

const show = (roles: number = Role.SupportCenter) => showCustomer({ hash: '#disputes', roles });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the actions of a dispute', () => {
  const actions = (status: string, roles: number, recoveryCharge: string | null = null) =>
    disputeActionsOf({ status, metadata: { feesCollected: false, recoveryCharge } }, roles);

  it('are marking it for Admins until it is decided, also under review, and collecting it after', () => {
    expect(actions('needs_response', Role.Admin)).toEqual(['evidence', 'lost', 'won', 'uncollectable']);
    expect(actions('under_review', Role.Admin)).toEqual(['evidence', 'lost', 'won', 'uncollectable']);
    expect(actions('needs_response', Role.SupportCenter)).toEqual(['evidence', 'uncollectable']);
    expect(actions('won', Role.SupportCenter)).toEqual(['collect', 'evidence', 'uncollectable']);
    expect(actions('lost', Role.Admin, 'ch_2')).toEqual(['evidence', 'uncollectable']);
  });
});

it('the time for evidence is told in whole days that are left', () => {
  const due = 1_791_000_000;
  const left = (seconds: number) => timeForEvidence(due, new Date((due - seconds) * 1_000));
  const day = 86_400;
  expect([left(8 * day), left(2 * day - 1), left(day), left(day - 1), left(0)]).toEqual([
    'Evidence due in 8 days',
    'Evidence due in 1 day',
    'Evidence due in 1 day',
    'Evidence due in less than a day',
    'The evidence deadline has passed',
  ]);
});

describe('the disputes of a customer', () => {
  it('say amount, status, reason, card, charge and until when evidence is due; those whose fees are collected are hidden', async () => {
    const settled = testDispute({ id: 'du_2', metadata: { feesCollected: true, recoveryCharge: 'ch_2' } });
    withDisputes([testDispute(), settled]);
    show();
    const [item, ...others] = await screen.findAllByRole('listitem', { name: /^Dispute of/ });
    expect(others).toEqual([]);
    for (const words of ['$29.99', 'Needs a response', 'Fraudulent', '4242', 'Super Kiss', 'The evidence deadline has passed, 10/0'])
      expect(item?.textContent).toContain(words);
  });

  it('of which there are none say so; below SupportCenter the tab is not there', async () => {
    withDisputes([]);
    show();
    expect(await screen.findByText('No Disputes Found')).toBeTruthy();
    cleanup();
    show(Role.Auditor);
    expect(await screen.findByRole('tab', { name: 'Customer Info' })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Disputes' })).toBeNull();
  });

  it('that are under review explain a refusal to mark them', async () => {
    const api = withDisputes([testDispute({ status: 'under_review' })]);
    const refused = stubError('dispute_closed', 'This dispute no longer accepts evidence');
    api.on('POST /dispute/du_1/evidence', { status: 409, body: refused });
    show(Role.Admin);
    await press('Mark Won');
    const dialog = await screen.findByRole('dialog', { name: 'Mark Won' });
    await userEvent.click(within(dialog).getByRole('button', { name: /^Mark Won/ }));
    expect(await within(dialog).findByText('This dispute no longer accepts evidence')).toBeTruthy();
    expect(api.calls('POST /dispute/du_1/evidence')[0]?.body).toEqual({ uncategorized_text: 'winning_evidence' });
  });

  it('that are written off stay in sight, and the write-off can be undone', async () => {
    const off = testDispute({ metadata: { feesCollected: true, recoveryCharge: null } });
    const api = withDisputes([off, testDispute({ id: 'du_2', metadata: { feesCollected: true, recoveryCharge: 'ch_2' } })]);
    api.on('POST /dispute/du_1/metadata', { body: testDispute({}) });
    show();
    const list = within(await screen.findByRole('list', { name: 'Written-off disputes' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    await press('Undo Write-Off');
    const dialog = await screen.findByRole('dialog', { name: 'Undo Write-Off' });
    await userEvent.click(within(dialog).getByRole('button', { name: /^Undo Write-Off/ }));
    await waitFor(() => expect(api.calls('POST /dispute/du_1/metadata')[0]?.body).toEqual({ feesCollected: false }));
  });

  it('are marked as uncollectable', async () => {
    const api = withDisputes([testDispute({ status: 'lost' })]);
    api.on('POST /dispute/du_1/metadata', { body: testDispute({ metadata: { feesCollected: true, recoveryCharge: null } }) });
    show();
    await press('Mark as Uncollectable');
    const dialog = await screen.findByRole('dialog', { name: 'Mark as Uncollectable' });
    await userEvent.click(within(dialog).getByRole('button', { name: /^Mark as Uncollectable/ }));
    await waitFor(() => expect(api.calls('POST /dispute/du_1/metadata')[0]?.body).toEqual({ feesCollected: true }));
  });

  it('are collected after the amount and the card were shown', async () => {
    const api = withDisputes([testDispute({ status: 'won' })]);
    const card = { type: 'card', brand: 'mastercard', last4: '4444', exp_month: 7, exp_year: 2029 };
    api.on('GET /dispute/du_1/collect/preview', { body: { amount: 2_999, card } });
    api.on('POST /dispute/du_1/collect', { body: testDispute({ metadata: { feesCollected: true, recoveryCharge: 'ch_2' } }) });
    show();
    await press('Collect Dispute Amount');
    const dialog = await screen.findByRole('dialog', { name: 'Collect Dispute Amount' });
    expect(await within(dialog).findByText(/\$29\.99 will be charged now to/)).toBeTruthy();
    expect(within(dialog).getByText(/You won this dispute.*the customer pays twice/)).toBeTruthy();
    expect(within(dialog).getByRole('img', { name: 'Mastercard ending in 4444' })).toBeTruthy();
    expect(within(dialog).getByText('07/29')).toBeTruthy();
    expect(api.calls('POST /dispute/du_1/collect')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: /^Collect/ }));
    expect(await within(dialog).findByText('$29.99 was collected.')).toBeTruthy();
    expect(api.calls('POST /dispute/du_1/collect').map(({ query }) => query)).toEqual([{ last4: '4444' }]);
  });

  it('show why they cannot be collected before they are confirmed', async () => {
    const api = withDisputes([testDispute({ status: 'lost' })]);
    const refused = stubError('no_default_card', 'This customer has no default card. Capture a new card first');
    api.on('GET /dispute/du_1/collect/preview', { status: 409, body: refused });
    show();
    await press('Collect Dispute Amount');
    const dialog = await screen.findByRole('dialog', { name: 'Collect Dispute Amount' });
    expect(await within(dialog).findByText(/This customer has no default card/)).toBeTruthy();
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Collect/ }).disabled).toBe(true);
  });
});
