import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { MemberOverview } from '@washdesk/contracts/members/member';
import { fails, ok } from '../../../lib/fetch.fixture.ts';
import { ada, changes, inNewBrowsers, keysOf, press, visit } from '../member-page.fixture.tsx';

const superKiss = { id: 'price_kiss', name: 'Super Kiss', amount: 2_999, total: 3_149 };
const plus = { id: 'price_plus', name: 'Super Kiss Plus', amount: 4_499, total: 4_724 };
const cost = {
  due_today: 525,
  tax: 25,
  proration_date: 1_764_172_800,
  next: { date: '2026-12-01T10:00:00Z', amount: 3_149, monthly: 3_149 },
};

inNewBrowsers();

describe('a member', () => {
  it('cancels by a reason and a press, is told the end before, and gets the number', async () => {
    const late: MemberOverview = { ...ada, cancel: { ends: '2027-01-01T10:00:00Z', bills_again: true } };
    const { sent, user } = await visit('/member', {
      'GET /member': ok(late),
      'POST /member/plan/cancel': ok({ confirmation: 'ABCD-2345', ends: '2027-01-01T10:00:00Z' }),
    });
    await user.click(await press('Cancel Plan'));
    screen.getByText(/one more month is billed\. You can wash until January 1, 2027\./);
    await user.click(await press('Cancel My Plan'));
    expect(screen.getByRole('combobox', { description: 'Choose a reason.' })).toBe(document.activeElement);
    expect(changes(sent)).toEqual([]);
    await user.selectOptions(screen.getByLabelText('Why are you leaving?'), 'It’s too expensive');
    expect(screen.queryByText('We wash in 12 towns.')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Why are you leaving?'), 'I moved away');
    expect(screen.getByText('We wash in 12 towns.')).toBeDefined();
    await user.click(await press('Cancel My Plan'));
    await screen.findByText('ABCD-2345');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      reason: 'moved',
      comment: '',
      ends: '2027-01-01T10:00:00Z',
      lang: 'en',
    });
  });

  it('takes an offer instead of canceling by one press, or cancels by one', async () => {
    const act = { kind: 'plan', price: 'price_kiss', name: 'Super Kiss', total: 3_149 } as const;
    const offered: MemberOverview = {
      ...ada,
      save_offers: [
        { reason: 'expensive', en: 'Pay less.', es: 'Pague menos.', act },
        { reason: 'unused', en: 'A month on us.', es: 'Un mes gratis.', act: { kind: 'free_month', date: '2026-12-01T10:00:00Z' } },
      ],
    };
    const { sent, user } = await visit('/member', {
      'GET /member': ok(offered),
      'POST /member/plan': ok({ changed: true }),
      'POST /member/plan/free-month': ok({ taken: true }),
      'POST /member/plan/cancel': ok({ confirmation: 'ABCD-2345', ends: '2026-12-01T10:00:00Z' }),
    });
    const choose = async (reason: string) => {
      await user.click(await press('Cancel Plan'));
      await user.selectOptions(screen.getByLabelText('Why are you leaving?'), reason);
    };
    await choose('It’s too expensive');
    await user.click(await press('Change to Super Kiss, $31.49 a month'));
    await screen.findByText('Your plan is changed.');
    await choose('I don’t use it enough');
    await user.click(await press('Take My Free Month'));
    await screen.findByText('Your plan goes on. Nothing is billed on December 1, 2026.');
    await choose('I don’t use it enough');
    await user.click(await press('Cancel My Plan'));
    await screen.findByText('ABCD-2345');
    expect(sent.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))).toMatchObject([
      { path: '/member/plan', body: { price: 'price_kiss' } },
      { path: '/member/plan/free-month', body: { reason: 'unused' } },
      { path: '/member/plan/cancel', body: { reason: 'unused' } },
    ]);
  });

  it('whose plan ended starts it again at its price, with the terms, on the card on file', async () => {
    let isStarted = false;
    const ended: MemberOverview = {
      ...ada,
      plan: { ...ada.plan!, standing: 'ended', ends: '2026-11-01T10:00:00Z' },
      next_bill: null,
      cancel: null,
    };
    const { sent, user } = await visit('/member', {
      'GET /member': () => ok(isStarted ? ada : ended),
      'GET /member/restart': ok({ plans: [superKiss, plus], former: true, paid_until: '2026-12-01' }),
      'GET /member/restart/price_kiss': ok(cost),
      'GET /online/terms': ok({ version: '2026-12', lang: 'en', paragraphs: ['Billed on the 1st.'] }),
      'POST /member/restart': () => {
        isStarted = true;
        return ok({ started: true });
      },
    });
    expect(screen.queryByRole('button', { name: 'Cancel Plan' })).toBeNull();
    await user.click(await press('Start Again'));
    screen.getByText('You had Super Kiss until November 1, 2026.');
    const pay = await press('Pay $5.25 with Visa 4242');
    screen.getByText('Billed on the 1st.');
    screen.getByText(/covered your plan until December 1, 2026\. If you start before then, these days are charged again\./);
    await user.dblClick(pay);
    await screen.findByText('Your plan is active again. Drive up: the lane lets you in.');
    expect(changes(sent)).toEqual(['POST /member/restart']);
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      price: 'price_kiss',
      proration_date: 1_764_172_800,
      termsVersion: '2026-12',
    });
  });

  it('whose plan is no longer offered chooses another one', async () => {
    const { user } = await visit('/member?step=restart', {
      'GET /member': ok({ ...ada, plan: { ...ada.plan!, standing: 'ended', ends: '2026-11-01T10:00:00Z' }, card: null }),
      'GET /member/restart': ok({ plans: [plus], former: false, paid_until: null }),
      'GET /member/restart/price_plus': ok(cost),
      'GET /online/terms': ok({ version: '2026-12', lang: 'en', paragraphs: ['Billed on the 1st.'] }),
    });
    await screen.findByText('Your former plan isn’t offered any more. Choose another one.');
    expect(screen.queryByText(/charged again/)).toBeNull();
    await user.click(await press('Choose Super Kiss Plus'));
    await press('Add Card');
    expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
  });

  it('whose plate is on another plan is told, with another car and the number as the way on', async () => {
    const { user } = await visit('/member?step=restart', {
      'GET /member': ok({ ...ada, plan: { ...ada.plan!, standing: 'ended', ends: '2026-11-01T10:00:00Z' } }),
      'GET /member/restart': fails(409, 'plate_taken', 'taken'),
    });
    await screen.findByText('This plate is on another plan. Check it, or ask at the wash.');
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: '1-800-843-5477' }).href).toBe('tel:+18008435477');
    await user.click(await press('Change Car'));
    await screen.findByLabelText('License plate');
  });

  it('cancels with the keyboard alone', async () => {
    const { user } = await visit('/member', {
      'GET /member': ok(ada),
      'POST /member/plan/cancel': ok({ confirmation: 'ABCD-2345', ends: '2026-12-01T10:00:00Z' }),
    });
    await press('Cancel Plan');
    /** Tabs until the element has the focus; the page has fewer stops than that. */
    const tabTo = async (element: HTMLElement) => {
      for (let stop = 0; stop < 30 && document.activeElement !== element; stop += 1) await user.tab();
      expect(document.activeElement).toBe(element);
    };
    await tabTo(screen.getByRole('button', { name: 'Cancel Plan' }));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'Cancel your plan' })).toBe(document.activeElement);
    const reason = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Why are you leaving?' });
    await tabTo(reason);
    await user.selectOptions(reason, 'I moved away');
    await user.tab();
    expect(document.activeElement).toBe(screen.getByLabelText('Anything else? (optional)'));
    await user.keyboard('Bye');
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel My Plan' }));
    await user.keyboard('{Enter}');
    await screen.findByText('ABCD-2345');
    expect(screen.getByRole('heading', { name: 'Your plan is canceled' })).toBe(document.activeElement);
    await tabTo(screen.getByRole('button', { name: 'Back' }));
    await user.keyboard(' ');
    await screen.findByRole('heading', { name: 'Hi, Ada' });
  });

  it('keeps the key of a cancellation whose response was lost, so that another comment gets the same number', async () => {
    let isLost = true;
    const { sent, user } = await visit('/member', {
      'GET /member': ok(ada),
      'POST /member/plan/cancel': () => {
        if (isLost) throw new TypeError('lost');
        return ok({ confirmation: 'ABCD-2345', ends: '2026-12-01T10:00:00Z' });
      },
    });
    await user.click(await press('Cancel Plan'));
    await user.selectOptions(screen.getByLabelText('Why are you leaving?'), 'I moved away');
    await user.click(await press('Cancel My Plan'));
    await screen.findByText('No connection. Check your internet and try again.');
    isLost = false;
    await user.type(screen.getByLabelText('Anything else? (optional)'), 'Bye');
    await user.click(await press('Cancel My Plan'));
    await screen.findByText('ABCD-2345');
    const [first, second] = keysOf(sent);
    expect(second).toBe(first);
  });
});
