import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocationPrice } from '@washdesk/contracts/billing/catalogue';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { downloadedCsv } from '../../../testing/files.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { AllPricesScreen } from './all-prices-screen.tsx';
import { PriceGridScreen } from './price-grid-screen.tsx';

const price = (sitenumber: number, planName: string, planPrice: number, more: Partial<LocationPrice> = {}): LocationPrice => ({
  sitenumber,
  planName,
  planPrice,
  productClass: planName,
  planId: `price_${planName.replaceAll(' ', '')}_${sitenumber}`,
  availableonline: 0,
  ...more,
});
const prices = [
  price(12, 'Super Kiss', 2_999, { availableonline: 1 }),
  price(12, 'Interior', 4_600),
  price(27, 'Super Kiss', 1_999),
  price(27, 'Oil Change', 9_900),
];
const limits = { min_price: 2_299, max_car: 4_499, max_truck: 4_999, max_car_commercial: 6_499, max_truck_commercial: 6_999 };
const ranges = ['Super Kiss', 'Interior'].map((product_class, index) => ({ id: index + 1, product_class, ...limits }));

let stub: StubApi;
beforeEach(() => {
  stub = stubApi();
  stub.on('GET /location/prices', { body: { prices, count: prices.length, problems: [] } });
  stub.on('GET /meta/priceranges', { body: { priceranges: ranges, count: ranges.length } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const asPriceManager = { roles: Role.PriceManager };
const cells = (site: string) => within(screen.getByText(site).closest('tr')!).getAllByRole('cell');

describe('the price grid', () => {
  const show = () => renderScreen(<PriceGridScreen />, { path: '/office/pricegrid', ...asPriceManager });

  it('shows each site by product class, what is sold online in bold, and what lies outside its range by a word', async () => {
    show();
    await screen.findByText('Site 12');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Site',
      'Super Kiss',
      'Interior',
      'Oil Change',
    ]);
    expect(cells('Site 12').map(({ textContent }) => textContent)).toEqual([
      'Site 12',
      'Super Kiss$29.99online',
      'Interior$46.00Above range for cars',
      'Not sold',
    ]);
    expect(cells('Site 27').map(({ textContent }) => textContent)).toEqual([
      'Site 27',
      'Super Kiss$19.99Below range',
      'Not sold',
      'Oil Change$99.00',
    ]);
    const [, kiss, interior] = cells('Site 12');
    expect(within(kiss!).getByText('Super Kiss').className).toContain('online');
    expect(within(interior!).getByText('Interior').className).not.toContain('online');
  });

  it('says that nothing is sold, or what could not be loaded', async () => {
    stub.on('GET /location/prices', { body: { prices: [], count: 0, problems: [] } });
    show();
    expect(await screen.findByText('No plans are sold at any site')).toBeTruthy();
    cleanup();
    stub.on('GET /meta/priceranges', { status: 503, body: stubError('database_unavailable', 'Try again in a moment') });
    show();
    expect(await screen.findByText('Try again in a moment')).toBeTruthy();
    expect(screen.queryByText('No plans are sold at any site')).toBeNull();
    stub.on('GET /meta/priceranges', { body: { priceranges: ranges, count: 2 } });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No plans are sold at any site')).toBeTruthy();
  });
});

describe('all prices', () => {
  const open = async () => {
    renderScreen(<AllPricesScreen />, { path: '/office/allprices', ...asPriceManager });
    await screen.findByRole('heading', { name: '4 prices' });
  };
  const shown = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .queryAllByRole('cell')
          .map(({ textContent }) => textContent)
          .join('|'),
      );
  const choose = async (field: string, option: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: field }));
    await userEvent.click(await screen.findByTitle(option));
  };

  it('are those of every site, with what lies outside its range', async () => {
    await open();
    expect(shown()).toEqual([
      'Site 12|Super Kiss|Super Kiss|$29.99|Yes|Inside',
      'Site 12|Interior|Interior|$46.00|No|Above range for cars',
      'Site 27|Super Kiss|Super Kiss|$19.99|No|Below range',
      'Site 27|Oil Change|Oil Change|$99.00|No|Not limited',
    ]);
  });

  it('are dollars and words in the file', async () => {
    await open();
    const lines = await downloadedCsv('Download CSV: Prices');
    expect(lines).toContain('Site 12,Interior,Interior,46.00,No,Above range for cars');
  });

  it('name what can’t be sold, and why', async () => {
    const problem = { planId: 'price_9', planName: 'Yearly', productClass: 'Super Kiss', sitenumber: 27, problem: 'no monthly price' };
    stub.on('GET /location/prices', { body: { prices, count: prices.length, problems: [problem] } });
    await open();
    expect(screen.getByRole('heading', { name: 'Not sold' })).toBeTruthy();
    const row = within(screen.getByText('Yearly').closest('tr')!);
    for (const words of ['Site 27', 'It is no monthly price', 'price_9']) expect(row.getByText(words)).toBeTruthy();
  });

  it('are sorted and filtered', async () => {
    await open();
    await choose('Sort by', 'Price, highest first');
    expect(shown().map((row) => row.split('|')[3])).toEqual(['$99.00', '$46.00', '$29.99', '$19.99']);
    await choose('Show', 'Outside its range');
    expect(shown().map((row) => row.split('|')[3])).toEqual(['$46.00', '$19.99']);
    await choose('Product class', 'Interior');
    expect(screen.getByRole('heading', { name: '1 price' })).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Plan name' }), 'kiss');
    expect(await screen.findByText('No prices match')).toBeTruthy();
  });
});
