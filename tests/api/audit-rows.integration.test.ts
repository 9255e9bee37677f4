import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnsweringSite } from '@washdesk/cloud-api/testing/answering-site';
import { ApiClient } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { enrolledRegister, signedIn, type Headers } from '@washdesk/cloud-api/testing/callers';
import { pathOf, send } from '@washdesk/cloud-api/testing/calls';
import { chargeCard } from '@washdesk/cloud-api/testing/cards';
import { ok } from '@washdesk/cloud-api/testing/member-views';
import { allEndpoints } from '@washdesk/contracts/all';
import { samples } from '@washdesk/contracts/all-samples.fixture';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { Role, rolesFromNames, roleNames } from '@washdesk/rules/company/roles';

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

/** Sends the sample of a contract as a user with all rights, at the register. */
async function callOf(endpoint: Endpoint): Promise<[call: string | null, endpoint: string]> {
  const { params = {}, query = {}, body } = samples[endpoint.id] ?? {};
  const { headers: answered } = await send(cloud.url, {
    method: endpoint.method,
    path: `${pathOf(endpoint, params)}?${new URLSearchParams(query).toString()}`,
    headers: { ...headers, ...(endpoint.idempotency && { 'idempotency-key': randomUUID() }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return [answered.get('x-request-id'), endpoint.id];
}

const auditSince = (id: string) => cloud.database.db.selectFrom('whole_audit').selectAll().where('id', '>', id).orderBy('id').execute();
const lastAudit = async (): Promise<string> =>
  (await cloud.database.db.selectFrom('whole_audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ??
  '00000000-0000-7000-8000-000000000000';

describe('every audit row that a call writes', () => {
  it('has the id of its call and the device, whichever call of the contracts it is', async () => {
    const before = await lastAudit();
    const waiting = [...allEndpoints];
    const calls = new Map<string | null, string>();
    const worker = async (): Promise<void> => {
      for (let endpoint = waiting.shift(); endpoint !== undefined; endpoint = waiting.shift()) calls.set(...(await callOf(endpoint)));
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    const rows = await auditSince(before);
    expect(rows.length).toBeGreaterThan(6);
    const named = ({ request_id: call, device }: (typeof rows)[number]): boolean =>
      call !== null && (/^(job|webhook):/.test(call) || (calls.has(call) && (device === register || calls.get(call) === 'enrol')));
    expect(rows.filter((row) => !named(row))).toEqual([]);
  });

  it('has them where an operation, and the job that it causes, writes it', async () => {
    const person = new ApiClient(cloud.url, headers);
    const before = await lastAudit();
    const { customer } = await cloud.member();
    const { id } = await ok(person.post<Subscription>('/subscription', { customer, PlanId: 'price_SuperKiss_12' }));
    const charge = await chargeCard(cloud, customer, 2_999);
    await ok(person.post(`/refund/${charge}`, { amount: 500, notes: 'Wet seats' }));
    await ok(person.post(`/subscription/${id}/terminate`, { reason: 'moved' }));
    const rows = await auditSince(before);
    const of = (action: string) => rows.filter((row) => row.action === action);
    for (const action of ['subscription.started', 'charge.refunded', 'subscription.terminated'])
      expect(of(action)).toMatchObject([{ request_id: expect.stringMatching(/^[\da-f-]{36}$/), device: register }]);
  });
});
