import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IncreaseNotices, NoticePreview } from '@washdesk/contracts/billing/plans/increase-notice';
import type { IncreaseMember, PriceIncrease, PriceIncreaseDetail } from '@washdesk/contracts/billing/plans/price-increase';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { until } from '@washdesk/test-support/until';
import { clientAs, type ApiClient } from '../../../../testing/api-client.ts';
import { ok } from '../../../../testing/member-views.ts';
import { startMessageDesk, type MessageDesk } from '../../../members/messages/desk.fixture.ts';

let desk: MessageDesk;
let scheduler: ApiClient;
let id: string;
const kiss = 'price_SuperKiss_12';
const next = 'price_SuperKiss_12_next';
const [stopped, dead, texted] = ['+18155550101', '+18155550102', '+18155550103'];
const address = { line1: '1 Main St', city: 'Joliet', state: 'IL', postal_code: '60431' };

async function member(name: string, reach: { phone?: string; email?: string; address?: typeof address }): Promise<void> {
  const { customer } = await desk.cloud.member();
  await ok(desk.cashier.post<Subscription>('/subscription', { customer, PlanId: kiss, DoNotProrate: true }));
  const [subscription] = (await desk.cloud.sdk.subscriptions.list({ customer })).data;
  await desk.cloud.sdk.subscriptions.update(subscription!.id, { metadata: { planduration: '1' } });
  await desk.cloud.sdk.customers.update(customer, { name, ...reach });
}

const move = async (state: string, end: string): Promise<void> => {
  const { counts } = await ok(scheduler.get<PriceIncreaseDetail>(`/priceincrease/${id}`));
  const touched = { running: 'checked', undoing: 'scheduled' }[state];
  const members = counts.find((one) => one.state === touched)?.members;
  await ok(scheduler.post(`/priceincrease/${id}/state`, { state, members }));
  await until(`the increase is ${end}`, async () => (await ok(scheduler.get<PriceIncrease>(`/priceincrease/${id}`))).state === end || null);
};
const notices = () => ok(scheduler.get<IncreaseNotices>(`/priceincrease/${id}/notices`));
const told = async (kind: string) =>
  (await notices()).counts
    .filter((one) => one.kind === kind)
    .map(({ state, channel, members }) => [state, channel, members].filter(Boolean).join(' '));
const letters = () => ok(scheduler.get<{ letters: string[]; waiting: number; pdf: string | null }>(`/priceincrease/${id}/letters`));

beforeAll(async () => {
  desk = await startMessageDesk();
  scheduler = await clientAs(desk.cloud, 'Scheduler');
  await desk.phone.behave({ dead: [dead] });
  await desk.phone.reply(stopped, 'STOP');
  await member('Adams, Ada', { phone: texted, email: 'ada@adams.test' });
  await member('Brown, Bob', { phone: stopped, email: 'bob@brown.test' });
  await member('Clark, Cid', { phone: dead, address });
  await member('Davis, Dan', {});
  await desk.cloud.settled();
  const request = { name: 'Super Kiss 2027', effectiveDate: '2027-03-01', prices: [{ from: kiss, to: next }] };
  ({ id } = await ok(scheduler.post<PriceIncrease>('/priceincrease', request)));
  await until(
    'its members are chosen',
    async () => (await ok(scheduler.get<PriceIncrease>(`/priceincrease/${id}`))).state === 'draft' || null,
  );
  await move('checking', 'checked');
});
afterAll(() => desk.stop());

it('a notice is previewed before it is sent, with the values of a real member', async () => {
  const first = await ok(scheduler.get<NoticePreview>(`/priceincrease/${id}/notices/preview`));
  expect(first).toMatchObject({
    name: 'Adams, Ada',
    notice: { text: expect.stringMatching(/^Starting 03\/01\/2027, your Super Kiss plan at Joliet is \$32.99/) as string },
  });
  const second = await ok(scheduler.get<NoticePreview>(`/priceincrease/${id}/notices/preview?subscription=${first.next}`));
  expect(second.notice.letter).toMatch(/^Dear Bob Brown,/);
  expect(await scheduler.get(`/priceincrease/${id}/notices/preview?subscription=sub_none`)).toMatchObject({
    status: 404,
    body: { code: 'member_not_found' },
  });
  expect(await told('increase')).toEqual([]);
});

it('the run tells each member by the first way that is open', async () => {
  await move('running', 'done');
  await until('all are told or wait for paper', async () => (await told('increase')).every((one) => /^(sent|letter)/.test(one)) || null);
  expect(await told('increase')).toEqual(['letter 2', 'sent email 1', 'sent sms 1']);
  expect(desk.textsTo(texted)).toEqual([expect.stringContaining('Super Kiss plan at Joliet is $32.99 a month with tax (now $29.99')]);
  expect(desk.textsTo(stopped)).toEqual([]);
  expect(desk.mailsTo('bob@brown.test')).toMatchObject([
    { subject: 'Your wash plan price changes on 03/01/2027', text: expect.stringContaining('Dear Bob Brown') as string },
  ]);
  expect(await notices()).toMatchObject({ tellBy: '2027-01-30T10:00:00.000Z', late: 0, hours: { from: '09:00', to: '19:00' } });
  const { members } = await ok(scheduler.get<{ members: IncreaseMember[] }>(`/priceincrease/${id}/members?notice=letter`));
  expect(members).toMatchObject([{ name: 'Clark, Cid' }, { name: 'Davis, Dan', notice: { state: 'letter', told: null } }]);
  // a number the provider rejects needs no action: the letter is queued
  const failed = await desk.cloud.database.db.selectFrom('job').select('key').where('state', '=', 'failed').execute();
  expect(failed).toEqual([]);
});

it('each letter is a page, to be posted or handed over, and counts once it is printed', async () => {
  const found = await letters();
  expect(found.waiting).toBe(2);
  const { text, totalPages } = await extractText(new Uint8Array(Buffer.from(found.pdf!.split(',')[1]!, 'base64')));
  expect(totalPages).toBe(2);
  expect(text[0]).toMatch(/Cid Clark\s+1 Main St\s+Joliet, IL 60431/);
  expect(text[1]).toMatch(/Dan Davis\s+To be picked up at Joliet/);
  expect(await ok(scheduler.post(`/priceincrease/${id}/letters/printed`, { letters: found.letters.slice(0, 1) }))).toEqual({
    printed: 1,
    dropped: 0,
  });
  expect(await told('increase')).toEqual(['letter 1', 'printed 1', 'sent email 1', 'sent sms 1']);
  expect(await scheduler.post(`/priceincrease/${id}/letters/printed`, { letters: [] })).toMatchObject({ status: 400 });
});

it('an undo notifies only the members already notified, each by an available channel', async () => {
  const { letters: unprinted } = await letters();
  await move('undoing', 'undone');
  await until('all are told again', async () => (await told('retraction')).every((one) => /^(sent|letter)/.test(one)) || null);
  expect(await told('increase')).toEqual(['dropped 1', 'printed 1', 'sent email 1', 'sent sms 1']);
  expect(await told('retraction')).toEqual(['letter 1', 'sent email 1', 'sent sms 1']);
  expect(desk.textsTo(texted)[1]).toMatch(/stays \$29.99/);
  expect(desk.textsTo(texted)).toHaveLength(2);
  expect(await ok(scheduler.post(`/priceincrease/${id}/letters/printed`, { letters: unprinted }))).toEqual({ printed: 0, dropped: 1 });
  const actions = await desk.cloud.database.db
    .selectFrom('whole_audit')
    .select('action')
    .where('subject', '=', `bulk-increase:${id}`)
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action.replace('bulk-increase.', ''))).toEqual([
    'created',
    'check-started',
    'run',

    'letters-printed',
    'undo-started',
  ]);
});
