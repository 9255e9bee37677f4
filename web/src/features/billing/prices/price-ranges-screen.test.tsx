import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { PriceRangesScreen } from './price-ranges-screen.tsx';

const limits = { min_price: 2_299, max_car: 4_499, max_truck: 4_999, max_car_commercial: 6_499, max_truck_commercial: 6_999 };
const kiss = { id: 1, product_class: 'Super Kiss', ...limits };
const plus = { id: 2, product_class: 'Super Kiss Plus', ...limits };
const list = (...priceranges: object[]) => ({ body: { priceranges, count: priceranges.length } });

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /meta/priceranges', list(kiss, plus));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  renderScreen(<PriceRangesScreen />, { path: '/office/priceranges', roles: Role.PriceManager });
  await screen.findByRole('heading', { level: 1, name: 'Price Range Configuration' });
  return within(await screen.findByRole('form', { name: 'Price range of Super Kiss' }));
}
async function retype(field: HTMLElement, text: string) {
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

it('takes cents, shows dollars beside them, and saves one row by itself', async () => {
  const row = await open();
  expect(stub.calls('GET /meta/priceranges')[0]?.query).toEqual({ mode: 'raw' });
  expect(row.getByText('$22.99')).toBeTruthy();
  const save = row.getByRole<HTMLButtonElement>('button', { name: 'Save Super Kiss' });
  expect(save.disabled).toBe(true);
  await retype(row.getByRole('textbox', { name: 'Highest, car' }), '4599');
  expect(row.getByText('$45.99')).toBeTruthy();
  stub.on('PUT /meta/priceranges/1', { body: { ...kiss, max_car: 4_599 } });
  stub.on('GET /meta/priceranges', list({ ...kiss, max_car: 4_599 }, plus));
  await userEvent.click(save);
  expect(await row.findByText('Price range saved: Super Kiss')).toBeTruthy();
  expect(stub.calls('PUT /meta/priceranges/1').map(({ body }) => body)).toEqual([{ ...limits, max_car: 4_599, was: limits }]);
  expect(stub.calls('PUT /meta/priceranges/2')).toEqual([]);
});

it('says at the field that a highest price lies below the lowest, or that it is no number of cents', async () => {
  const row = await open();
  const field = row.getByRole('textbox', { name: 'Highest, truck' });
  await retype(field, '2298{Enter}');
  expect((await row.findByRole('alert')).textContent).toBe('Highest, truck must not be below the lowest price');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await retype(field, '49.99');
  expect((await row.findByRole('alert')).textContent).toBe('Enter whole cents, such as 2299');
  expect(stub.calls('PUT /meta/priceranges/1')).toEqual([]);
});

it('keeps what was typed where the save was refused', async () => {
  const row = await open();
  stub.on('PUT /meta/priceranges/1', { status: 404, body: stubError('price_range_not_found', 'Price range not found') });
  await retype(row.getByRole('textbox', { name: 'Lowest price' }), '2000{Enter}');
  expect(await row.findByText('Couldn’t save the price range')).toBeTruthy();
  expect(row.getByText('Price range not found')).toBeTruthy();
  expect(row.getByRole<HTMLInputElement>('textbox', { name: 'Lowest price' }).value).toBe('2000');
});

it('shows another user’s change beside what was typed, and overwrites it only then', async () => {
  const row = await open();
  const now = { ...limits, max_car: 4_699 };
  const details = { fields: [{ field: 'max_car', now: 4_699, wanted: limits.max_car }] };
  const message = 'Someone else changed the range for Super Kiss. Check it and save again.';
  stub.on('PUT /meta/priceranges/1', { status: 409, body: { ...stubError('changed_meanwhile', message), details } });
  await retype(row.getByRole('textbox', { name: 'Lowest price' }), '2000{Enter}');
  expect(await row.findByText(message)).toBeTruthy();
  expect(row.getByText('Now: 4699')).toBeTruthy();
  expect(row.getByText(`Yours: ${limits.max_car}`)).toBeTruthy();
  stub.on('PUT /meta/priceranges/1', { body: { ...kiss, min_price: 2_000 } });
  await userEvent.click(row.getByRole('button', { name: 'Save Super Kiss' }));
  expect(await row.findByText('Price range saved: Super Kiss')).toBeTruthy();
  expect(stub.calls('PUT /meta/priceranges/1').map(({ body }) => body)).toEqual([
    { ...limits, min_price: 2_000, was: limits },
    { ...limits, min_price: 2_000, was: now },
  ]);
  expect(row.queryByText(/^Now:/)).toBeNull();
});

it('says that nothing is limited, or that the ranges could not be loaded', async () => {
  stub.on('GET /meta/priceranges', list());
  renderScreen(<PriceRangesScreen />, { path: '/office/priceranges', roles: Role.PriceManager });
  expect(await screen.findByText(/Prices aren’t limited/)).toBeTruthy();
  cleanup();
  stub.on('GET /meta/priceranges', { status: 503, body: stubError('database_unavailable', 'Try again in a moment') });
  renderScreen(<PriceRangesScreen />, { path: '/office/priceranges', roles: Role.PriceManager });
  expect(await screen.findByText('Try again in a moment')).toBeTruthy();
});
