import { randomUUID } from 'node:crypto';
import { startBillingCloud, type BillingCloud } from '../testing/billing-cloud.ts';
import { signedIn, type Headers } from '../testing/callers.ts';
import { Role, type RoleName } from '@washdesk/rules/company/roles';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { oldCalls } from './old-names.ts';

let cloud: BillingCloud;
const headers: Partial<Record<RoleName, Headers>> = {};

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  for (const role of ['Cashier', 'Admin'] as const) headers[role] = await signedIn(cloud, { roles: Role[role] });
});
afterAll(() => cloud.stop());

async function call(role: RoleName, method: string, path: string, { deed, body }: { deed?: string; body?: object } = {}) {
  const response = await fetch(`${cloud.url}/api${path}`, {
    method,
    headers: {
      ...headers[role],
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
      ...(deed !== undefined && { 'x-deed': deed }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, deprecated: response.headers.get('deprecation'), body: (await response.json()) as object };
}

async function addJob(customer: string | null, state: 'pending' | 'failed'): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into job (id, kind, what, key, site, customer, payload, state, attempts, due, deadline, created, settled)
    values (${id}, 'once', 'sitewatch.record-usage', ${id}, 12, ${customer}, '{}', ${state}, 3, now() + interval '1 day',
      now() + interval '7 days', now(), ${state === 'failed' ? new Date() : null})`.execute(cloud.database.db);
  return id;
}

async function addStarted(key: string): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into operation (id, kind, scope, route, key, request_hash, by, state, claimed_until, due, created)
    values (${id}, 'charge.refund', 'employee:101', '/refund', ${key}, '\\x00', ${JSON.stringify({ name: 'Sam', site: 12 })}, 'started',
      now() + interval '1 day', now() + interval '1 day', now() - interval '6 minutes')`.execute(cloud.database.db);
  return id;
}

const describedAs = (id: string): z.ZodType => {
  const found = oldCalls.find(({ old }) => old.id === id);
  if (!found) throw new Error(`no former call is named ${id}`);
  return found.old.response;
};

it('answers for the jobs of a customer under their former names', async () => {
  const { customer } = await cloud.member({ plate: 'FORMER1-IL' });
  const id = await addJob(customer, 'pending');
  const answer = await call('Cashier', 'GET', `/customer/${customer}/obligations`);
  expect(answer).toMatchObject({ status: 200, deprecated: 'true' });
  expect(answer.body).toEqual(describedAs('customerObligations').parse(answer.body));
  expect(answer.body).toMatchObject({ obligations: expect.arrayContaining([expect.objectContaining({ id, state: 'owed' })]) });
});

it('lists, retries and dismisses jobs under their former names', async () => {
  const id = await addJob(null, 'failed');
  expect(await call('Admin', 'POST', `/obligations/${id}/retry`)).toMatchObject({ body: { obligation: { id, state: 'owed' } } });
  const list = await call('Admin', 'GET', '/obligations?state=owed');
  expect(list.body).toEqual(describedAs('listObligations').parse(list.body));
  expect(list.body).toMatchObject({ results: expect.arrayContaining([expect.objectContaining({ id, state: 'owed' })]) });
  const other = await addJob(null, 'failed');
  expect(await call('Admin', 'POST', `/Obligations/${other}/dismiss/`, { body: { reason: 'No' } })).toMatchObject({
    body: { obligation: { id: other, state: 'dismissed' } },
  });
  expect(await call('Admin', 'POST', `/obligations/${randomUUID()}/retry`)).toMatchObject({
    status: 404,
    body: { code: 'obligation_not_found' },
  });
  expect(await call('Cashier', 'GET', '/obligations')).toMatchObject({ status: 403, deprecated: 'true' });
});

it('lists operations under way under their former name', async () => {
  const id = await addStarted(randomUUID());
  const answer = await call('Admin', 'GET', '/obligations/deeds');
  expect(answer.body).toEqual(describedAs('listStuckDeeds').parse(answer.body));
  expect(answer.body).toMatchObject({ deeds: expect.arrayContaining([expect.objectContaining({ id })]) });
});

it('says what became of an operation under its former name', async () => {
  const { customer } = await cloud.member({ plate: 'FORMER2-IL' });
  const saved = await fetch(`${cloud.url}/api/customer/${customer}/metadata`, {
    method: 'POST',
    headers: { ...headers.Cashier, 'idempotency-key': 'former-key-1', 'content-type': 'application/json' },
    body: JSON.stringify({ key: 'bademail', value: 'true' }),
  });
  expect(saved.status).toBe(200);
  expect(await call('Cashier', 'GET', '/deed/former-key-1')).toMatchObject({
    status: 200,
    deprecated: 'true',
    body: { kind: 'customer.metadata', state: 'done' },
  });
  await sql`update operation set state = 'started' where key = 'former-key-1'`.execute(cloud.database.db);
  expect(await call('Cashier', 'GET', '/deed/former-key-1')).toMatchObject({ body: { state: 'intended' } });
  expect(await call('Cashier', 'GET', '/operation/former-key-1')).toMatchObject({ deprecated: null, body: { state: 'started' } });
  expect(await call('Cashier', 'POST', '/note', { deed: 'former-key-1', body: {} })).toMatchObject({ body: { code: 'deed_not_done' } });
  expect(await call('Cashier', 'GET', '/deed/no-such-key')).toMatchObject({ status: 404, body: { code: 'deed_not_found' } });
});

it('takes X-Deed as X-Operation', async () => {
  expect(await call('Cashier', 'POST', '/note', { deed: randomUUID(), body: {} })).toMatchObject({
    status: 404,
    deprecated: 'true',
    body: { code: 'deed_not_found' },
  });
  expect(await call('Cashier', 'POST', '/note', { deed: 'short', body: {} })).toMatchObject({ status: 400 });
});

it('is described as deprecated', async () => {
  const response = await fetch(`${cloud.url}/api/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, { deprecated?: boolean }>> };
  for (const { now, old } of oldCalls) {
    const method = now.method.toLowerCase();
    expect(paths[`/api${old.path}`]?.[method]).toMatchObject({ deprecated: true, operationId: old.id });
    expect(paths[`/api${now.path}`]?.[method]?.deprecated).toBeUndefined();
  }
});

it('takes the former field of an approval as the new one', async () => {
  const action = { id: 'listLocations', key: randomUUID() };
  const approver = { username: 'nobody', password: 'nothing' };
  const refusal = { status: 400, body: { code: 'not_approvable' } };
  expect(await call('Cashier', 'POST', '/auth/stepup', { body: { act: action, approver } })).toMatchObject({
    ...refusal,
    deprecated: 'true',
  });
  expect(await call('Cashier', 'POST', '/auth/stepup', { body: { action, approver } })).toMatchObject({ ...refusal, deprecated: null });
});
