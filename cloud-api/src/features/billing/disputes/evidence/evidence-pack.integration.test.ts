import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Dispute } from '@washdesk/contracts/billing/dispute';
import { largestEvidence, type EvidencePack } from '@washdesk/contracts/billing/dispute-evidence';
import { agreementOf, storedAgreement } from '../../../../documents/agreement.ts';
import { writeReceipt } from '../../../../documents/receipt.ts';
import { clientAs, type ApiClient } from '../../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../../testing/billing-cloud.ts';
import { chargeCard, customerWith } from '../../../../testing/cards.ts';

let cloud: BillingCloud;
let admin: ApiClient;
let support: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  admin = await clientAs(cloud, 'Admin');
  support = await clientAs(cloud, 'SupportCenter');
});
afterAll(() => cloud.stop());

/** Creates a charge disputed right after payment. */
async function disputed(): Promise<{ customer: string; charge: string; dispute: string }> {
  const { customer } = await customerWith(cloud, 'pm_card_createDispute');
  const address = { line1: '1 Main St', city: 'Peoria', state: 'IL', postal_code: '61602' };
  await cloud.sdk.customers.update(customer, { email: 'ada@example.com', address });
  const charge = await chargeCard(cloud, customer, 2_999);
  const [dispute] = (await cloud.sdk.disputes.list({ charge })).data;
  return { customer, charge, dispute: dispute!.id };
}

/** The smallest valid PNG. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

/** Records a sign-up with a signed agreement. */
async function signedSignUp(customer: string, at: Date, plan = 'Super Kiss', typedName: string | null = null): Promise<void> {
  const { db } = cloud.database;
  const facts = {
    member: 'Đặng, Ada',
    code: 'ABC123-IL',
    subscription: `sub_${randomUUID().slice(0, 8)}`,
    plan,
    price: 2_999,
    dueToday: 1_000,
    card: { brand: 'visa', last4: '4242' },
    duration: 3,
  };
  const sold = { customer, site: 12, terminal: 'Washcashier1', agent: 'Sam Fuller' };
  const receipt = await db
    .transaction()
    .execute((tx) => writeReceipt(tx, { ...sold, kind: 'signup', subject: facts.subscription, operation: null, employee: 101, facts, at }));
  const hash = Buffer.alloc(32);
  const image = typedName === null ? png : null;
  const agreement = JSON.stringify(storedAgreement(agreementOf({ ...sold, id: receipt, at, facts })));
  await sql`
    insert into signature (
      id, customer, receipt, site, agreement, agreement_hash, state, image, image_hash, typed_name, requested, requested_by, signed_at)
    values (${randomUUID()}, ${customer}, ${receipt}, 12, ${agreement}, ${hash}, 'signed', ${image}, sha256(${image}), ${typedName},
      ${at}, '101', ${at})`.execute(db);
}

/** Records a member's history: a signed sign-up, washes, an opened gate, a message. */
async function memberYear(customer: string, washes = 3): Promise<void> {
  const { db } = cloud.database;
  const at = new Date('2026-03-02T18:15:00Z');
  await signedSignUp(customer, at);
  for (let wash = 0; wash < washes; wash += 1) {
    const when = new Date(Date.parse('2026-10-01T17:05:00Z') + (wash % 50) * 86_400_000 + wash * 1_000);
    await sql`
      insert into usage (id, customer, code, plan_name, site, source, at)
      values (${randomUUID()}, ${customer}, 'ABC123-IL', 'Super Kiss', 12, 'redeem', ${when})`.execute(db);
  }
  await sql`
    insert into gate_command (id, site, gate, principal, asked, customer, result)
    values (${randomUUID()}, 12, 'north', '101', '2026-10-01T17:05:30Z', ${customer}, 'opened')`.execute(db);
  await sql`
    insert into message (id, channel, recipient, kind, text, customer, state, requested)
    values (${randomUUID()}, 'email', 'ada@example.com', 'welcome', 'Welcome', ${customer}, 'sent', ${at})`.execute(db);
  await sql`
    insert into note (id, customer, note, attention, agent, created)
    values (${randomUUID()}, ${customer}, 'Rude at the counter', false, 'Dana', ${at})`.execute(db);
}

const evidenceOf = async (dispute: string): Promise<EvidencePack> => (await support.get<EvidencePack>(`/dispute/${dispute}/evidence`)).body;

async function pagesOf(dispute: string, pack?: string): Promise<string[]> {
  const { status, body } = await support.get<{ pdf: string }>(`/dispute/${dispute}/evidence/pdf${pack ? `?pack=${pack}` : ''}`);
  expect(status).toBe(200);
  const [head, data] = body.pdf.split(',');
  expect(head).toBe('data:application/pdf;base64');
  const document = await getDocumentProxy(new Uint8Array(Buffer.from(data!, 'base64')));
  return (await extractText(document)).text;
}

const audited = (dispute: string) =>
  cloud.database.db
    .selectFrom('whole_audit')
    .select(['action', 'actor'])
    .where('subject', '=', `dispute:${dispute}`)
    .where('actor', '<>', 'stripe')
    .orderBy('at')
    .orderBy('id')
    .execute();

describe('the evidence of a dispute', () => {
  it('names a signature that was typed', async () => {
    const { customer, dispute } = await disputed();
    await signedSignUp(customer, new Date('2026-03-02T18:15:00Z'), 'Super Kiss', 'Ada Đặng');
    expect((await evidenceOf(dispute)).parts).toContainEqual({ part: 'signature', count: 1 });
    expect((await pagesOf(dispute)).join(' ')).toMatch(/Signed by Đặng, Ada on .+, by typing the name: Ada Đặng/);
  });

  it('is suggested from what the company knows, and from nothing that staff wrote for themselves', async () => {
    const { customer, dispute } = await disputed();
    await memberYear(customer);
    const { texts, parts, ...pack } = await evidenceOf(dispute);
    expect(pack).toEqual({ dispute, open: true, pack: null, saved: null, submitted: null });
    expect(parts).toEqual([
      { part: 'agreement', count: 1 },
      { part: 'signature', count: 1 },
      { part: 'receipts', count: 1 },
      { part: 'washes', count: 3 },
      { part: 'messages', count: 1 },
      { part: 'charges', count: 0 },
    ]);
    expect(texts).toMatchObject({
      customer_name: 'Moore, Ada',
      customer_email_address: 'ada@example.com',
      billing_address: '1 Main St\nPeoria, IL 61602',
      service_date: 'November 21, 2026',
      cancellation_rebuttal: '',
      duplicate_charge_explanation: '',
    });
    expect(texts.product_description).toContain('Membership "Super Kiss" at $29.99 a month before tax');
    // some plans include one wash per month
    expect(texts.product_description).not.toContain('unlimited');
    expect(texts.access_activity_log.split('\n')).toHaveLength(4);
    expect(texts.access_activity_log).toContain('Oct 1, 2026, 12:05 PM, ');
    expect(texts.access_activity_log).toContain('North gate');
    expect(texts.cancellation_policy_disclosure).toContain('signed by the customer on Mar 2, 2026');
    expect(texts.uncategorized_text).toContain('email (welcome) to ada@example.com');
    expect(JSON.stringify(texts)).not.toContain('Rude');
    const pages = (await pagesOf(dispute)).join('\n');
    for (const words of ['Evidence for a disputed charge', '$29.99', 'Signed by Đặng, Ada', 'Washes (3 in all', 'ABC123-IL', 'Page 1 of'])
      expect(pages).toContain(words);
    expect(pages).not.toContain('Rude');
  });

  it('names a counter sale as one, and quotes no plan for it', async () => {
    const { customer, charge, dispute } = await disputed();
    await memberYear(customer);
    await cloud.sdk.charges.update(charge, { metadata: { saleid: '4711', terminal: 'Washcashier1' } });
    await cloud.settled();
    const { texts } = await evidenceOf(dispute);
    expect(texts.product_description).toMatch(/^Single purchase .*, not a membership: .* \(sale 4711, terminal Washcashier1\)\.$/);
    expect(texts.cancellation_policy_disclosure).toBe('');
  });

  it('quotes the agreement under which the charge was made, not one that was signed afterwards', async () => {
    const { customer, dispute } = await disputed();
    await signedSignUp(customer, new Date('2026-11-24T15:00:00Z'), 'Once A Month Car');
    expect((await evidenceOf(dispute)).texts.product_description).toContain('"Once A Month Car"');
    await memberYear(customer);
    const { texts } = await evidenceOf(dispute);
    expect(texts.product_description).toContain('"Super Kiss"');
    expect(texts.cancellation_policy_disclosure).toContain('signed by the customer on Mar 2, 2026');
  });

  it('of a member of many years is no more than a bank reads', async () => {
    const { customer, dispute } = await disputed();
    await memberYear(customer, 700);
    const { texts, parts } = await evidenceOf(dispute);
    expect(parts).toContainEqual({ part: 'washes', count: 700 });
    expect(texts.access_activity_log.length).toBeLessThanOrEqual(largestEvidence.text);
    expect((await pagesOf(dispute)).length).toBeLessThan(19);
  });

  it('says nothing of what the records do not hold', async () => {
    const { dispute } = await disputed();
    const { texts, parts } = await evidenceOf(dispute);
    expect(texts).toMatchObject({ access_activity_log: '', cancellation_policy_disclosure: '', product_description: '' });
    expect(parts.every(({ count }) => count === 0)).toBe(true);
    expect(await pagesOf(dispute)).toHaveLength(1);
  });
});

describe('a pack', () => {
  let dispute: string;
  let suggested: EvidencePack;
  beforeEach(async () => {
    const made = await disputed();
    dispute = made.dispute;
    await memberYear(made.customer);
    suggested = await evidenceOf(dispute);
  });
  const save = (texts: Partial<EvidencePack['texts']> = {}, by = support) =>
    by.put<EvidencePack>(`/dispute/${dispute}/evidence`, { texts: { ...suggested.texts, ...texts } });
  const submit = (pack: string | null, by = admin) =>
    by.post<EvidencePack & { code: string }>(`/dispute/${dispute}/evidence/submit`, { pack });

  it('is stored with the dispute and handed in by an Admin, as it was seen', async () => {
    const saved = await save({ uncategorized_text: 'She signed\nand washed.' });
    expect(saved).toMatchObject({ status: 200, body: { open: true, saved: { at: expect.any(String) }, submitted: null } });
    const stored = await cloud.sdk.disputes.retrieve(dispute);
    expect(stored).toMatchObject({
      status: 'needs_response',
      evidence: { customer_name: 'Moore, Ada', uncategorized_text: 'She signed\nand washed.' },
      evidence_details: { has_evidence: true, submission_count: 0 },
    });
    const pages = await pagesOf(dispute, saved.body.pack!);
    const other = await disputed();
    expect(await support.get(`/dispute/${other.dispute}/evidence/pdf?pack=${saved.body.pack}`)).toMatchObject({
      status: 404,
      body: { code: 'pack_not_found' },
    });
    const uploaded = cloud.stripe.sandbox.store.get('file', stored.evidence.service_documentation as string);
    expect(uploaded).toMatchObject({ purpose: 'dispute_evidence', type: 'pdf', filename: `evidence-${dispute}.pdf` });
    const atStripe = await getDocumentProxy(new Uint8Array(Buffer.from(uploaded!.data, 'base64')));
    expect((await extractText(atStripe)).text).toEqual(pages);

    expect((await submit(saved.body.pack, support)).status).toBe(403);
    expect(await submit(saved.body.pack)).toMatchObject({
      status: 200,
      body: { open: false, submitted: { at: expect.any(String) } },
    });
    expect(await cloud.sdk.disputes.retrieve(dispute)).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } });
    expect(await submit(saved.body.pack)).toMatchObject({ status: 409, body: { code: 'dispute_closed' } });
    expect(await save()).toMatchObject({ status: 409, body: { code: 'dispute_closed' } });
    expect((await audited(dispute)).map(({ action }) => action)).toEqual(['dispute.evidence.saved', 'dispute.evidence.submitted']);
    expect(await evidenceOf(dispute)).toMatchObject({ open: false, texts: { uncategorized_text: 'She signed\nand washed.' } });
  });

  it('that was replaced since is not handed in', async () => {
    const first = (await save()).body.pack;
    const second = (await save({ customer_name: 'Ada Moore' })).body;
    expect(await submit(first)).toMatchObject({ status: 409, body: { code: 'preview_outdated' } });
    expect(await submit(randomUUID())).toMatchObject({ status: 409, body: { code: 'preview_outdated' } });
    expect(await cloud.sdk.disputes.retrieve(dispute)).toMatchObject({
      status: 'needs_response',
      evidence: { customer_name: 'Ada Moore' },
    });
    await cloud.sdk.disputes.update(dispute, { metadata: { evidencepack: 'of another program' }, submit: false });
    expect(await submit(second.pack)).toMatchObject({ status: 409, body: { code: 'preview_outdated' } });
    expect(await cloud.sdk.disputes.retrieve(dispute)).toMatchObject({ status: 'needs_response' });
  });

  it('takes no more than Stripe does, and clears what was emptied', async () => {
    expect(await save({ uncategorized_text: 'x'.repeat(largestEvidence.text + 1) })).toMatchObject({ status: 400 });
    const full = Object.fromEntries(Object.keys(suggested.texts).map((name) => [name, 'x'.repeat(largestEvidence.text)]));
    expect(await save(full)).toMatchObject({ status: 400 });
    expect(await save({ uncategorized_text: 'a\u0000b' })).toMatchObject({ status: 400 });
    expect((await save({ uncategorized_text: 'first' })).status).toBe(200);
    expect((await save({ uncategorized_text: '' })).status).toBe(200);
    expect((await cloud.sdk.disputes.retrieve(dispute)).evidence.uncategorized_text).toBeNull();
    expect((await evidenceOf(dispute)).texts.uncategorized_text).toBe('');
  });

  it('is stored once, whatever line the cloud died at', async () => {
    const key = randomUUID();
    const request = { texts: suggested.texts };
    const [one, two] = await Promise.all([
      support.put<EvidencePack>(`/dispute/${dispute}/evidence`, request, { key }),
      support.put<EvidencePack>(`/dispute/${dispute}/evidence`, request, { key }),
    ]);
    expect([one.status, two.status]).toContain(200);
    const again = await support.put<EvidencePack>(`/dispute/${dispute}/evidence`, request, { key });
    expect(again.body.pack).toBe((one.status === 200 ? one : two).body.pack);
    expect(cloud.stripe.sandbox.store.list('file').filter(({ filename }) => filename === `evidence-${dispute}.pdf`)).toHaveLength(1);
  });

  it('is for SupportCenter and above, and of a dispute that there is', async () => {
    const auditor = await clientAs(cloud, 'Auditor');
    expect((await auditor.get(`/dispute/${dispute}/evidence`)).status).toBe(403);
    expect((await auditor.get(`/dispute/${dispute}/evidence/pdf`)).status).toBe(403);
    expect((await save({}, auditor)).status).toBe(403);
    expect(await support.get('/dispute/du_none/evidence')).toMatchObject({ status: 404, body: { code: 'dispute_not_found' } });
    expect(await support.get(`/dispute/${dispute}/evidence/pdf?pack=${randomUUID()}`)).toMatchObject({
      status: 404,
      body: { code: 'pack_not_found' },
    });
  });
});

it('a dispute that is under review or decided is shown without a way to change it', async () => {
  const { customer, dispute } = await disputed();
  await admin.post<Dispute>(`/dispute/${dispute}/evidence`, { uncategorized_text: 'losing_evidence' });
  await cloud.settled();
  expect(customer).toBeTruthy();
  expect(await evidenceOf(dispute)).toMatchObject({ open: false, pack: null });
});
