import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { stubFetch } from '../../lib/fetch.fixture.ts';
import { PageTexts } from '../lib/page-texts.tsx';
import { CardSetupPage } from './card-setup-page.tsx';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { dictionaries } from './texts/texts.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

it.each([
  ['?setup_intent=seti_1&setup_intent_client_secret=x&redirect_status=succeeded', 'succeeded'],
  ['?redirect_status=processing', 'processing'],
  ['?redirect_status=requires_action', 'requires_action'],
  ['?redirect_status=failed', 'failed'],
  ['?redirect_status=canceled', 'canceled'],
  ['', 'unknown'],
  ['?redirect_status=toString', 'unknown'],
] as const)('says in both languages what the address %s tells, and asks nobody', async (query, result) => {
  const sent = stubFetch({});
  window.history.replaceState(null, '', `/setupintentcomplete${query}`);
  render(
    <PageTexts dictionaries={dictionaries} first={{ language: 'en', texts: en }}>
      <CardSetupPage />
    </PageTexts>,
  );
  expect(screen.getByRole('heading', { name: en.results[result].heading })).toBeTruthy();
  expect(screen.getByText(en.results[result].sentence)).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/seti_1|secret/);
  await userEvent.click(screen.getByRole('button', { name: 'Español' }));
  expect(await screen.findByText(es.results[result].sentence)).toBeTruthy();
  expect(sent).toEqual([]);
});
