import { screen, waitFor, within } from '@testing-library/react';
import { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubError, type StubApi } from '../../../../../testing/api.ts';
import { beginTest, endTest, field, openSignUp, planButton, previewOf, showSignUp, sitePlans } from '../../sign-up.fixture.tsx';

const preview = 'POST /subscription/preview';

let api: StubApi;
let user: UserEvent;

const due = () => screen.getAllByLabelText('Due Today')[0]!;
const tick = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const asked = () => api.calls(preview).at(-1)?.body as Record<string, unknown>;

beforeEach(() => {
  ({ api, user } = beginTest());
});
afterEach(endTest);

describe('the plans', () => {
  it('are chosen by Alt and their number, wherever the focus is', async () => {
    await showSignUp();
    await user.click(field('Email'));
    await user.keyboard('{Alt>}2{/Alt}');
    expect(planButton(/Once A Month Car/).checked).toBe(true);
    expect(document.activeElement).toBe(field('Email'));
  });

  it('show name, price and guaranteed months', async () => {
    await showSignUp();
    expect(planButton(/^Super Kiss.*\$29\.99.*3 months$/)).toBeTruthy();
  });

  it('name their club code, which no color alone tells, and the plate that they need', async () => {
    await showSignUp();
    expect(planButton(/^Super Kiss.*Club A · 3 months$/)).toBeTruthy();
    expect(planButton(/^Super Interior.*Club F · 3 months · HI plate$/)).toBeTruthy();
  });

  it('have the color of success inside, and the primary one for the plan that is sold most', async () => {
    const plus = { ...sitePlans[0]!, PlanId: 'price_B', PlanName: 'Super Kiss Plus', ProductClass: 'Super Kiss Plus' };
    api.on('GET /location/tml_joliet/plans', { body: { mode: 'signup', plans: [...sitePlans, plus] } });
    await showSignUp();
    const lookOf = (name: RegExp) => /success|primary/.exec(planButton(name).closest('label')?.className ?? '')?.[0];
    expect([/^Super Kiss Plus/, /^Once A Month Car/, /^Super Interior/].map((name) => lookOf(name))).toEqual([
      'primary',
      undefined,
      'success',
    ]);
  });

  it('that cannot be loaded say why, and are tried again', async () => {
    api.on('GET /location/tml_joliet/plans', { status: 503, body: stubError('provider_unavailable', 'Stripe is away') });
    openSignUp();
    expect(await screen.findByText('Stripe is away')).toBeTruthy();
    api.on('GET /location/tml_joliet/plans', { body: { mode: 'signup', plans: [] } });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('This location has no plans.')).toBeTruthy();
  });

  it('are those of another site for a sales manager who chooses it', async () => {
    await showSignUp('', Role.SalesManager);
    await user.click(planButton(/Super Kiss/));
    await user.click(screen.getByRole('combobox', { name: 'Site' }));
    await user.click(await screen.findByText('Merrillville'));
    expect(await screen.findByText('$28.99')).toBeTruthy();
    expect(planButton(/Super Kiss/).checked).toBe(false);
    await user.click(planButton(/Super Kiss/));
    await waitFor(() => expect(asked()).toMatchObject({ PlanId: 'price_A_27', SITENUMBER: 27 }));
  });

  it('are those of this site for a cashier', async () => {
    await showSignUp();
    expect(screen.queryByRole('combobox', { name: 'Site' })).toBeNull();
  });
});

describe('free for month and do not prorate', () => {
  it('clear each other', async () => {
    await showSignUp();
    await user.click(tick('Free For Month'));
    await user.click(tick('Do not prorate'));
    expect([tick('Free For Month').checked, tick('Do not prorate').checked]).toEqual([false, true]);
    await user.click(tick('Free For Month'));
    expect([tick('Free For Month').checked, tick('Do not prorate').checked]).toEqual([true, false]);
  });

  it('are out of hand for a plan that allows no proration', async () => {
    await showSignUp();
    await user.click(tick('Free For Month'));
    await user.click(planButton(/Once A Month Car/));
    expect([tick('Free For Month').checked, tick('Do not prorate').checked]).toEqual([false, true]);
    expect([tick('Free For Month').disabled, tick('Do not prorate').disabled]).toEqual([true, true]);
    await waitFor(() => expect(asked()).toMatchObject({ FreeForMonth: false, DoNotProrate: true }));
    await user.click(planButton(/Super Kiss/));
    expect(tick('Free For Month').checked).toBe(true);
  });
});

describe('the promotions', () => {
  it('are the active ones', async () => {
    await showSignUp();
    await user.click(field('Promotion'));
    expect(await screen.findByText('Spring mailer')).toBeTruthy();
    expect(screen.queryByText('Of last year')).toBeNull();
  });
});

describe('the amount due today', () => {
  it('is what Stripe computes, with its lines and what follows', async () => {
    await showSignUp();
    expect(within(due()).getByText('Choose a plan to see what’s due today.')).toBeTruthy();
    await user.click(planButton(/Super Kiss/));
    expect(await within(due()).findByText('$16.50')).toBeTruthy();
    expect(within(due()).getByRole('row', { name: /1 × plan.*\$15\.00/ })).toBeTruthy();
    expect(within(due()).getByRole('row', { name: /Sales tax.*\$1\.50/ })).toBeTruthy();
    expect(within(due()).getByText(/with tax/).textContent).toContain('$32.99');
  });

  it('keeps its place while it is updated, and the last choice wins over a late answer', async () => {
    let answerFirst: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (answerFirst = resolve));
    await showSignUp();
    await user.click(planButton(/Super Kiss/));
    await within(due()).findByText('$16.50');
    api.on(preview, async (call) => {
      if ((call.body as { DoNotProrate: boolean }).DoNotProrate) await first;
      return previewOf(call);
    });
    await user.click(tick('Do not prorate'));
    expect(await within(due()).findByText('updating…')).toBeTruthy();
    expect(within(due()).getByText('$16.50')).toBeTruthy();
    await waitFor(() => expect(api.calls(preview)).toHaveLength(2));
    await user.click(tick('Free For Month'));
    answerFirst();
    expect((await within(due()).findAllByText('$0.00')).length).toBeGreaterThan(0);
    expect(within(due()).queryByText('updating…')).toBeNull();
    expect(within(due()).queryByText('$32.99')?.closest('strong')).toBeFalsy();
  });

  it('says why it cannot be computed, and is tried again', async () => {
    api.on(preview, { status: 503, body: stubError('provider_unavailable', 'Stripe is away') });
    await showSignUp();
    await user.click(planButton(/Super Kiss/));
    expect(await within(due()).findByText('Stripe is away')).toBeTruthy();
    api.on(preview, previewOf);
    await user.click(within(due()).getByRole('button', { name: 'Try Again' }));
    expect(await within(due()).findByText('$16.50')).toBeTruthy();
  });
});
