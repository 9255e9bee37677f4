import { afterAll, beforeAll, expect, it } from 'vitest';
import { signedInMember } from '../../../testing/callers.ts';
import { MemberPlans, type PlanMember } from './member-plans.fixture.ts';

interface Row {
  kind: 'receipt' | 'bill';
  id: string;
  title: string;
  amount: number | null;
  created: string;
}

let plans: MemberPlans;
let one: PlanMember;
let other: PlanMember;

beforeAll(async () => {
  plans = await MemberPlans.start('2026-09-10T15:00:00Z');
  [one, other] = [await plans.member(), await plans.member()];
  await plans.cloud.clock.moveTo('2026-11-02T15:00:00Z');
  await plans.cloud.settled();
});
afterAll(() => plans.stop());

const listOf = async ({ client }: PlanMember, page?: string) =>
  (await client.get<{ receipts: Row[]; count: number; next_page: string | null }>(`/member/receipts${page ? `?page=${page}` : ''}`)).body;
const paidOf = async ({ customer }: PlanMember) => (await plans.cloud.sdk.invoices.list({ customer, status: 'paid' })).data;

it('lists the bill of each renewal and the sign-up once, newest first', async () => {
  const { receipts, count, next_page } = await listOf(one);
  const paid = await paidOf(one);
  expect(receipts.map(({ kind }) => kind)).toEqual(['bill', 'bill', 'receipt']);
  expect({ count, next_page, paid: paid.length }).toEqual({ count: 3, next_page: null, paid: 3 });
  expect(receipts.slice(0, 2).map(({ id, title, amount }) => ({ id, title, amount }))).toEqual(
    paid.slice(0, 2).map(({ id, amount_paid }) => ({ id, title: 'Super Kiss', amount: amount_paid })),
  );
  expect(receipts.map(({ created }) => created.slice(0, 7))).toEqual(['2026-11', '2026-10', '2026-09']);
});

it('shows a bill in the language of the member, of that member alone', async () => {
  const [bill] = await paidOf(one);
  const headers = await signedInMember(plans.cloud, one.customer);
  const read = async () => (await fetch(`${plans.cloud.url}/api/member/bills/${bill!.id}`, { headers })).text();
  const dollars = `$${(bill!.amount_paid / 100).toFixed(2)}`;
  const english = await read();
  for (const part of ['<html lang="en">', 'Super Kiss', bill!.number!, 'Tax', dollars]) expect(english).toContain(part);
  expect((await one.client.put('/member/language', { lang: 'es' })).status).toBe(200);
  const spanish = await read();
  for (const part of ['<html lang="es">', 'Impuesto', 'Pagado', dollars]) expect(spanish).toContain(part);
  expect(await other.client.get(`/member/bills/${bill!.id}`)).toMatchObject({ status: 404, body: { code: 'receipt_not_found' } });
  expect((await listOf(other)).receipts.map(({ id }) => id)).not.toContain(bill!.id);
});

it('pages through more than fit on one page without losing or repeating a row', async () => {
  const [bill] = await paidOf(one);
  const { db } = plans.cloud.database;
  const row = await db.selectFrom('mirror_invoice').selectAll().where('id', '=', bill!.id).executeTakeFirstOrThrow();
  const copies = Array.from({ length: 40 }, (_, index) => ({
    ...row,
    id: `in_copy${index}`,
    payment_intent: null,
    // pairs of one moment
    created: new Date(row.created.getTime() - Math.floor(index / 2) * 86_400_000),
    object: JSON.stringify({ ...row.object, id: `in_copy${index}` }),
  }));
  await db.insertInto('mirror_invoice').values(copies).execute();
  const first = await listOf(one);
  const second = await listOf(one, first.next_page!);
  const ids = [...first.receipts, ...second.receipts].map(({ id }) => id);
  expect([first.receipts.length, second.next_page, first.count]).toEqual([30, null, 43]);
  expect(new Set(ids).size).toBe(43);
});

it('lists a renewal that the member paid after a decline once, as its receipt', async () => {
  const { cloud } = plans;
  cloud.spoil(other.card, 'declined_insufficient_funds');
  await cloud.clock.moveTo('2026-12-02T15:00:00Z');
  const [bill] = (await other.client.get<{ due: { id: string; amount: number }[] }>('/member')).body.due;
  expect((await listOf(other)).receipts.map(({ id }) => id)).not.toContain(bill!.id);
  const session = await plans.enterCard((await other.client.post<{ url: string }>('/member/card')).body.url);
  await other.client.post(`/member/card/${session}`);
  expect((await other.client.post(`/member/invoices/${bill!.id}/pay`)).status).toBe(200);
  const { receipts, count } = await listOf(other);
  expect(receipts.map(({ kind }) => kind)).toEqual(['receipt', 'bill', 'bill', 'receipt']);
  expect({ count, amount: receipts[0]!.amount }).toEqual({ count: 4, amount: bill!.amount });
});
