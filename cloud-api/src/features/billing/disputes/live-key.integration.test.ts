import { randomUUID } from 'node:crypto';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stripePayments } from '../../../adapters/stripe/stripe-payments.ts';
import { cashier, testOperations } from '../../../operations/operations.fixture.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { chargeCard, customerWith } from '../../../testing/cards.ts';
import { DisputesService } from './disputes.service.ts';

let cloud: BillingCloud;
let account: Awaited<ReturnType<typeof liveAccount>>;
let disputes: DisputesService;
const admin = { ...cashier, roles: 0xffff };

/** Accepts live keys and forwards their calls to the simulator, which accepts only test keys. */
async function liveAccount(port: number) {
  const calls: { path: string; body: string }[] = [];
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      if (incoming.method === 'POST') calls.push({ path: incoming.url ?? '', body });
      const headers = { ...incoming.headers, authorization: 'Bearer sk_test_behind' };
      const passed = forward({ host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      passed.end(body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const stop = () =>
    new Promise((closed) => {
      server.close(closed);
      server.closeAllConnections();
    });
  return { port: (server.address() as AddressInfo).port, calls, stop };
}

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  account = await liveAccount(cloud.stripe.port);
  const { db } = cloud.database;
  const address = { host: '127.0.0.1', port: account.port, protocol: 'http' } as const;
  const payments = stripePayments({ ...address, secretKey: 'sk_live_washdesk', backgroundPerSecond: 1_000 });
  const operations = testOperations({ db, payments, clock: cloud.clock });
  const unread = () => Promise.reject(new Error('Unexpected read'));
  disputes = new DisputesService({ db, operations, clock: cloud.clock, refresh: unread, readFresh: unread });
});
beforeEach(() => void account.calls.splice(0));
afterAll(async () => {
  await account.stop();
  await cloud.stop();
});

async function disputed(): Promise<string> {
  const { customer } = await customerWith(cloud, 'pm_card_createDispute');
  const charge = await chargeCard(cloud, customer, 2_999);
  const [dispute] = (await cloud.sdk.disputes.list({ charge })).data;
  return dispute!.id;
}

const mark = (dispute: string, words: string) => disputes.submitSignature(admin, randomUUID(), dispute, words);
const auditOf = (dispute: string) =>
  cloud.database.db
    .selectFrom('whole_audit')
    .select(['actor', 'action'])
    .where('subject', '=', `dispute:${dispute}`)
    .where('actor', '<>', 'stripe')
    .execute();

describe('with a live key', () => {
  it('a dispute that is marked lost is closed at Stripe, once', async () => {
    const dispute = await disputed();
    expect(await mark(dispute, 'losing_evidence')).toMatchObject({ status: 'lost' });
    expect(account.calls.map(({ path }) => path)).toEqual([`/v1/disputes/${dispute}/close`]);
    expect(JSON.stringify(account.calls)).not.toContain('losing_evidence');
    expect(await auditOf(dispute)).toEqual([{ actor: '101', action: 'dispute.evidence' }]);
    await expect(mark(dispute, 'losing_evidence')).rejects.toMatchObject({ status: 409, code: 'dispute_closed' });
  });

  it('a dispute that is marked won hands in what is stored with it', async () => {
    const dispute = await disputed();
    const metadata = { evidencepack: 'one that somebody prepared' };
    await cloud.sdk.disputes.update(dispute, { evidence: { uncategorized_text: 'Signed at the counter' }, metadata, submit: false });
    await cloud.settled();
    expect(await mark(dispute, 'winning_evidence')).toMatchObject({ status: 'under_review' });
    expect(await cloud.sdk.disputes.retrieve(dispute)).toMatchObject({
      evidence: { uncategorized_text: 'Signed at the counter' },
      evidence_details: { submission_count: 1 },
    });
    expect(JSON.stringify(account.calls)).not.toContain('winning_evidence');
  });

  it('nothing is submitted without a prepared pack, whatever Stripe filled in, and the dispute stays open', async () => {
    const dispute = await disputed();
    await cloud.sdk.disputes.update(dispute, { evidence: { customer_name: 'Ada Moore' }, submit: false });
    await cloud.settled();
    await expect(mark(dispute, 'winning_evidence')).rejects.toMatchObject({ status: 409, code: 'evidence_missing' });
    expect(account.calls).toEqual([]);
    expect(await cloud.sdk.disputes.retrieve(dispute)).toMatchObject({ status: 'needs_response' });
    expect(await auditOf(dispute)).toEqual([]);
  });
});
