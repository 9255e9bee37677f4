import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeRelease } from '@washdesk/cloud-api/adapters/releases-folder/release.fixture';
import { signUp } from '@washdesk/cloud-api/features/members/signatures/sign-up.fixture';
import { AnsweringSite } from '@washdesk/cloud-api/testing/answering-site';
import { enrolledRegister, signedIn, signedInMember, withCookies, type Headers } from '@washdesk/cloud-api/testing/callers';
import { pathOf, send, type Answer } from '@washdesk/cloud-api/testing/calls';
import { startCloud, type Cloud } from '@washdesk/cloud-api/testing/cloud';
import { allEndpoints } from '@washdesk/contracts/all';
import { samples } from '@washdesk/contracts/all-samples.fixture';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { member, type Sample } from '@washdesk/contracts/samples.fixture';
import { Role, roleNames, rolesFromNames } from '@washdesk/rules/company/roles';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { rowCounts } from './row-counts.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'washdesk-releases-'));

let cloud: Cloud;
let site: AnsweringSite;
let headers: Headers;

const clubPlan = {
  objid: 40,
  name: 'STR SUPER KISS',
  redeemId: 30,
  clubAccess: 'A',
  isStripe: true,
  productClass: 'Super Kiss',
  active: true,
};
const card = { number: '629892231000000001', customer: member.customer };

beforeAll(async () => {
  writeRelease(folder, '1.5.0');
  cloud = await startCloud({ WASHDESK_RELEASES_FOLDER: folder });
  const roles = rolesFromNames(roleNames) | Role.Admin;
  const number = settingDefaults.cacheClearEmployeeId;
  headers = {
    ...(await signedIn(cloud, { roles, number, terminal: 'Washcashier1' })),
    ...withCookies(await enrolledRegister(cloud), await signedInMember(cloud)),
  };
  site = await AnsweringSite.at(12, cloud);
  site.answers = {
    'sitewatch.clear-comment': () => ({ found: true }),
    'sitewatch.replace-code': () => ({ result: 'replaced', code: null }),
    'sitewatch.customer-by-code': () => ({ customer: null }),
    'sitewatch.activate-plan': ({ productClass, expires }) => ({
      found: true,
      plan: { planName: productClass, isStripe: false, productClass, starts: null, expires },
    }),
    'sitewatch.club-plans': () => ({ plans: [clubPlan] }),
    'sitewatch.save-club-plan': () => ({ plan: clubPlan }),
    'sitewatch.converge': () => ({ objid: 4711, created: false, codes: [] }),
  };
  await site.online(cloud);
  const at = new Date();
  const { db } = cloud.database;
  await db
    .insertInto('loyalty_member')
    .values({ customer: member.customer, linked: true, groups: ['None'], created: at, changed: at })
    .execute();
  await db
    .insertInto('loyalty_card')
    .values({ ...card, created: at, changed: at })
    .execute();
});
afterAll(async () => {
  await site.close();
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

async function call(endpoint: Endpoint, { params = {}, query = {}, body }: Sample, key?: string): Promise<Answer> {
  return send(cloud.url, {
    method: endpoint.method,
    path: `${pathOf(endpoint, params)}?${new URLSearchParams(query).toString()}`,
    headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

const endpointOf = (id: string): Endpoint => allEndpoints.find((endpoint) => endpoint.id === id)!;
async function answered(id: string, sample: Sample = samples[id] ?? {}): Promise<Record<string, unknown>> {
  const { status, text } = await call(endpointOf(id), sample, randomUUID());
  expect(status, `${id}: ${text}`).toBeLessThan(300);
  return JSON.parse(text) as Record<string, unknown>;
}

async function failedJob(): Promise<Sample> {
  const id = randomUUID();
  const now = new Date();
  const job = { kind: 'once', what: 'alert', key: id, payload: JSON.stringify({ reason: 'Call Ada' }), state: 'failed' };
  await cloud.database.db
    .insertInto('job')
    .values({ ...job, id, site: null, customer: null, due: now, deadline: now, created: now, claimed_until: null, settled: null })
    .execute();
  return { params: { id } };
}

async function abuseFlag(): Promise<Sample> {
  const [id, seen] = [randomUUID(), new Date('2026-11-21T15:00:00Z')];
  const facts = JSON.stringify({ kind: 'daily-limit', days: 1, most: 5, limit: 3 });
  const flag = {
    id,
    kind: 'daily-limit' as const,
    subject: `customer:${member.customer}`,
    customer: member.customer,
    sites: [12],
    strength: 1,
  };
  await cloud.database.db
    .insertInto('abuse_flag')
    .values({ ...flag, facts, evidence: '[]', first_seen: seen, last_seen: seen, state: 'open' })
    .execute();
  return { ...samples['decideAbuseFlag'], params: { id } };
}

async function noteId(): Promise<string> {
  const { notes } = (await answered('addNote')) as { notes: { id: string }[] };
  return notes[0]!.id;
}

async function newDevice(): Promise<{ id: string }> {
  await enrolledRegister(cloud);
  return cloud.database.db.selectFrom('device').select('id').orderBy('enrolled', 'desc').limit(1).executeTakeFirstOrThrow();
}

async function draftIncrease(): Promise<string> {
  const id = randomUUID();
  const choice = JSON.stringify({ v: 1, prices: [], signedUpFrom: null, signedUpBefore: null });
  await cloud.database.db
    .insertInto('price_increase')
    .values({ id, name: 'Next year', created: new Date(), created_by: 'Sam', asked: id, choice, effective: '2027-02-01', state: 'draft' })
    .execute();
  return id;
}

async function signUpReceipt(): Promise<Sample> {
  const { receipt } = await signUp(cloud.database);
  return { body: { receiptid: receipt } };
}

async function signatureId(): Promise<string> {
  return String((await answered('requestSignature', await signUpReceipt()))['id']);
}

async function usageOfCaller(): Promise<Sample> {
  const id = randomUUID();
  const at = new Date();
  const usage = { customer: member.customer, subscription: null, code: member.plate, plan_name: '', site: 12, terminal: null, at };
  await cloud.database.db
    .insertInto('usage')
    .values({ ...usage, id, employee: settingDefaults.cacheClearEmployeeId, source: 'redeem', sale_id: null })
    .execute();
  const job = {
    kind: 'once',
    what: 'sitewatch.record-usage',
    key: id,
    payload: '{}',
    state: 'pending',
    site: 12,
    customer: member.customer,
  };
  const due = new Date(at.getTime() + 60_000);
  await cloud.database.db
    .insertInto('job')
    .values({ ...job, id, due, deadline: due, created: at, claimed_until: null, settled: null })
    .execute();
  return { params: { id } };
}

const newServiceAccount = async (): Promise<Sample> => ({
  params: { client_id: String((await answered('createServiceAccount'))['client_id']) },
});

async function doneOperation(): Promise<Sample> {
  const id = randomUUID();
  const now = new Date();
  const request = {
    kind: 'charge',
    scope: 'staff:101',
    route: '/charge',
    key: id,
    request_hash: Buffer.alloc(32),
    by: '{}',
    attempts: '{}',
  };
  const times = { claimed_until: now, due: now, settled: now };
  await cloud.database.db
    .insertInto('operation')
    .values({
      ...request,
      ...times,
      id,
      customer: null,
      exclusive: null,
      facts: null,
      state: 'done',
      status: 200,
      body: '{}',
      last_error: null,
    })
    .execute();
  return { params: { id } };
}

async function noRollout(): Promise<void> {
  await cloud.database.db.updateTable('release_rollout').set({ state: 'canceled', ended: new Date() }).execute();
}

async function openRollout(): Promise<string> {
  await noRollout();
  const { rollout } = (await answered('startRollout')) as { rollout: { id: string } };
  return rollout.id;
}

async function carAtLane(): Promise<Sample> {
  const id = randomUUID();
  const trace = { id, site: 12, began: new Date(), lane: 1, gate: null, code: null, customer: null, command: null, employee: null };
  await cloud.database.db
    .insertInto('lane_trace')
    .values({ ...trace, outcome: 'suggested', reason: null, hops: '[]' })
    .execute();
  return { ...samples['decideLaneRead'], params: { id } };
}

async function alertRecipient(): Promise<Sample> {
  const { id } = await answered('addAlertRecipient');
  return { params: { id: String(id) } };
}

/** The calls whose sample changes nothing without preparation. */
const prepared: Record<string, () => Promise<Sample>> = {
  clearErrors: async () => {
    await answered('reportError');
    return {};
  },
  endSessions: async () => {
    await signedIn(cloud, { roles: Role.Cashier, number: 777 });
    return { body: { employee: 777 } };
  },
  deleteServiceAccount: newServiceAccount,
  takeOverServiceAccount: newServiceAccount,
  resumeOperation: doneOperation,
  deleteCacheKey: async () => {
    await answered('locationPlans');
    const { keys } = (await answered('listCacheKeys', {})) as { keys: { key: string }[] };
    return { params: { key: keys[0]!.key } };
  },
  changePromo: async () => {
    const { id } = await answered('addPromo');
    return { ...samples['changePromo'], params: { id: String(id) } };
  },
  restoreSiteConfiguration: async () => {
    const params = { site: '27' };
    await answered('saveSiteConfiguration', { ...samples['saveSiteConfiguration'], params });
    return { params, body: { version: 1, basedOn: 1, reason: 'The new gate failed' } };
  },
  declineErasure: async () => {
    await answered('requestMemberErasure');
    return samples['declineErasure'] ?? {};
  },
  acknowledgeAlert: async () => {
    const alert = { cause: `notice:${randomUUID()}`, site: null, level: 'wait', sentence: 'A test', step: null, lasting: false } as const;
    const row = { ...alert, id: randomUUID(), times: 1, opened: new Date() };
    await cloud.database.db.insertInto('alert').values(row).execute();
    return { params: { id: row.id } };
  },
  removeAlertRecipient: alertRecipient,
  testAlertRecipient: alertRecipient,
  retryJob: failedJob,
  dismissJob: async () => ({ ...(await failedJob()), body: { reason: 'Done by hand' } }),
  decideAbuseFlag: abuseFlag,
  deleteNote: async () => ({ params: { id: await noteId() } }),
  markNote: async () => ({ ...samples['markNote'], params: { id: await noteId() } }),
  requestSignature: signUpReceipt,
  cancelSignature: async () => ({ params: { id: await signatureId() } }),
  signAgreement: async () => ({ body: { ...(samples['signAgreement']?.body as object), id: await signatureId() } }),
  markLettersPrinted: async () => ({ ...samples['markLettersPrinted'], params: { id: await draftIncrease() } }),
  changeIncrease: async () => ({ params: { id: await draftIncrease() }, body: { state: 'discarded' } }),
  changeStaff: async () => {
    await answered('addStaff', { body: { number: 999_997, name: 'Nadia Novak', roles: ['Cashier'] } });
    return { params: { number: '999997' }, body: { roles: ['SalesManager'], active: false } };
  },
  decideIdentity: async () => {
    await answered('addStaff', { body: { number: 999_996, name: 'Nadia Novak', roles: ['Cashier'] } });
    const employee = { site: 12, number: 999_996, first_name: 'Bo', last_name: 'Berg', active: true, seen: new Date() };
    await cloud.database.db.insertInto('site_employee').values(employee).execute();
    return { params: { number: '999996' }, body: { sitewatchName: 'Bo Berg', is: 'same' } };
  },
  setDeviceNetworks: async () => ({ ...samples['setDeviceNetworks'], params: await newDevice() }),
  revokeDevice: async () => ({ params: await newDevice() }),
  startRollout: async () => {
    await noRollout();
    return samples['startRollout'] ?? {};
  },
  changeRollout: async () => ({ ...samples['changeRollout'], params: { id: await openRollout() } }),
  undoRedeem: usageOfCaller,
  decideLaneRead: carAtLane,
  updateSitewatchCustomer: () => Promise.resolve({ body: { customer: member.customer } }),
};

/** Repetitions covered by other tests: these calls need a device, a plan at the provider or a difference. */
const testedElsewhere: Record<string, string> = {
  startComparison: 'cloud-api/src/features/system/reconcile/reconcile.integration.test.ts',
  compareCustomer: 'cloud-api/src/features/system/reconcile/reconcile.integration.test.ts',
  repairDifferences: 'cloud-api/src/features/system/reconcile/reconcile.integration.test.ts',
  repairDifference: 'cloud-api/src/features/system/reconcile/reconcile.integration.test.ts',
  undoRepair: 'cloud-api/src/features/system/reconcile/reconcile.integration.test.ts',
  dismissDifference: 'cloud-api/src/features/system/reconcile/reconcile.integration.test.ts',
  checkGate: 'cloud-api/src/features/lane/gates/gates.integration.test.ts',
  openGate: 'cloud-api/src/features/lane/gates/gates.integration.test.ts',
  printReceipt: 'cloud-api/src/features/billing/receipts/printing.integration.test.ts',
  acknowledgeIncrease: 'cloud-api/src/features/billing/receipts/printing.integration.test.ts',
};

/**
 * Counts the rows that a repetition must not add. Excludes what the cloud adds automatically: jobs at other sites, and the end of an audit
 * check.
 */
async function rows(): Promise<Record<string, number>> {
  return cloud.database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { job: _, ...counted } = await rowCounts({ db: tx });
      const ended = await tx.selectFrom('whole_audit').select('id').where('action', '=', 'audit.checked').execute();
      return { ...counted, audit: counted['audit']! - ended.length };
    });
}

/** The titles have method and path, by which `npm test -- --changed` selects the calls of a changed contract. */
const callsOf = (idempotency: Endpoint['idempotency']) =>
  allEndpoints.filter((one) => one.idempotency === idempotency && !(one.id in testedElsewhere));

describe('a call that takes a key', () => {
  it.each([...callsOf('optional'), endpointOf('deleteNote')])(
    '$method $path writes once for one key, and answers the same again',
    async (endpoint) => {
      const { id } = endpoint;
      const sample = (await prepared[id]?.()) ?? samples[id] ?? {};
      const key = randomUUID();
      const before = await rows();
      const first = await call(endpoint, sample, key);
      expect(first.status, first.text).toBeLessThan(300);
      const after = await rows();
      expect(after['answer']).toBe(before['answer']! + 1);
      const again = await call(endpoint, sample, key);
      expect(again).toMatchObject({ status: first.status, text: first.text });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await rows()).toEqual(after);
    },
  );

  it('is refused under the key of another request', async () => {
    const key = randomUUID();
    await call(endpointOf('addPromo'), { body: { description: 'One' } }, key);
    expect(await call(endpointOf('addPromo'), { body: { description: 'Two' } }, key)).toMatchObject({ status: 422 });
  });

  it('is made each time without one', async () => {
    const promos = async () => Number((await answered('listPromos', {}))['count']);
    const before = await promos();
    for (const _ of [1, 2]) expect((await call(endpointOf('addPromo'), samples['addPromo']!)).status).toBe(200);
    expect(await promos()).toBe(before + 2);
  });
});

describe('a call that is idempotent by nature', () => {
  it.each(callsOf('natural'))('$method $path changes nothing more when it is repeated, and answers the same', async (endpoint) => {
    const { id } = endpoint;
    const sample = (await prepared[id]?.()) ?? samples[id] ?? {};
    const first = await call(endpoint, sample);
    expect(first.status, first.text).toBeLessThan(300);
    const after = await rows();
    const again = await call(endpoint, sample);
    expect(again).toMatchObject({ status: first.status, text: first.text });
    expect(await rows()).toEqual(after);
  });
});
