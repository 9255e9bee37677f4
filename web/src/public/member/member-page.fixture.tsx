import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import type { MemberOverview } from '@washdesk/contracts/members/member';
import { fails, stubFetch, type SentRequest, type StubAnswers } from '../../lib/fetch.fixture.ts';
import type { Language } from '../lib/languages.ts';
import { PageTexts } from '../lib/page-texts.tsx';
import { MemberPage } from './member-page.tsx';
import { noteSignedIn } from './signed-in.ts';
import { dictionaries } from './texts/texts.ts';

export const ada: MemberOverview = {
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
export const signedOut = fails(401, 'unauthorized', 'Sign in');

/** Opens the page; a known visitor has a session. */
export async function visit(
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

export const changes = (sent: readonly SentRequest[]): string[] =>
  sent.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
export const keysOf = (sent: readonly SentRequest[]) =>
  sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
export const press = (name: string | RegExp) => screen.findByRole('button', { name });

/** Each test of a file starts as in a new browser. */
export function inNewBrowsers(): void {
  beforeEach(() => {
    window.sessionStorage.clear();
    window.localStorage.clear();
    window.scrollTo = () => undefined;
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
}
