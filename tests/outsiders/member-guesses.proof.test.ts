import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { send } from '@washdesk/cloud-api/testing/calls';
import { sizeOf } from '@washdesk/test-support/sizes';

const { guesses } = sizeOf('members');
/** As `mostGuesses` and `mostRequests` in the sign-in of members. */
const [perNetwork, perCompany, requestsPerNetwork, perLink] = [20, 300, 60, 5];

let cloud: BillingCloud;
let contacts: string[];

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z', members: 400, settings: { WASHDESK_PROXIES: '1' } });
  const { db } = cloud.database;
  const members = await db
    .selectFrom('mirror_customer as c')
    .innerJoin('mirror_subscription as s', 's.customer', 'c.id')
    .select(['c.email', 'c.phone', 'c.plate'])
    .distinctOn('c.id')
    .where('c.deleted_at', 'is', null)
    .execute();
  contacts = members.flatMap(({ email, phone, plate }) => [email, phone, plate].flatMap((contact) => contact || []));
});
afterAll(() => cloud.stop());

/** The address of a network, by its number or as given. */
const from = (place: number | string): Record<string, string> =>
  typeof place === 'string' ? { 'x-forwarded-for': place } : { 'x-forwarded-for': `10.${Math.floor(place / 250) + 1}.${place % 250}.7` };

async function post(
  path: string,
  body: object,
  network: number | string,
): Promise<{ status: number; body: Record<string, unknown>; ms: number }> {
  const began = performance.now();
  const { status, text } = await send(cloud.url, { method: 'POST', path, headers: from(network), body: JSON.stringify(body) });
  return { status, body: JSON.parse(text) as Record<string, unknown>, ms: performance.now() - began };
}

/** How often a random time of one is longer than one of the other: 0.5 if nothing tells them apart. */
function shareLonger(ones: readonly number[], others: readonly number[]): number {
  const wins = ones.flatMap((one) => others.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)));
  return wins.reduce((sum: number, win) => sum + win, 0) / wins.length;
}

const auditOf = (action: string) => cloud.database.db.selectFrom('audit').select('after').where('action', '=', action).execute();

describe('guesses at who is a member', () => {
  it('reveal nothing, in words and in time, and are slowed', async () => {
    const answers = new Set<string>();
    const ms = { member: [] as number[], stranger: [] as number[] };
    const perPlace = requestsPerNetwork - 10;
    for (let turn = 0; turn < guesses; turn += 1) {
      const isMember = turn % 2 === 0;
      const contact = contacts[(turn / 2) % contacts.length];
      const typed = isMember && contact ? contact : `stranger${turn}@nowhere.test`;
      const answer = await post('/member/signin', { contact: typed }, Math.floor(turn / perPlace));
      const { request, ...rest } = answer.body;
      expect(request).toMatch(/^[\da-f-]{36}$/);
      answers.add(JSON.stringify([answer.status, rest]));
      ms[isMember ? 'member' : 'stranger'].push(answer.ms);
    }
    expect([...answers]).toEqual(['[200,{"minutes":15}]']);
    const longer = shareLonger(ms.member, ms.stranger);
    expect(longer, `members take longer than strangers in ${longer}`).toBeGreaterThan(0.4);
    expect(longer, `members take longer than strangers in ${longer}`).toBeLessThan(0.6);
    const codes = [];
    for (let turn = 0; turn <= requestsPerNetwork; turn += 1) {
      codes.push((await post('/member/signin', { contact: 'stranger@nowhere.test' }, 900)).body['code']);
    }
    expect(codes.filter((code) => code !== undefined)).toEqual(['too_many_requests']);
  });
});

describe('guesses at a link or code', () => {
  const networks = Math.ceil(guesses / 40);

  it('open nothing, are judged twenty times an hour and network, and IT is told', async () => {
    const codes: unknown[] = [];
    for (let turn = 0; turn < guesses; turn += 1) {
      const token = randomUUID().replaceAll('-', '').padEnd(43, 'x');
      codes.push((await post('/member/session', { token }, 1_000 + (turn % networks))).body['code']);
    }
    const judged = codes.filter((code) => code === 'link_invalid').length;
    expect(judged).toBe(Math.min(guesses, perNetwork * networks));
    expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(guesses - judged);
    expect(await auditOf('member.guessing')).toHaveLength(networks);
  });

  it('are judged eighty times an hour and IPv6 /48, and requests of it answered two hundred and forty times', async () => {
    const codes: unknown[] = [];
    for (let turn = 0; turn < 90; turn += 1) {
      codes.push((await post('/member/session', { token: 'w'.repeat(43) }, `2001:db8:7:${turn}::1`)).body['code']);
    }
    expect(codes.filter((code) => code === 'link_invalid')).toHaveLength(80);
    const asked: unknown[] = [];
    for (let turn = 0; turn < 250; turn += 1) {
      asked.push((await post('/member/signin', { contact: 'stranger@nowhere.test' }, `2001:db8:8:${turn}::1`)).body['code']);
    }
    expect(asked.filter((code) => code === 'too_many_requests')).toHaveLength(10);
  });

  it('stop all codes after three hundred wrong ones for members, from however many networks, and links still work', async () => {
    const { db } = cloud.database;
    const { id: customer } = await db.selectFrom('mirror_customer').select('id').limit(1).executeTakeFirstOrThrow();
    const expires = new Date(Date.now() + 900_000);
    const links = Array.from({ length: Math.ceil(guesses / perLink) }, () => ({
      id: randomUUID(),
      token_hash: randomBytes(32),
      code_hash: randomBytes(32),
    }));
    await db
      .insertInto('member_link')
      .values(links.map((link) => ({ ...link, kind: 'sign-in' as const, customer, expires })))
      .execute();
    const codes: unknown[] = [];
    for (let turn = 0; turn < guesses; turn += 1) {
      const body = { request: links[Math.floor(turn / perLink)]!.id, code: String(turn).padStart(6, '0') };
      codes.push((await post('/member/session', body, 3_000 + turn)).body['code']);
    }
    expect(codes.filter((code) => code === 'code_wrong')).toHaveLength(Math.min(guesses, perCompany));
    expect((await post('/member/session', { token: 'x'.repeat(43) }, 9_000)).body['code']).toBe('link_invalid');
    expect(await cloud.database.db.selectFrom('member_session').select('id').execute()).toEqual([]);
  });
});
