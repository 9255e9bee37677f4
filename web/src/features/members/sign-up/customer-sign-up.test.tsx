import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import type { StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { CustomerSignUp } from './sign-up-screen.tsx';
import { aStoredCard, beginTest, cardsOf, endTest, known } from './sign-up.fixture.tsx';

let api: StubApi;
let user: UserEvent;

beforeEach(() => {
  ({ api, user } = beginTest());
  api.on('GET /customer/cus_known/cards', cardsOf(aStoredCard({})));
});
afterEach(endTest);

const show = (roles: number = Role.Cashier) =>
  renderScreen(<CustomerSignUp customer="cus_known" />, { path: '/customers/cus_known', roles });

it('asks for plan and card alone, says what is due, and begins the run on the screen of the form', async () => {
  show();
  await user.click(await screen.findByText('Super Kiss'));
  expect(
    within(screen.getByRole('status', { name: 'Plate and tag of the plan' })).getByRole('img', { name: 'Plate ABC123-IL' }),
  ).toBeTruthy();
  expect(screen.queryByLabelText('First name')).toBeNull();
  await user.click(await screen.findByRole('radio', { name: /4242/ }));
  expect(await screen.findByText('$16.50')).toBeTruthy();
  const signUp = screen.getByRole<HTMLButtonElement>('button', { name: /^Create Subscription/ });
  await waitFor(() => expect(signUp.disabled).toBe(false));
  await user.click(signUp);
  expect(await screen.findByText('At /customers/new?customer=cus_known')).toBeTruthy();
  expect(sessionStorage.length).toBeGreaterThan(0);
});

it('leads to the whole form for what the customer lacks, and leaves another customer’s form as it is', async () => {
  const { SecondaryCode: _tag, ...metadata } = known.metadata;
  api.on('GET /customer/cus_known/general', { body: { ...known, metadata } });
  show();
  await user.click(await screen.findByText('Super Kiss'));
  expect(screen.getByText('No tag. Scan one')).toBeTruthy();
  await waitFor(() => expect(Object.keys(sessionStorage).filter((key) => key.includes('sign-up-of-customer'))).toHaveLength(1));
  expect(Object.keys(sessionStorage).filter((key) => key.includes('sign-up-form'))).toEqual([]);
  await user.click(screen.getByRole('button', { name: /tag/i }));
  expect(await screen.findByText('At /customers/new?customer=cus_known')).toBeTruthy();
});

it('lets only SupportCenter and above choose the plan by its name too', async () => {
  show(Role.SupportCenter);
  await screen.findByText('Super Kiss');
  await user.click(screen.getByRole('combobox', { name: 'Plan by name' }));
  await user.keyboard('once');
  await user.click(await screen.findByTitle('Once A Month Car, $12.99 a month'));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /Once A Month Car/ }).checked).toBe(true));
  cleanup();
  sessionStorage.clear();
  show(Role.Auditor);
  await screen.findByText('Super Kiss');
  expect(screen.queryByRole('combobox', { name: 'Plan by name' })).toBeNull();
});

it('lets SalesManager and above choose the site', async () => {
  show(Role.SalesManager);
  await screen.findByText('Super Kiss');
  expect(screen.getByRole('combobox', { name: 'Site' })).toBeTruthy();
});
