import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Note, NotePage } from '@washdesk/contracts/members/note';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { ok } from '../../../testing/member-views.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  admin = await clientAs(cloud, 'Admin');
});
afterAll(() => cloud.stop());

const add = (customer: string, note: string, attention = 0) =>
  ok(cashier.post<NotePage>('/note', { note, customerId: customer, attention }));
const notesOf = (customer: string, query = '') => ok(cashier.get<NotePage>(`/customer/${customer}/notes${query}`));
const audits = (id: string) =>
  cloud.database.db.selectFrom('whole_audit').select(['action', 'before', 'after']).where('subject', '=', `note:${id}`).execute();

describe('a note', () => {
  it('has its author and time, and is the first of the list', async () => {
    const { customer } = await cloud.member({ plate: 'NOTE1-IL' });
    await add(customer, 'Older');
    await cloud.clock.moveTo('2026-11-21T16:00:00Z');
    const page = await add(customer, '  Asks for the manager,\r\ntwice\n');
    expect(page).toMatchObject({
      count: 2,
      alerts: [],
      notes: [{ note: 'Asks for the manager,\ntwice', customerId: customer, attention: 0, agent: 'Sam Fuller' }, { note: 'Older' }],
    });
    expect(page.notes[0]?.TimeStamp).toMatch(/^2026-11-21T16:00:/);
    expect(await notesOf(customer)).toEqual(page);
  });

  it('may be spelled `notes`, and keeps no card number', async () => {
    const { customer } = await cloud.member({ plate: 'NOTE2-IL' });
    const page = await ok(cashier.post<NotePage>('/note', { notes: 'Pays with 4242 4242 4242 4242', customerId: customer }));
    expect(page.notes.map(({ note }) => note)).toEqual(['Pays with [card number removed]']);
  });

  it.each([
    [{}, 400, 'invalid_request'],
    [{ note: 'No customer' }, 400, 'invalid_request'],
    [{ note: ' \n ', customerId: 'cus_none' }, 400, 'invalid_request'],
    [{ note: 'x'.repeat(2_001), customerId: 'cus_none' }, 400, 'invalid_request'],
    [{ note: 'Bell \u0007', customerId: 'cus_none' }, 400, 'invalid_request'],
    [{ note: 'Odd', customerId: 'cus_none', attention: 2 }, 400, 'invalid_request'],
    [{ note: 'Nobody', customerId: 'cus_none' }, 404, 'customer_not_found'],
  ])('like %j is refused', async (body, status, code) => {
    expect(await cashier.post('/note', body)).toMatchObject({ status, body: { code } });
  });

  it('is listed page by page', async () => {
    const { customer } = await cloud.member({ plate: 'NOTE3-IL' });
    for (const n of Array.from({ length: 12 }, (_one, index) => index)) await add(customer, `Note ${n}`, n === 0 ? 1 : 0);
    const second = await notesOf(customer, '?page=2&pageSize=10');
    expect(second.notes.map(({ note }) => note)).toEqual(['Note 1', 'Note 0']);
    expect((await notesOf(customer, '?pageSize=20')).notes).toHaveLength(12);
    expect(await notesOf(customer, '?page=3&pageSize=10')).toMatchObject({ notes: [], count: 12, alerts: [{ note: 'Note 0' }] });
    for (const query of ['?page=0', '?pageSize=11', '?page=-1', '?page=x'])
      expect((await cashier.get(`/customer/${customer}/notes${query}`)).status).toBe(400);
    expect((await cashier.get('/customer/cus_none/notes')).status).toBe(404);
  });
});

describe('attention', () => {
  it('is switched by anyone, audited once, and only for the customer who is named', async () => {
    const { customer } = await cloud.member({ plate: 'NOTE4-IL' });
    const { id } = (await add(customer, 'Card reported stolen', 1)).notes[0]!;
    expect(await cashier.put(`/note/${id}?customerid=cus_other`, { attention: 0 })).toMatchObject({ status: 404 });
    expect((await notesOf(customer)).alerts.map((alert) => alert.id)).toEqual([id]);
    for (const _twice of [1, 2]) {
      expect(await ok(cashier.put<Note>(`/note/${id}?customerid=${customer}`, { attention: 0 }))).toMatchObject({ id, attention: 0 });
    }
    expect((await notesOf(customer)).alerts).toEqual([]);
    expect(await audits(id)).toMatchObject([{ action: 'note.marked', before: { attention: true }, after: { attention: false } }]);
    expect(await cashier.put(`/note/${randomUUID()}`, { attention: 1 })).toMatchObject({ status: 404, body: { code: 'note_not_found' } });
  });
});

describe('deleting a note', () => {
  it('is for Admins, and leaves its text in the audit', async () => {
    const { customer } = await cloud.member({ plate: 'NOTE5-IL' });
    const { id } = (await add(customer, 'Written by mistake')).notes[0]!;
    expect((await (await clientAs(cloud, 'PriceManager')).delete(`/note/${id}`)).status).toBe(403);
    expect(await ok(admin.delete(`/note/${id}`))).toEqual({ id, customerId: customer, deleted: true });
    expect((await notesOf(customer)).count).toBe(0);
    expect(await audits(id)).toMatchObject([{ action: 'note.deleted', before: { note: 'Written by mistake', agent: 'Sam Fuller' } }]);
    expect(await admin.delete(`/note/${id}`)).toMatchObject({ status: 404, body: { code: 'note_not_found' } });
  });

  it('is done once under its key, whose answer is given again', async () => {
    const { customer } = await cloud.member({ plate: 'NOTE7-IL' });
    const { id } = (await add(customer, 'Written twice')).notes[0]!;
    const key = randomUUID();
    const first = await admin.delete(`/note/${id}`, { key });
    expect(await admin.delete(`/note/${id}`, { key })).toEqual(first);
    expect(await audits(id)).toHaveLength(1);
  });
});

describe('the note of an operation', () => {
  it('is there already: the call writes nothing, however often it is made', async () => {
    const { customer } = await cloud.member({ plate: 'NOTE6-IL' });
    const operation = randomUUID();
    const manager = await clientAs(cloud, 'SalesManager');
    await ok(manager.delete(`/customer/${customer}?reason=Moved%20away`, { key: operation }));
    for (const body of [{ note: 'Signed up.', customerId: customer }, {}]) {
      const page = await ok(manager.post<NotePage>('/note', body, { operation }));
      expect(page.notes.map(({ note }) => note)).toEqual(['Customer deleted: Moved away']);
    }
  });

  it('is none where the operation left none, or is not known', async () => {
    const { customer } = await cloud.member({ plate: 'NOTE7-IL' });
    const operation = randomUUID();
    await ok(cashier.post(`/customer/${customer}/metadata`, { key: 'bademail', value: 'true' }, { key: operation }));
    expect(await cashier.post('/note', {}, { operation })).toMatchObject({ status: 404, body: { code: 'note_not_found' } });
    expect(await cashier.post('/note', {}, { operation: randomUUID() })).toMatchObject({
      status: 404,
      body: { code: 'operation_not_found' },
    });
    expect((await notesOf(customer)).count).toBe(0);
  });
});
