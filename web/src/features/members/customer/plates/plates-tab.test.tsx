import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { stubError } from '../../../../testing/api.ts';
import { downloadedCsv } from '../../../../testing/files.ts';
import { apiOf, showCustomer } from '../customer-screen.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const codes = [
  { CODE: 'ABC123-IL', OBJID: 1, CUSTOMER: 7, site: 12 },
  { CODE: 'OLD111-IL', OBJID: 2, CUSTOMER: 7, site: 12 },
  { CODE: '~12345+678901', OBJID: 3, CUSTOMER: 7, site: 27 },
];
const list = (tags: object[], missing: object[] = []) => ({ body: { sitewatchid: 7, tags, missing, count: tags.length, next_page: null } });

function withCodes() {
  const api = apiOf({ metadata: { CustomerCode: 'ABC123-IL' } });
  api.on('GET /customer/cus_1/platesandtags', list(codes));
  return api;
}

describe('plates and tags', () => {
  it('are switched at their site; the one in use is not, and a refusal is explained', async () => {
    const api = withCodes();
    api.on('POST /firebird/codes/enable', { status: 409, body: stubError('refused', 'This code belongs to another customer') });
    api.on('POST /firebird/codes/disable', { body: { customer_code_objid: 2, CODE: '~OLD111-IL', CUSTOMER: 7, enabled: false, site: 12 } });
    showCustomer({ hash: '#plates', roles: Role.SalesManager });
    expect(await screen.findByText('In use for washes')).toBeTruthy();
    expect(screen.queryByText('Object')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Enable 12345+678901' }));
    expect(await screen.findByText('This code belongs to another customer')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Disable OLD111-IL' }));
    await waitFor(() => expect(api.calls('GET /customer/cus_1/platesandtags').length).toBeGreaterThan(1));
    expect(api.calls('POST /firebird/codes/disable')[0]?.body).toEqual({ customer_code_objid: 2, site: 12 });
  });

  it('have their numbers in Sitewatch for Admins, and no tab below SalesManager', async () => {
    withCodes();
    showCustomer({ hash: '#plates', roles: Role.Admin });
    expect(await screen.findByText('Customer 7 in Sitewatch')).toBeTruthy();
    expect(screen.getAllByText('Object').length).toBeGreaterThan(0);
    cleanup();
    showCustomer({ hash: '#plates', roles: Role.User });
    await screen.findByRole('tab', { name: 'Customer Info', selected: true });
    expect(screen.queryByRole('tab', { name: 'Plates And Tags' })).toBeNull();
  });
});

describe('discounts', () => {
  const discount = {
    SOURCE_SYSTEM: 'Sitewatch',
    DISCOUNT_TYPE: 'Birthday',
    SITE: 12,
    TRANSACTION_DATE: '2026-11-20T16:00:00.000Z',
    AMOUNT_SAVED: 500,
    EXTENDED_DESCRIPTION: 'Five dollars off',
  };

  it('say what was saved where, and which site did not answer', async () => {
    const api = apiOf();
    const missing = [{ site: 27, name: 'Merrillville', asOf: null }];
    api.on('GET /customer/cus_1/discounts', { body: { discounts: [discount], missing, count: 1, next_page: null } });
    showCustomer({ hash: '#discounts' });
    const row = (await screen.findByText('Birthday')).closest('tr');
    for (const words of ['$5.00', 'Sitewatch', 'Five dollars off']) expect(row?.textContent).toContain(words);
    expect(screen.getByText('Couldn’t reach: Merrillville (no data)')).toBeTruthy();
    expect(await downloadedCsv()).toEqual([
      'Transaction Date,Site,Source System,Discount Type,Amount Saved,Description',
      expect.stringMatching(/^11\/20\/2026 .*,Site 12,Sitewatch,Birthday,5\.00,Five dollars off$/),
    ]);
  });

  it('of which there are none say so', async () => {
    const api = apiOf();
    api.on('GET /customer/cus_1/discounts', { body: { discounts: [], missing: [], count: 0, next_page: null } });
    showCustomer({ hash: '#discounts' });
    expect(await screen.findByText('No Discounts Found')).toBeTruthy();
  });
});
