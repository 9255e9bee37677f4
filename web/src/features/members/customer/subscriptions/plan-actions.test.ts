import { describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { aSubscription } from '../subscription.fixture.ts';
import { actionsOf } from './plan-actions.ts';

const both = { upgrade_class: 'Super Kiss Plus', downgrade_class: 'Kiss' };
const plan = { id: 'price_1', nickname: null, amount: 2_999, total: 2_999, product: { id: 'prod_1', name: 'Super Kiss', metadata: both } };
const invoice = { id: 'in_1', status: 'open', number: null, created: 1, amount_due: 2_999, amount_remaining: 2_999 };

const names = (more: Parameters<typeof aSubscription>[0], roles: number = Role.Cashier, increaseAhead = false, runsBeside = false) =>
  actionsOf({ subscription: aSubscription({ plan, ...more }), increaseAhead, runsBeside, roles }).map(({ action, needsApproval }) =>
    needsApproval ? `${action}*` : action,
  );

describe('the actions of a subscription', () => {
  it('that runs are changes and endings; those above a role need an approval', () => {
    expect(names({})).toEqual(['upgrade', 'discontinue', 'downgrade*', 'changeprice*', 'terminate*']);
    expect(names({}, Role.SalesManager)).toEqual(['upgrade', 'discontinue', 'downgrade', 'changeprice', 'terminate']);
    expect(names({ status: 'trialing' })).toEqual(['discontinue', 'changeprice*', 'terminate*']);
  });

  it('include neither upgrade nor downgrade where its product names no class', () => {
    const bare = { ...plan, product: { ...plan.product, metadata: { upgrade_class: ' ' } } };
    expect(names({ plan: bare })).toEqual(['discontinue', 'changeprice*', 'terminate*']);
  });

  it('include an increase from Scheduler on, and its release while it lies ahead', () => {
    expect(names({}, Role.SupportCenter, true)).toContain('release');
    expect(names({}, Role.SalesManager, true)).toContain('release*');
    expect(names({}, Role.SupportCenter)).not.toContain('increase');
    expect(names({}, Role.Scheduler)).toContain('increase');
  });

  it('that is discontinued or canceled are reinstatement alone', () => {
    expect(names({ cancel_at_period_end: true })).toEqual(['reinstate']);
    expect(names({ status: 'canceled' }, Role.Admin)).toEqual(['reinstate']);
  });

  it('beside a running plan include nothing that would start a second one', () => {
    expect(names({ status: 'canceled' }, Role.Admin, false, true)).toEqual([]);
    expect(names({ status: 'incomplete', latest_invoice: invoice }, Role.Cashier, false, true)).toEqual(['end']);
    expect(names({ status: 'past_due', latest_invoice: invoice }, Role.Cashier, false, true)).toContain('retry');
  });

  it('that is past due are its payment first, and its endings', () => {
    expect(names({ status: 'past_due', latest_invoice: invoice })).toEqual(['retry', 'discontinue', 'terminate*']);
    expect(names({ status: 'past_due', latest_invoice: { ...invoice, status: 'uncollectible' } })).toEqual(['discontinue', 'terminate*']);
    expect(names({ status: 'unpaid', latest_invoice: invoice })).toEqual(['retry', 'terminate*']);
  });

  it('whose invoices are sent never include a retry: no payment failed', () => {
    expect(names({ status: 'past_due', latest_invoice: invoice, collection_method: 'send_invoice' })).toEqual([
      'discontinue',
      'terminate*',
    ]);
  });

  it('that never began are its first payment, or its end', () => {
    expect(names({ status: 'incomplete', latest_invoice: invoice })).toEqual(['retry', 'end']);
    expect(names({ status: 'incomplete_expired' })).toEqual([]);
  });
});
