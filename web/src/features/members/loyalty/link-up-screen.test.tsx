import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { LinkUpScreen } from './link-up-screen.tsx';

const number = '629892231123456789';
const nobody = {
  customer: 'cus_1',
  TheCardNumber: null,
  LastName: null,
  FirstName: null,
  Email: null,
  Zipcode: null,
  CellPhone: null,
  SecondaryCode: null,
  NPCStatus: null,
  groups: [],
  linked: false,
};
const customer = {
  id: 'cus_1',
  name: 'Ann Moore',
  email: null,
  phone: null,
  created: 1,
  deleted: false,
  tax_exempt: null,
  address: null,
  metadata: { CustomerCode: 'ABC123-IL' },
  subscriptions: { data: [] },
  cards: [],
};
const found = (customers: object[]) => ({ body: { customers, count: customers.length, more: false, next_page: null } });
const lookup = `GET /thecard/lookup/${number}`;

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /customer/search/moore', found([customer]));
  stub.on('GET /customer/cus_1/thecard', { body: nobody });
  stub.on(lookup, { status: 404, body: stubError('card_not_found', 'Nobody holds this card') });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const show = (query = '') => renderScreen(<LinkUpScreen />, { path: '/loyaltylinkup', address: `/loyaltylinkup${query}` });
const type = async (text: string) => userEvent.type(await screen.findByLabelText('Card Number'), text);

it('links a card to a customer who was searched for', async () => {
  stub.on('POST /thecard', { body: { ...nobody, TheCardNumber: number, linked: true } });
  show();
  await userEvent.type(screen.getByLabelText('Customer'), 'moore{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Choose Ann Moore' }));
  expect(await screen.findByText('No loyalty card yet.')).toBeTruthy();
  await type(`${number}{Enter}`);
  expect(await screen.findByText(`Card ${number} linked to Ann Moore`)).toBeTruthy();
  expect(stub.calls('POST /thecard').map(({ body }) => body)).toEqual([{ customer: 'cus_1', TheCardNumber: number }]);
});

it('opens with the customer of the address, and tells the card that a new one replaces', async () => {
  stub.on('GET /customer/cus_1/thecard', { body: { ...nobody, TheCardNumber: number } });
  show('?customer=cus_1');
  expect(await screen.findByText(`Has card ${number}. A new card replaces it.`)).toBeTruthy();
});

it('needs a customer, and a number that is one', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(await screen.findByText('Please specify a search value')).toBeTruthy();
  cleanup();
  show('?customer=cus_1');
  await type('12345{Enter}');
  expect(await screen.findByText('Enter 62989223, then 1, 2 or 3, then 9 digits')).toBeTruthy();
  expect(stub.calls(lookup)).toEqual([]);
});

it('leads to whom the card belongs already', async () => {
  stub.on(lookup, { body: { ...nobody, customer: 'cus_2', TheCardNumber: number, FirstName: 'Bob', LastName: 'Stone' } });
  show('?customer=cus_1');
  await type(`${number}{Enter}`);
  expect((await screen.findByRole('link', { name: 'Bob Stone' })).getAttribute('href')).toBe('/customers/cus_2');
  expect(stub.calls('POST /thecard')).toEqual([]);
});

it('shows that no customer was found, and why a card was not linked', async () => {
  stub.on('GET /customer/search/nobody', found([]));
  show();
  await userEvent.type(screen.getByLabelText('Customer'), 'nobody{Enter}');
  expect(await screen.findByText('No Customers Found')).toBeTruthy();
  cleanup();
  stub.on('POST /thecard', { status: 409, body: stubError('card_taken', 'This card belongs to another customer') });
  show('?customer=cus_1');
  await type(`${number}{Enter}`);
  expect(await screen.findByText('Couldn’t link the card')).toBeTruthy();
  expect(screen.getByText('This card belongs to another customer')).toBeTruthy();
});

it('asks again under the same key where the answer was lost', async () => {
  stub.on('POST /thecard', 'lost');
  show('?customer=cus_1');
  await type(number);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.submit(screen.getByRole('form', { name: 'Loyalty card' }));
  await vi.advanceTimersByTimeAsync(12_000);
  vi.useRealTimers();
  expect(await screen.findByText(/No response yet. Link it again to check/)).toBeTruthy();
  expect(new Set(stub.calls('POST /thecard').map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});
