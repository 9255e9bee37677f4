import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MemberOverview } from '@washdesk/contracts/members/member';
import { fails, ok, stubFetch, type SentRequest, type StubAnswers } from '../../lib/fetch.fixture.ts';
import type { Language } from '../lib/languages.ts';
import { PageTexts } from '../lib/page-texts.tsx';
import { MemberPage } from './member-page.tsx';
import { mayBeSignedIn, noteSignedIn } from './signed-in.ts';
import { dictionaries } from './texts/texts.ts';

const token = 'T'.repeat(43);
const ada: MemberOverview = {
  name: 'Ada',
  plate: 'ABC123-IL',
  plan: {
    name: 'Super Kiss',
    site: 'Joliet',
    standing: 'active',
    amount: 2_999,
    total: 3_149,
    since: '2026-03-10T15:00:00Z',
    paid_until: '2026-12-01T10:00:00Z',
    ends: null,
  },
  next_bill: { date: '2026-12-01T10:00:00Z', subtotal: 2_999, tax: 150, total: 3_149 },
  card: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2030, expiry: 'valid' },
  due: [],
  washes_this_month: 3,
  change_from: null,
  cancel: { ends: '2026-12-01T10:00:00Z', bills_again: false },
  save_offers: [{ reason: 'moved', en: 'We wash in 12 towns.', es: 'Lavamos en 12 ciudades.', act: null }],
  may_reactivate: false,
  confirmation: null,
  plate_from: null,
  lang: 'en',
  needs_code: false,
  erasure_requested: null,
};
const superKiss = { id: 'price_kiss', name: 'Super Kiss', amount: 2_999, total: 3_149 };
const plus = { id: 'price_plus', name: 'Super Kiss Plus', amount: 4_499, total: 4_724 };
const cost = {
  due_today: 525,
  tax: 25,
  proration_date: 1_764_172_800,
  next: { date: '2026-12-01T10:00:00Z', amount: 3_149, monthly: 3_149 },
};
const signedOut = fails(401, 'unauthorized', 'Sign in');

async function visit(
  path: string,
  answers: StubAnswers,
  { language = 'en', isKnown = true }: { language?: Language; isKnown?: boolean } = {},
) {
  window.history.replaceState(null, '', path);
  if (isKnown) noteSignedIn(true);
  const sent = stubFetch(answers);
  const first = { language, texts: await dictionaries[language]() };
  render(
    <PageTexts dictionaries={dictionaries} first={first}>
      <MemberPage />
    </PageTexts>,
  );
  return { sent, user: userEvent.setup() };
}

const changes = (sent: readonly SentRequest[]): string[] =>
  sent.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
const keysOf = (sent: readonly SentRequest[]) =>
  sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
const press = (name: string | RegExp) => screen.findByRole('button', { name });

beforeEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
  window.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('a visitor', () => {
  it('of a browser that has no session sees the sign-in before any call', async () => {
    const { sent } = await visit('/member', {}, { isKnown: false });
    expect(screen.getByRole('button', { name: 'Send My Link' })).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('types one contact, gets the same sentence always, and enters the code', async () => {
    let isIn = false;
    const { sent, user } = await visit('/member', {
      'GET /member': () => (isIn ? ok(ada) : signedOut),
      'POST /member/signin': ok({ request: '019aa000-0000-7000-8000-000000000001', minutes: 15 }),
      'POST /member/session': () => {
        isIn = true;
        return ok({ expires: '2026-11-26T15:00:00Z' });
      },
    });
    await user.click(await press('Send My Link'));
    expect(screen.getByRole('textbox', { description: /Enter your email, phone number or plate\./ })).toBe(document.activeElement);
    await user.type(screen.getByLabelText('Email, phone or plate'), 'abc123 il{Enter}');
    await screen.findByText(/^If this belongs to a plan, we sent a link/);
    await user.type(screen.getByLabelText('6-digit code'), '123 456{Enter}');
    await screen.findByRole('heading', { name: 'Hi, Ada' });
    expect(sent.find(({ path }) => path === '/member/session')?.body).toEqual({
      request: '019aa000-0000-7000-8000-000000000001',
      code: '123456',
    });
  });

  it('with a link uses it by a press alone, and its token is gone from the address', async () => {
    const { sent, user } = await visit(`/member#${token}`, {
      'POST /member/session': ok({ expires: '2026-11-26T15:00:00Z' }),
      'GET /member': ok(ada),
    });
    const button = await press('Continue');
    expect(window.location.hash).toBe('');
    expect(sent).toEqual([]);
    await user.click(button);
    await screen.findByText('Super Kiss');
    expect(sent[0]?.body).toEqual({ token });
  });

  it('with a used link is told so and asks for another one', async () => {
    const { user } = await visit(`/member#${token}`, { 'POST /member/session': fails(403, 'link_invalid', 'Used') });
    await user.click(await press('Continue'));
    await screen.findByText('This link was used or has expired. Get a new one below.');
    expect(await press('Send My Link')).toBeDefined();
  });
});

describe('a member', () => {
  it('sees the plan, the next bill with tax, the card, the car and the washes', async () => {
    await visit('/member', { 'GET /member': ok(ada) });
    await screen.findByText('$31.49');
    for (const text of ['on December 1, 2026', 'including $1.50 tax', 'Active', 'at Joliet', 'ABC123-IL', '3', 'expires 08/30']) {
      screen.getByText(text);
    }
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sees a card under the name that the counter uses', async () => {
    await visit('/member', { 'GET /member': ok({ ...ada, card: { ...ada.card!, brand: 'amex' } }) });
    expect(await screen.findByText('Amex 4242')).toBeDefined();
  });

  it('whose payment failed pays every bill by one press, or sees why not', async () => {
    let isPaid = false;
    const owing: MemberOverview = {
      ...ada,
      plan: { ...ada.plan!, standing: 'payment_due' },
      due: [
        { id: 'in_1', amount: 3_149, created: '2026-10-01T10:00:00Z' },
        { id: 'in_2', amount: 3_149, created: '2026-11-01T10:00:00Z' },
      ],
    };
    const declined = fails(402, 'card_declined', 'Your card was declined.');
    const answers = [declined, ok({ status: 'paid', amount_paid: 3_149 }), ok({ status: 'paid', amount_paid: 3_149 })];
    const { sent, user } = await visit('/member', {
      'GET /member': () => ok(isPaid ? ada : owing),
      'POST /member/invoices/*': () => {
        isPaid = answers.length === 1;
        return answers.shift()!;
      },
    });
    const pay = await press('Pay $62.98 with Visa 4242');
    await user.click(pay);
    await screen.findByText('Your bank declined the card. Use another card, or call your bank.');
    await user.click(pay);
    await screen.findByText('Paid. Drive up: the lane lets you in.');
    expect(changes(sent)).toEqual(['POST /member/invoices/in_1/pay', 'POST /member/invoices/in_1/pay', 'POST /member/invoices/in_2/pay']);
    expect(new Set(keysOf(sent)).size).toBe(3);
  });

  it('who comes back from the page for a card has it saved once', async () => {
    const { sent } = await visit('/member?card=cs_1', {
      'POST /member/card/cs_1': ok({ status: 'complete', card: { brand: 'mastercard', last4: '4444' } }),
      'GET /member': ok(ada),
    });
    await screen.findByText('Card saved: Mastercard 4444.');
    expect(window.location.search).toBe('');
    expect(changes(sent)).toEqual(['POST /member/card/cs_1']);
  });

  it('sends nothing for an address that names another call', async () => {
    for (const named of ['../plan/reactivate', 'cs_1/../../plan/reactivate', '%2e%2e/plan/reactivate']) {
      const { sent } = await visit(`/member?card=${encodeURIComponent(named)}`, { 'POST /member/*': ok({}), 'GET /member': ok(ada) });
      await screen.findByRole('heading', { name: 'Hi, Ada' });
      expect(changes(sent)).toEqual([]);
      cleanup();
    }
  });

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

  it('with a payment link enters a code for the rest, and is where they were', async () => {
    let isSure = false;
    const { sent, user } = await visit('/member', {
      'GET /member': () => ok({ ...ada, needs_code: !isSure }),
      'POST /member/code': ok({ request: '019aa000-0000-7000-8000-000000000001', minutes: 15 }),
      'POST /member/session': () => {
        isSure = true;
        return ok({ expires: '2026-11-26T15:00:00Z' });
      },
    });
    await user.click(await press('Cancel Plan'));
    expect(screen.queryByLabelText('Why are you leaving?')).toBeNull();
    await user.click(await press('Send My Code'));
    await screen.findByText('We sent a code to the phone or email on file. It’s valid for 15 minutes.');
    await user.type(await screen.findByLabelText('6-digit code'), '123456{Enter}');
    await screen.findByLabelText('Why are you leaving?');
    expect(changes(sent)).toEqual(['POST /member/code', 'POST /member/session']);
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
    await screen.findByText('Your plan runs again. Drive up: the lane lets you in.');
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

  it('is told from when the plan can be canceled, and the plate moved', async () => {
    const early: MemberOverview = { ...ada, change_from: '2027-01-01T10:00:00Z', plate_from: '2027-05-10T10:00:00Z' };
    const { user } = await visit('/member', { 'GET /member': ok(early) });
    await user.click(await press('Cancel Plan'));
    screen.getByText(/from January 1, 2027\./);
    await user.click(await press('Back'));
    await user.click(await press('Change Car'));
    screen.getByText(/again on May 10, 2027\./);
    expect(screen.queryByRole('button', { name: 'Move My Plan' })).toBeNull();
  });

  it('moves the plan to another plate', async () => {
    const { sent, user } = await visit('/member', { 'GET /member': ok(ada), 'POST /member/plate': ok({ plate: 'NEW4711-IL' }) });
    await user.click(await press('Change Car'));
    await user.type(screen.getByLabelText('License plate'), 'new-4711');
    await user.click(await press('Move My Plan'));
    await screen.findByText('Your plan is on NEW4711-IL now.');
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ plate: 'NEW4711', state: 'IL' });
  });

  it('keeps the key of a move whose response was lost, and gets a new one for another plate', async () => {
    let isLost = true;
    const { sent, user } = await visit('/member', {
      'GET /member': ok(ada),
      'POST /member/plate': () => {
        if (isLost) throw new TypeError('lost');
        return ok({ plate: 'NEW4712-IL' });
      },
    });
    await user.click(await press('Change Car'));
    const field = screen.getByLabelText('License plate');
    await user.type(field, 'new4711');
    await user.click(await press('Move My Plan'));
    await screen.findByText('No connection. Check your internet and try again.');
    await user.click(await press('Move My Plan'));
    await waitFor(() => expect(changes(sent)).toHaveLength(2));
    await screen.findByText('No connection. Check your internet and try again.');
    isLost = false;
    await user.type(field, '{Backspace}2');
    await user.click(await press('Move My Plan'));
    await screen.findByText('Your plan is on NEW4712-IL now.');
    const [first, second, third] = keysOf(sent);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(third).toBeDefined();
  });

  it.each([
    [429, 'too_many_requests', 'Too many tries. Wait a while and try again.'],
    [409, 'customer_busy', 'This is still in progress. Try again in a moment.'],
    [409, 'in_progress', 'This is still in progress. Try again in a moment.'],
  ])('keeps the key of a move that %i %s says nothing about', async (status, code, sentence) => {
    const { sent, user } = await visit('/member', { 'GET /member': ok(ada), 'POST /member/plate': fails(status, code, code) });
    await user.click(await press('Change Car'));
    await user.type(screen.getByLabelText('License plate'), 'new4711');
    await user.click(await press('Move My Plan'));
    await screen.findByText(sentence);
    await user.click(await press('Move My Plan'));
    await waitFor(() => expect(changes(sent)).toHaveLength(2));
    const [first, second] = keysOf(sent);
    expect(second).toBe(first);
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

  it('asks to be erased by two presses, and sees when', async () => {
    let requested: string | null = null;
    const { sent, user } = await visit('/member', {
      'GET /member': () => ok({ ...ada, erasure_requested: requested }),
      'POST /member/erasure': () => {
        requested = '2026-11-26T15:00:00Z';
        return ok({ requested });
      },
    });
    await user.click(await press('Your Data'));
    await user.click(await press('Ask to Erase My Data'));
    expect(changes(sent)).toEqual([]);
    await user.click(await press('Yes, Ask Now'));
    expect(await screen.findByText('You asked on November 26, 2026. Our support team will tell you.')).toBeDefined();
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ lang: 'en' });
  });

  it('signs out', async () => {
    let isIn = true;
    const { sent, user } = await visit('/member', {
      'GET /member': () => (isIn ? ok(ada) : signedOut),
      'DELETE /member/session': () => {
        isIn = false;
        return ok({ ended: true });
      },
    });
    await user.click(await press('Sign Out'));
    await press('Send My Link');
    expect(screen.queryByText('Super Kiss')).toBeNull();
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /member', 'DELETE /member/session']);
    expect(mayBeSignedIn()).toBe(false);
  });

  it('signs out, and the next member sees only their own plan', async () => {
    let name = 'Ada';
    const { sent, user } = await visit('/member', {
      'GET /member': () => ok({ ...ada, name }),
      'DELETE /member/session': ok({ ended: true }),
      'POST /member/signin': ok({ request: '019aa000-0000-7000-8000-000000000001', minutes: 15 }),
      'POST /member/session': ok({ expires: '2026-11-26T15:00:00Z' }),
    });
    await user.click(await press('Sign Out'));
    await press('Send My Link');
    name = 'Bob';
    await user.type(screen.getByLabelText('Email, phone or plate'), 'bob@example.com{Enter}');
    await user.type(await screen.findByLabelText('6-digit code'), '123456{Enter}');
    await screen.findByRole('heading', { name: 'Hi, Bob' });
    expect(sent.filter(({ method }) => method === 'GET')).toHaveLength(2);
  });

  it('reads everything in Spanish', async () => {
    const { sent } = await visit('/member', { 'GET /member': ok(ada), 'PUT /member/language': ok({ lang: 'es' }) }, { language: 'es' });
    await screen.findByRole('heading', { name: 'Hola, Ada' });
    // messages are then in Spanish
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ lang: 'es' });
    expect(screen.getByText('el 1 de diciembre de 2026')).toBeDefined();
  });
});
