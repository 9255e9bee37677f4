import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reader } from '@washdesk/contracts/sites/terminal';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let admin: ApiClient;
let locationId: string;
let otherLocation: string;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  admin = await clientAs(cloud, 'Admin');
  const { data: locations } = await cloud.sdk.terminal.locations.list();
  [locationId, otherLocation] = [locations[0]!.id, locations[1]!.id];
});
afterAll(() => cloud.stop());

const labels = async (): Promise<string[]> => {
  const { body } = await admin.get<{ readers: Reader[] }>(`/terminal/readers?location=${locationId}`);
  return body.readers.map(({ label }) => label);
};

describe('a card reader', () => {
  it('comes into service by its code and leaves it, both audited', async () => {
    const wanted = { locationId, displayName: 'Register 9', readerCode: 'simulated-wpe' };
    const { status, body } = await admin.post<Reader>('/terminal/readers', wanted);
    expect({ status, body }).toMatchObject({ status: 200, body: { label: 'Register 9', location: locationId, status: 'online' } });
    expect(await labels()).toContain('Register 9');
    const { body: listed } = await admin.get<{ readers: Reader[] }>('/terminal/readers');
    const now = Date.parse('2026-11-21T15:30:00Z') / 1_000;
    for (const seen of listed.readers.flatMap(({ last_seen_at }) => last_seen_at ?? []))
      expect(Math.abs(seen - now)).toBeLessThan(40 * 86_400);
    expect(await admin.delete(`/terminal/readers/${body.id}`)).toEqual({ status: 200, body: { id: body.id, deleted: true } });
    expect(await labels()).not.toContain('Register 9');
    // another admin deleted it first
    expect((await admin.delete(`/terminal/readers/${body.id}`)).status).toBe(200);
    const { db } = cloud.database;
    const audit = await db
      .selectFrom('whole_audit')
      .select(['action', 'before', 'after'])
      .where('subject', '=', `reader:${body.id}`)
      .orderBy('id')
      .execute();
    expect(audit).toMatchObject([
      { action: 'reader.registered', before: null, after: { label: 'Register 9', serialNumber: body.serial_number } },
      { action: 'reader.deleted', before: { label: 'Register 9', location: locationId, serialNumber: body.serial_number }, after: null },
      { action: 'reader.deleted', before: null },
    ]);
  });

  it('is registered once for one press, though the answer was lost', async () => {
    const key = randomUUID();
    const press = () => admin.post('/terminal/readers', { locationId, displayName: 'Register 10', readerCode: 'quick-brown-fox' }, { key });
    cloud.stripe.behave({ dropAnswers: 1, seed: 9 });
    expect(await press()).toMatchObject({ status: 503, body: { code: 'stripe_unavailable' } });
    cloud.stripe.behave({ dropAnswers: 0 });
    const [first, second] = await Promise.all([press(), press()]);
    expect(first.status).toBe(200);
    expect(second).toEqual(first);
    expect((await labels()).filter((label) => label === 'Register 10')).toHaveLength(1);
  });

  it('is refused under the name of another reader of its location, also if both are registered at once', async () => {
    const add = (displayName: string, at = locationId) =>
      admin.post('/terminal/readers', { locationId: at, displayName, readerCode: 'simulated-wpe' });
    const both = await Promise.all([add('Vacuum 1'), add('vacuum  1')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both).toContainEqual(expect.objectContaining({ body: expect.objectContaining({ code: 'reader_name_taken' }) as object }));
    expect((await add('Vacuum 1', otherLocation)).status).toBe(200);
    expect((await labels()).filter((label) => label.toLowerCase().startsWith('vacuum'))).toHaveLength(1);
  });

  it("is refused in Stripe's words for a code that no reader shows", async () => {
    const wrong = { locationId, displayName: 'Register 11', readerCode: 'invalid-code-words' };
    expect(await admin.post('/terminal/readers', wrong)).toMatchObject({
      status: 400,
      body: { code: 'stripe_refused', message: expect.stringContaining('registration code you provided is invalid') },
    });
    expect(await labels()).not.toContain('Register 11');
  });

  it('is registered and deleted by an Admin alone', async () => {
    const manager = await clientAs(cloud, 'PriceManager');
    expect((await manager.post('/terminal/readers', { locationId, displayName: 'Mine', readerCode: 'simulated-wpe' })).status).toBe(403);
    expect((await manager.delete('/terminal/readers/tmr_x')).status).toBe(403);
    expect((await admin.post('/terminal/readers', { locationId, displayName: '', readerCode: 'simulated-wpe' })).status).toBe(400);
  });
});
