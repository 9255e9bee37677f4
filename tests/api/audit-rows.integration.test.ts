import { randomUUID } from 'node:crypto';
import { allEndpoints } from '@washdesk/contracts/all';
import type { Subscription } from '@washdesk/contracts/billing/subscription';
import { Role, rolesFromNames, roleNames } from '@washdesk/rules/company/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnsweringSite } from './answering-site.ts';
import { ApiClient } from './api-client.ts';
import { startBillingCloud, type BillingCloud } from './billing-cloud.ts';
import { enrolledRegister, signedIn, type Headers } from './callers.ts';
import { pathOf, send } from './calls.ts';
import { chargeCard } from './cards.ts';
import { ok } from './member-views.ts';
import { samples } from './samples.ts';

let cloud: BillingCloud;
let site: AnsweringSite;
let headers: Headers;
let register: string;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  headers = { ...(await signedIn(cloud, { roles: rolesFromNames(roleNames) | Role.Admin })), ...(await enrolledRegister(cloud)) };
  register = (await cloud.database.db.selectFrom('device').select('id').executeTakeFirstOrThrow()).id;
  site = await AnsweringSite.at(12, cloud);
  site.answers['sitewatch.clear-comment'] = () => ({ found: true });
  await site.online(cloud);
});
afterAll(async () => {
  await site.close();
  await cloud.stop();
});

const auditSince = (id: string) => cloud.database.db.selectFrom('audit').selectAll().where('id', '>', id).orderBy('id').execute();
const lastAudit = async (): Promise<string> =>
  (await cloud.database.db.selectFrom('audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ??
  '00000000-0000-7000-8000-000000000000';

describe('every audit row that a call writes', () => {
  it('has the id of its call and the device, whichever call of the contracts it is', async () => {
    for (const endpoint of allEndpoints) {
      const { params = {}, query = {}, body } = samples[endpoint.id] ?? {};
      const before = await lastAudit();
      const requestId = `call-${endpoint.id}`;
      const answer = await send(cloud.url, {
        method: endpoint.method,
        path: `${pathOf(endpoint, params)}?${new URLSearchParams(query).toString()}`,
        headers: { ...headers, 'x-request-id': requestId, ...(endpoint.idempotency && { 'idempotency-key': randomUUID() }) },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const theirs = (await auditSince(before)).filter((row) => !row.request_id?.startsWith('job:'));
      const named = theirs.map((row) => ({ action: row.action, request: row.request_id, device: row.device }));
      const device = endpoint.id === 'enrol' ? (expect.any(String) as string) : register;
      expect(named, `${endpoint.id} ${answer.status}`).toEqual(theirs.map(({ action }) => ({ action, request: requestId, device })));
    }
    expect((await auditSince('00000000-0000-7000-8000-000000000000')).length).toBeGreaterThan(8);
  });

  it('has them where an operation, and the job that it causes, writes it', async () => {
    const person = new ApiClient(cloud.url, { ...headers, 'x-request-id': 'call-of-operations' });
    const before = await lastAudit();
    const { customer } = await cloud.member();
    const { id } = await ok(person.post<Subscription>('/subscription', { customer, PlanId: 'price_SuperKiss_12' }));
    const charge = await chargeCard(cloud, customer, 2_999);
    await ok(person.post(`/refund/${charge}`, { amount: 500, notes: 'Wet seats' }));
    await ok(person.post(`/subscription/${id}/terminate`, { reason: 'moved' }));
    const rows = await auditSince(before);
    const of = (action: string) => rows.filter((row) => row.action === action);
    for (const action of ['subscription.started', 'charge.refunded', 'subscription.terminated'])
      expect(of(action)).toMatchObject([{ request_id: 'call-of-operations', device: register }]);
  });
});
