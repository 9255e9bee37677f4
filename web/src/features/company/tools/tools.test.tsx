import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubApi, stubError, type StubApi } from '../../../testing/api.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { BarcodeScreen } from './barcode-screen.tsx';
import { PriceSelectScreen } from './price-select-screen.tsx';
import { QueryScreen } from './query-screen.tsx';
import { KeystrokesScreen, TerminalToolsScreen } from './register-tools-screens.tsx';

let stub: StubApi;
const admin = { roles: Role.Admin };
beforeEach(() => void (stub = stubApi()));
afterEach(() => {
  cleanup();
  delete window.washdeskRegister;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const register = () => {
  const sendKeystrokes = vi.fn(() => Promise.resolve());
  const transferToSitewatch = vi.fn(() => Promise.resolve());
  window.washdeskRegister = { version: '3.1.0', printReceipt: () => Promise.resolve(), transferToSitewatch, sendKeystrokes };
  return { sendKeystrokes, transferToSitewatch };
};

describe('the register’s tools', () => {
  it.each([
    ['keystrokes', <KeystrokesScreen key="1" />],
    ['terminal', <TerminalToolsScreen key="2" />],
  ])('%s say in a plain browser that they are for registers', (path, tool) => {
    renderScreen(tool, { path: `/admin/${path}`, ...admin });
    expect(screen.getByText('Register Browser Tools not detected. please use this tool from a register only.')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('types into the register what keys can be, and nothing else', async () => {
    const { sendKeystrokes } = register();
    renderScreen(<KeystrokesScreen />, { path: '/admin/keystrokes', ...admin });
    const keys = screen.getByLabelText('Keys');
    await userEvent.click(keys);
    await userEvent.paste('12{Enter');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Invalid keystrokes: write keys in braces, such as {Enter}')).toBeTruthy();
    await userEvent.paste('}');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Keystrokes sent')).toBeTruthy();
    expect(sendKeystrokes.mock.calls).toEqual([['12{Enter}']]);
  });

  it('transfers a plate or tag, and says what the register refused', async () => {
    const { transferToSitewatch } = register();
    renderScreen(<TerminalToolsScreen />, { path: '/admin/terminal', ...admin });
    await userEvent.click(screen.getByRole('button', { name: 'Transfer To Sitewatch' }));
    expect(await screen.findByText('Enter a plate or tag')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Plate or tag'), 'abc123-il{Enter}');
    expect(await screen.findByText('Sent to Sitewatch')).toBeTruthy();
    expect(transferToSitewatch.mock.calls).toEqual([[{ code: 'ABC123-IL', customerId: null }]]);
    transferToSitewatch.mockRejectedValueOnce(new Error('No sale is open.'));
    await userEvent.click(await screen.findByRole('button', { name: /Transfer To Sitewatch$/ }));
    expect(await screen.findByText('No sale is open.')).toBeTruthy();
  });
});

describe('the barcode creator', () => {
  const person = {
    number: 3242,
    name: 'Dana Whitfield',
    roles: ['Cashier'],
    active: true,
    username: null,
    hasPin: true,
    hasPassword: false,
    pinLocked: false,
  };
  const setting = (value: string) => ({ name: 'employeeMarker', value, changed: null, changedBy: null });

  it('makes a person’s badge, with the company’s marker', async () => {
    stub.on('GET /staff', { body: { staff: [person], count: 1 } });
    stub.on('GET /admin/settings', { body: { settings: [setting('W-')], count: 1 } });
    renderScreen(<BarcodeScreen />, { path: '/admin/barcode', ...admin });
    await userEvent.type(await screen.findByLabelText('Employee name'), 'Ada <Moore>');
    await userEvent.type(screen.getByLabelText('Employee number'), '10x42');
    expect(await screen.findByRole('img', { name: 'Barcode of W-1042' })).toBeTruthy();
    expect(screen.getByText(/mm\. Print at 100 %/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Print Badge' }));
    const frame = await waitFor(() => document.querySelector('iframe')!);
    const page = frame.getAttribute('srcdoc')!;
    expect(page).toContain('Ada &lt;Moore&gt;');
    expect(page).toMatch(/<svg width="[\d.]+mm"/);
  });

  it('says why it has no marker', async () => {
    stub.on('GET /staff', { body: { staff: [], count: 0 } });
    stub.on('GET /admin/settings', { status: 503, body: stubError('busy', 'The database is busy') });
    renderScreen(<BarcodeScreen />, { path: '/admin/barcode', ...admin });
    expect(await screen.findByText('The database is busy')).toBeTruthy();
  });
});

describe('the price-select test', () => {
  const plan = {
    PlanId: 'price_kiss',
    PlanName: 'Super Kiss',
    PlanPrice: 2_999,
    PlanTotal: 2_999,
    ProductId: 'prod_kiss',
    ProductName: 'Super Kiss',
    ProductClass: 'Super Kiss',
    ClubCode: 'A',
    PlanDuration: 6,
    allow_prorate: true,
    availableonline: 1,
    currentprice: true,
    nextprice: false,
    isNextPrice: false,
  };
  const next = {
    ...plan,
    PlanId: 'price_kiss_next',
    PlanName: 'Super Kiss 2027',
    PlanPrice: 3_299,
    PlanTotal: 3_588,
    currentprice: false,
    nextprice: true,
  };

  it('shows of the chosen plan its price, its id, the next price of its own site and the upgrade class', async () => {
    const joliet = { id: 'tml_joliet', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } };
    stub.on('GET /location', { body: { locations: [joliet], count: 1 } });
    stub.on('GET /location/tml_joliet/plans', { body: { mode: 'signup', plans: [plan] } });
    const elsewhere = { ...next, PlanId: 'price_kiss_next_27', PlanName: 'Super Kiss of Merrillville', site: 27 };
    stub.on('GET /price', { body: { prices: [elsewhere, { ...plan, site: 12 }, { ...next, site: 12 }], count: 3 } });
    stub.on('GET /product', {
      body: { products: [{ id: 'prod_kiss', name: 'Super Kiss', active: true, metadata: { upgrade_class: 'Super Kiss Plus' } }], count: 1 },
    });
    renderScreen(<PriceSelectScreen />, { path: '/admin/priceselect', ...admin });
    await userEvent.click(await screen.findByRole('radio', { name: /Super Kiss/ }));
    expect(await screen.findByText('2999 cents before tax, $29.99 a month')).toBeTruthy();
    expect(screen.getByText('price_kiss')).toBeTruthy();
    expect(await screen.findByText('Super Kiss 2027, $35.88 a month with tax')).toBeTruthy();
    expect(await screen.findByText('Super Kiss Plus')).toBeTruthy();
  });

  it('names the location at which this browser works', async () => {
    const joliet = { id: 'tml_joliet', display_name: 'Joliet', metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' } };
    stub.on('GET /location', { body: { locations: [joliet], count: 1 } });
    renderScreen(<PriceSelectScreen />, { path: '/admin/priceselect', ...admin });
    expect(await screen.findByText('Joliet')).toBeTruthy();
  });

  it('says that a location sells none', async () => {
    stub.on('GET /location/tml_joliet/plans', { body: { mode: 'signup', plans: [] } });
    renderScreen(<PriceSelectScreen />, { path: '/admin/priceselect', ...admin });
    expect(await screen.findByRole('status', { name: 'Loading the plans' })).toBeTruthy();
    expect(
      screen.getAllByRole('heading').every(({ textContent }) => textContent !== ''),
      'no heading is empty',
    ).toBe(true);
    expect(await screen.findByText('This location has no plans')).toBeTruthy();
  });
});

describe('the query parameters', () => {
  it('are shown as they stand and as they are understood', () => {
    renderScreen(<QueryScreen />, {
      path: '/admin/query',
      address: '/admin/query?amount=-12.50&SaleId=7&returnToRedeem=yes&odd=',
      ...admin,
    });
    const [given, understood] = ['In the URL', 'Parsed values'].map((title) => within(screen.getByRole('region', { name: title })));
    expect(given!.getByText('SaleId')).toBeTruthy();
    expect(given!.getByText('Empty')).toBeTruthy();
    expect(understood!.getByText('-$12.50')).toBeTruthy();
    expect(understood!.getByText('Yes')).toBeTruthy();
  });

  it('are none in an address without any', () => {
    renderScreen(<QueryScreen />, { path: '/admin/query', ...admin });
    expect(screen.getByText(/The URL has no query parameters/)).toBeTruthy();
    expect(screen.queryByText('Parsed values')).toBeNull();
  });
});
