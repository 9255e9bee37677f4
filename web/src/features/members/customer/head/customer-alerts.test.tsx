import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { innerDepth, listenForScans } from '../../../../lib/scanner/scan-listeners.ts';
import type { StubAnswer } from '../../../../testing/api.ts';
import { aNote, apiOf, showCustomer } from '../customer-screen.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('notes that call for attention', () => {
  const withAlert = () => {
    const api = apiOf();
    const note = aNote({ attention: 1, note: 'Mirror is folded in by hand' });
    api.on('GET /customer/cus_1/notes', { body: { notes: [note], count: 1, alerts: [note] } });
    return api;
  };

  it('pop up once when the customer is opened, and stay in the head', async () => {
    withAlert();
    showCustomer();
    const dialog = await screen.findByRole('dialog', { name: 'Customer Alert' });
    expect(within(dialog).getByText('Mirror is folded in by hand')).toBeTruthy();
    expect(dialog.textContent).toContain('Dana Whitfield');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ok' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Customer Alert' })).toBeNull());
    await userEvent.click(screen.getByRole('tab', { name: 'Customer Notes' }));
    expect(await screen.findByRole('checkbox', { name: 'Attention' })).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Customer Alert' })).toBeNull();
    expect(within(screen.getByRole('list', { name: 'Customer alerts' })).getByText('Mirror is folded in by hand')).toBeTruthy();
  });

  it('close by one key', async () => {
    withAlert();
    showCustomer();
    const dialog = await screen.findByRole('dialog', { name: 'Customer Alert' });
    within(dialog).getByRole('button', { name: 'Ok' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Customer Alert' })).toBeNull());
  });

  it('wait until no field has the focus, and take no key of it', async () => {
    const api = withAlert();
    const { promise, resolve } = Promise.withResolvers<StubAnswer>();
    const note = aNote({ attention: 1 });
    api.on('GET /customer/cus_1/notes', () => promise);
    showCustomer();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Contact' }));
    const phone = await screen.findByLabelText<HTMLInputElement>('Phone');
    await userEvent.type(phone, '815');
    resolve({ body: { notes: [note], count: 1, alerts: [note] } });
    await within(await screen.findByRole('list', { name: 'Customer alerts' })).findByText(note.note);
    await userEvent.keyboard('5550199');
    expect(phone.value).toBe('8155550199');
    expect(screen.queryByRole('dialog', { name: 'Customer Alert' })).toBeNull();
    await userEvent.tab();
    expect(screen.queryByRole('dialog', { name: 'Customer Alert' })).toBeNull();
    await userEvent.click(screen.getByRole('heading', { name: 'Zoë Member' }));
    expect(await screen.findByRole('dialog', { name: 'Customer Alert' })).toBeTruthy();
  });

  it('leave a scan to its listener', async () => {
    withAlert();
    const onScan = vi.fn();
    onTestFinished(listenForScans({ depth: innerDepth(), handlers: { onScan, onWarning: () => undefined } }));
    showCustomer();
    const dialog = await screen.findByRole('dialog', { name: 'Customer Alert' });
    within(dialog).getByRole('button', { name: 'Ok' }).focus();
    await userEvent.setup({ delay: null }).keyboard('$R12345678901{Enter}');
    expect(onScan.mock.calls).toEqual([['12345+678901']]);
    expect(screen.getByRole('dialog', { name: 'Customer Alert' })).toBeTruthy();
  });
});

describe('more than two active plates and tags', () => {
  const row = (CODE: string, site: number) => ({ CODE, OBJID: null, CUSTOMER: null, site });
  const withCodes = (...tags: object[]) => {
    const api = apiOf();
    api.on('GET /customer/cus_1/platesandtags', { body: { sitewatchid: null, tags, missing: [], count: tags.length, next_page: null } });
    return api;
  };

  it('are pointed out to User and above, a code of two sites once', async () => {
    withCodes(row('ABC123-IL', 12), row('ABC123-IL', 27), row('12345+678901', 12), row('DEF456-IL', 27));
    showCustomer({ roles: Role.User });
    expect(await screen.findByText('3 active plates and tags: more than 2')).toBeTruthy();
  });

  it('are not two of them at two sites, nor one that is switched off, and are not asked for below User', async () => {
    const api = withCodes(row('ABC123-IL', 12), row('ABC123-IL', 27), row('12345+678901', 12), row('DEF456-IL~40', 27));
    showCustomer({ roles: Role.User });
    await waitFor(() => expect(api.calls('GET /customer/cus_1/platesandtags')).toHaveLength(1));
    await screen.findByRole('button', { name: 'Update Sitewatch' });
    expect(screen.queryByText(/active plates and tags/)).toBeNull();
    cleanup();
    showCustomer({ roles: Role.Cashier });
    await screen.findByRole('button', { name: 'Update Sitewatch' });
    expect(api.calls('GET /customer/cus_1/platesandtags')).toHaveLength(1);
  });
});

it('names open flags of abuse from SalesManager, with a link to their evidence', async () => {
  const [id, at] = ['019aa000-0000-7000-8000-000000000001', '2026-11-21T12:00:00.000Z'];
  const found = { kind: 'tag-plate', strength: 'clear', sentence: 'The tag was read on a car with another plate.', sites: [12] };
  const about = { customer: 'cus_1', seller: null, name: 'Zoë Member' };
  const flag = { id, ...found, ...about, firstSeen: at, lastSeen: at, state: 'open', decision: null };
  const api = apiOf();
  api.on('GET /abuse/flags', { body: { flags: [flag], count: 1, more: false, kinds: [], notExamined: [] } });
  showCustomer({ roles: Role.SalesManager });
  const link = await screen.findByRole('link', { name: 'Flagged: Tag on another car' });
  expect(link.getAttribute('href')).toBe('/admin/abuse?customer=cus_1');
  cleanup();
  showCustomer({ roles: Role.User });
  await screen.findByRole('button', { name: 'Update Sitewatch' });
  expect(api.calls('GET /abuse/flags')).toHaveLength(1);
});
