import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { MemberOverview } from '@washdesk/contracts/members/member';
import { fails, ok, type StubAnswers } from '../../lib/fetch.fixture.ts';
import { ada, changes, inNewBrowsers, keysOf, press, signedOut, visit } from './member-page.fixture.tsx';
import { mayBeSignedIn } from './signed-in.ts';
import { dictionaries } from './texts/texts.ts';

const token = 'T'.repeat(43);

inNewBrowsers();

describe('a visitor', () => {
  it('of a browser that has no session sees the sign-in before any call', async () => {
    const { sent } = await visit('/member', {}, { isKnown: false });
    expect(screen.getByRole('button', { name: 'Send My Link' })).toBeDefined();
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Sign up online' }).pathname).toBe('/online');
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

describe('a member whose session ends in a step', () => {
  const start = async (path: string, answers: StubAnswers, isIn: { now: boolean }) =>
    await visit(path, {
      'GET /member': () => (isIn.now ? ok(ada) : signedOut),
      'POST /member/signin': ok({ request: '019aa000-0000-7000-8000-000000000001', minutes: 15 }),
      'POST /member/session': () => {
        isIn.now = true;
        return ok({ expires: '2026-11-26T15:00:00Z' });
      },
      ...answers,
    });

  it('is told so at the sign-in, and is back in the step afterwards', async () => {
    const isIn = { now: true };
    const { user } = await start('/member?step=plate', { 'POST /member/plate': signedOut }, isIn);
    await user.type(await screen.findByLabelText('License plate'), 'new4711');
    isIn.now = false;
    await user.click(await press('Move My Plan'));
    await user.type(await screen.findByLabelText('Email, phone or plate'), 'abc123 il');
    expect(screen.getByRole('alert').textContent).toBe('You were signed out. Sign in again.');
    expect(mayBeSignedIn()).toBe(false);
    await user.keyboard('{Enter}');
    await user.type(await screen.findByLabelText('6-digit code'), '123456{Enter}');
    expect(await screen.findByRole('heading', { name: 'Change car' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each(['history', 'plans'])('is told so when %s is read', async (step) => {
    const isIn = { now: true };
    const gone = { 'GET /member/washes': signedOut, 'GET /member/receipts': signedOut, 'GET /member/plans': signedOut };
    await start(`/member?step=${step}`, gone, isIn);
    await press('Send My Link');
    expect(screen.getByText('You were signed out. Sign in again.')).toBeDefined();
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

  it.each([
    ['en', 'Bill for Super Kiss', 'Nov 1, 2026'],
    ['es', 'Cobro de Super Kiss', '1 nov 2026'],
  ] as const)('sees the monthly bills beside the receipts (%s)', async (language, name, day) => {
    const { user } = await visit(
      '/member',
      {
        'GET /member': ok({ ...ada, lang: language }),
        'PUT /member/language': ok({ lang: language }),
        'GET /member/washes': ok({ washes: [], count: 0, next_page: null }),
        'GET /member/receipts': ok({
          receipts: [
            { kind: 'bill', id: 'in_1', title: 'Super Kiss', amount: 3_149, created: '2026-11-01T15:00:00Z' },
            {
              kind: 'receipt',
              id: '019aa000-0000-7000-8000-000000000001',
              title: 'Sign-up',
              amount: 3_149,
              created: '2026-10-10T15:00:00Z',
            },
          ],
          count: 2,
          next_page: null,
        }),
      },
      { language },
    );
    const { home } = await dictionaries[language]();
    await user.click(await screen.findByRole('button', { name: home.history }));
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/api/member/bills/in_1');
    expect(screen.getByText(day)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Sign-up' }).getAttribute('href')).toBe(
      '/api/member/receipts/019aa000-0000-7000-8000-000000000001',
    );
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
    expect(await screen.findByText(/^Your plan is on [A-Z0-9]+-[A-Z]{2} now\. It moves to the new plate at once\./)).toBeDefined();
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
