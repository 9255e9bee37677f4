import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { ok, stubFetch, type SentRequest, type StubAnswers } from '../../lib/fetch.fixture.ts';
import type { Language } from '../lib/languages.ts';
import { PageTexts } from '../lib/page-texts.tsx';
import { OnlinePage } from './online-page.tsx';
import { dictionaries } from './texts/texts.ts';

export const joliet = { site: 12, name: 'Joliet', state: 'IL', country: 'US' };
const gary = { site: 27, name: 'Gary', state: 'IN', country: 'US' };
const deluxe = { id: 'price_1', name: 'Deluxe', productclass: 'Deluxe', amount: 2_499, total: 2_699, duration: 6, interior: false };
const basic = { ...deluxe, id: 'price_2', name: 'Basic', amount: 1_999, total: 2_159 };
export const answers: StubAnswers = {
  'GET /online/locations': ok({ locations: [gary, joliet], count: 2, default: 12 }),
  'GET /online/plans': ok({ plans: [basic, deluxe], count: 2, default: 'price_1' }),
  'GET /online/makes': ok({
    makes: [
      { id: 1, name: 'HONDA' },
      { id: 2, name: 'RIVIAN' },
    ],
    count: 2,
  }),
  'GET /online/models': ({ path }) => ok({ models: path.includes('make=1') ? [{ id: 9, name: 'Civic' }] : [], count: 1 }),
  'GET /online/colors': ok({
    colors: [
      { id: 1, name: 'Black' },
      { id: 2, name: 'White' },
    ],
    count: 2,
  }),
  'GET /online/session': ok({ sessionKey: 'session-1', expires: '2026-11-26T12:30:00Z' }),
  'POST /online/search': ok({ exists: false }),
  'GET /online/zipcode/60435': ok({ city: 'Joliet', state_id: 'IL', state: 'IL', country: 'US' }),
  'POST /online/preview': ok({
    today: { amount: 416, tax: 33, total: 449 },
    next: { amount: 2_499, tax: 200, total: 2_699, date: Date.UTC(2026, 11, 1, 6) / 1_000 },
    duration: 6,
  }),
  'GET /online/terms': ok({
    version: '2026-12',
    lang: 'en',
    paragraphs: ['The price is guaranteed for 6 months.', 'One transfer per 6 months.'],
  }),
  'POST /checkout': ok({ url: 'https://pay.example/cs_1' }),
  'POST /status/error': ok({ id: '0' }),
};

interface Visit {
  sent: SentRequest[];
  left: string[];
  user: UserEvent;
}

/** Opens the page as a visitor; the language is English unless given. */
export async function visit(path: string, changed: StubAnswers = {}, language: Language = 'en'): Promise<Visit> {
  window.history.replaceState(null, '', path);
  const sent = stubFetch({ ...answers, ...changed });
  const left: string[] = [];
  const first = { language, texts: await dictionaries[language]() };
  render(
    <PageTexts dictionaries={dictionaries} first={first}>
      <OnlinePage leave={(address) => left.push(address)} />
    </PageTexts>,
  );
  return { sent, left, user: userEvent.setup() };
}

export const expectHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
export const box = (name: string): HTMLInputElement => screen.getByRole('textbox', { name });
export const checkbox = (): HTMLInputElement => screen.getByRole('checkbox');
export const of = (sent: readonly SentRequest[], path: string) => sent.filter((request) => request.path.startsWith(path));

export async function fillIn(user: UserEvent): Promise<void> {
  await user.type(await screen.findByLabelText('License plate'), 'online 1');
  await user.type(box('Email'), 'zoe@example.com');
  await user.type(box('Cell phone'), '8155550100');
  await user.type(box('ZIP or postal code'), '60435');
  await waitFor(() => expect(box('City').value).toBe('Joliet'));
}

export async function toReview(user: UserEvent): Promise<void> {
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await expectHeading('Review your plan');
}

export async function pay(user: UserEvent): Promise<void> {
  await waitFor(() => expect(checkbox().disabled).toBe(false));
  if (!checkbox().checked) await user.click(checkbox());
  await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
}

/** Each test of a file starts as in a new tab. */
export function inNewTabs(): void {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    sessionStorage.clear();
    window.history.replaceState(null, '', '/');
  });
}
