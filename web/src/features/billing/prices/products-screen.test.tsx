import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Product } from '@washdesk/contracts/billing/catalogue';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { ProductsScreen } from './products-screen.tsx';

const kiss: Product = {
  id: 'prod_SuperKiss',
  name: 'Super Kiss',
  active: true,
  metadata: {
    Sitewatch_Club_Code: 'A',
    upgrade_class: 'Super Kiss Plus',
    product_class: 'Super Kiss',
    sort_order: '1',
    stripe_redeem: 'true',
  },
};
const old: Product = { id: 'prod_Old', name: 'Old Wash', active: false, metadata: {} };
const edit = 'POST /product/prod_SuperKiss/metadata';
const withMetadata = (change: Record<string, string>): Product => ({ ...kiss, metadata: { ...kiss.metadata, ...change } });

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /product', { body: { products: [kiss, old], count: 2 } });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = () => renderScreen(<ProductsScreen />, { path: '/office/products/', roles: Role.PriceManager });
async function openDialog() {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Super Kiss' }));
  return within(await screen.findByRole('dialog', { name: 'Edit Super Kiss' }));
}

it('shows each product with its six keys', async () => {
  show();
  const row = within((await screen.findByText('Old Wash')).closest('tr')!);
  expect(row.getByText('Archived')).toBeTruthy();
  expect(row.getAllByText('None')).toHaveLength(6);
  expect(screen.getByText('Super Kiss Plus')).toBeTruthy();
});

it('saves one key by itself, and an empty one too', async () => {
  const dialog = await openDialog();
  const field = dialog.getByRole('textbox', { name: 'Upgrades to' });
  const save = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Save Upgrades to' });
  expect(save().disabled).toBe(true);
  stub.on(edit, { body: withMetadata({ upgrade_class: 'Super Interior' }) });
  stub.on('GET /product', { body: { products: [withMetadata({ upgrade_class: 'Super Interior' }), old], count: 2 } });
  await userEvent.clear(field);
  await userEvent.type(field, 'Super Interior{Enter}');
  expect(await dialog.findByText('Upgrades to was saved')).toBeTruthy();
  stub.on(edit, { body: withMetadata({ upgrade_class: '' }) });
  await userEvent.clear(field);
  await userEvent.click(save());
  await waitFor(() => expect(stub.calls(edit)).toHaveLength(2));
  expect(stub.calls(edit).map(({ body }) => body)).toEqual([
    { key: 'upgrade_class', value: 'Super Interior', was: expect.any(String) as string },
    { key: 'upgrade_class', value: '', was: 'Super Interior' },
  ]);
  const [first, second] = stub.calls(edit).map(({ headers }) => headers.get('idempotency-key'));
  expect(first).not.toBe(second);
});

it('says what was refused', async () => {
  const dialog = await openDialog();
  stub.on(edit, { status: 404, body: stubError('product_not_found', 'Product not found') });
  await userEvent.type(dialog.getByRole('textbox', { name: 'Sort order' }), '2{Enter}');
  expect(await dialog.findByText('Couldn’t save Sort order')).toBeTruthy();
  expect(dialog.getByText('Product not found')).toBeTruthy();
});

it('asks again under the same key where the answer was lost', async () => {
  const dialog = await openDialog();
  stub.on(edit, 'lost');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Sort order' }), '2');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.submit(dialog.getByRole('form', { name: 'Sort order of Super Kiss' }));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await dialog.findByText(/No response yet. Save again to check/)).toBeTruthy();
  stub.on(edit, { body: withMetadata({ sort_order: '12' }) });
  await userEvent.click(dialog.getByRole('button', { name: 'Save Sort order' }));
  expect(await dialog.findByText('Sort order was saved')).toBeTruthy();
  expect(new Set(stub.calls(edit).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

it('says that there is none, or that the list could not be loaded', async () => {
  stub.on('GET /product', { body: { products: [], count: 0 } });
  show();
  expect(await screen.findByText('No products in Stripe yet')).toBeTruthy();
  cleanup();
  stub.on('GET /product', { status: 503, body: stubError('database_unavailable', 'Try again in a moment') });
  show();
  expect(await screen.findByText('Try again in a moment')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
});

it('has the number of members typed before it changes a value for all of them', async () => {
  const dialog = await openDialog();
  const field = dialog.getByRole('textbox', { name: 'Product class' });
  const save = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Save Product class' });
  const asked = stubError('confirm_members', '728 members have this plan. Confirm the number to save');
  stub.on(edit, { status: 409, body: { ...asked, details: { members: 728 } } });
  await userEvent.clear(field);
  await userEvent.type(field, 'Interior{Enter}');
  const number = await dialog.findByLabelText('Type 728 to change product class for 728 members');
  expect(save().disabled).toBe(true);
  await userEvent.type(number, '72');
  expect(save().disabled).toBe(true);
  stub.on(`${edit}?members=728`, { body: withMetadata({ product_class: 'Interior' }) });
  stub.on(edit, { body: withMetadata({ product_class: 'Interior' }) });
  await userEvent.type(number, '8');
  await userEvent.click(save());
  expect(await dialog.findByText('Product class was saved')).toBeTruthy();
});
