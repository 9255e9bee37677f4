import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Dispute } from '@washdesk/contracts/billing/dispute';
import { Role } from '@washdesk/rules/company/roles';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { stubError, type StubApi } from '../../../../test-api.ts';
import { apiOf, showCustomer } from '../test-customer-screen.tsx';
import { disputeActionsOf } from './dispute-actions.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const dispute = (more: Partial<Dispute> = {}): Dispute => ({
  id: 'du_1',
  created: 1_790_000_000,
  status: 'needs_response',
  amount: 2_999,
  reason: 'fraudulent',
  payment_method_details: { type: 'card', brand: 'visa', last4: '4242' },
  metadata: { feesCollected: false, recoveryCharge: null },
  charge: { id: 'ch_1', created: 1_789_000_000, description: 'Super Kiss' },
  evidence_details: { due_by: 1_791_000_000 },
  counts: true,
  ...more,
});

function withDisputes(disputes: Dispute[]): StubApi {
  const api = apiOf();
  api.on('GET /customer/cus_1/disputes', { body: { disputes, count: disputes.length, counted: 1, next_page: null } });
  api.on('GET /customer/cus_1/cards', { body: { cards: [], count: 0, next_page: null, age: 0, stale: false } });
  return api;
}

const show = (roles: number = Role.SupportCenter) => showCustomer({ hash: '#disputes', roles });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the actions of a dispute', () => {
  const actions = (status: string, roles: number, recoveryCharge: string | null = null) =>
    disputeActionsOf({ status, metadata: { feesCollected: false, recoveryCharge } }, roles);

  it('are marking it for Admins until it is decided, also under review, and collecting it after', () => {
    expect(actions('needs_response', Role.Admin)).toEqual(['lost', 'won', 'uncollectable']);
    expect(actions('under_review', Role.Admin)).toEqual(['lost', 'won', 'uncollectable']);
    expect(actions('needs_response', Role.SupportCenter)).toEqual(['uncollectable']);
    expect(actions('won', Role.SupportCenter)).toEqual(['collect', 'uncollectable']);
    expect(actions('lost', Role.Admin, 'ch_2')).toEqual(['uncollectable']);
  });
});

describe('the disputes of a customer', () => {
  it('say amount, status, reason, card, charge and until when evidence is due; those whose fees are collected are hidden', async () => {
    const settled = dispute({ id: 'du_2', metadata: { feesCollected: true, recoveryCharge: null } });
    withDisputes([dispute(), settled]);
    show();
    const [item, ...others] = await screen.findAllByRole('listitem', { name: /^Dispute of/ });
    expect(others).toEqual([]);
    for (const words of ['$29.99', 'Needs a response', 'Not made by the card holder', '4242', 'Super Kiss', 'Evidence due by 10/0'])
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
    const api = withDisputes([dispute({ status: 'under_review' })]);
    const refused = stubError('dispute_closed', 'This dispute takes no more evidence');
    api.on('POST /dispute/du_1/evidence', { status: 409, body: refused });
    show(Role.Admin);
    await press('Mark Won');
    const dialog = await screen.findByRole('dialog', { name: 'Mark Won' });
    await userEvent.click(within(dialog).getByRole('button', { name: /^Mark Won/ }));
    expect(await within(dialog).findByText('This dispute takes no more evidence')).toBeTruthy();
    expect(api.calls('POST /dispute/du_1/evidence')[0]?.body).toEqual({ uncategorized_text: 'winning_evidence' });
  });

  it('are marked as uncollectable', async () => {
    const api = withDisputes([dispute({ status: 'lost' })]);
    api.on('POST /dispute/du_1/metadata', { body: dispute({ metadata: { feesCollected: true, recoveryCharge: null } }) });
    show();
    await press('Mark as Uncollectable');
    const dialog = await screen.findByRole('dialog', { name: 'Mark as Uncollectable' });
    await userEvent.click(within(dialog).getByRole('button', { name: /^Mark as Uncollectable/ }));
    await waitFor(() => expect(api.calls('POST /dispute/du_1/metadata')[0]?.body).toEqual({ feesCollected: true }));
  });

  it('are collected from the default card, and not without one', async () => {
    withDisputes([dispute({ status: 'won' })]);
    show();
    await press('Collect Dispute Amount');
    const dialog = await screen.findByRole('dialog', { name: 'Collect Dispute Amount' });
    expect(await within(dialog).findByText('The customer has no default card.')).toBeTruthy();
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Collect/ }).disabled).toBe(true);
  });
});
