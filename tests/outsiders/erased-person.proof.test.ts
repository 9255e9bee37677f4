import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { connectAsync } from 'mqtt';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyAudit } from '@washdesk/cloud-api/audit/verify';
import { openPool, type Pool } from '@washdesk/cloud-api/db/pool';
import type { ErasureView } from '@washdesk/contracts/members/privacy';
import { Role } from '@washdesk/rules/company/roles';
import { until } from '@washdesk/test-support/until';
import { openSecrets } from '@washdesk/workbench/secrets';
import { startWorkbench, type Workbench } from '@washdesk/workbench/workbench';
import { openRegister, type Register } from '../workbench/register.ts';
import { querySitewatch, sitewatchOf } from '../workbench/sitewatch.ts';

const person = {
  name: 'Quintrell, Zoltan',
  email: 'zoltan@quintrell.test',
  phone: '+18155550177',
  address: { line1: '12 Walnutgrove Street', city: 'Joliet', state: 'IL', postal_code: '60435', country: 'US' },
};
const [formerPlate, plate] = ['ZQX917-IL', 'ZQX918-IL'];
const traces = ['quintrell', '8155550177', 'zqx917', 'zqx918', 'walnutgrove'];
const sites = [12, 27];

/** What belongs to others: Stripe, the phones and mailboxes of customers, paper, and database files, which are searched row by row. */
const outside = /^(postgres|sitewatch-\d+)\/|^(stripe-state|phone|mailbox|printer|register|tablet)/;

let folder: string;
let workbench: Workbench;
let database: Pool;
let cashier: Register;
let admin: Register;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'washdesk-erased-'));
  workbench = await startWorkbench({ folder, fresh: true, log: () => undefined });
  database = openPool(workbench.databaseUrl(), (error) => console.error(error), 2);
  cashier = await openRegister(workbench, 12);
  admin = await openRegister(workbench, 12, 'Washcashier2', Role.Admin);
});
afterAll(async () => {
  await workbench.stop();
  await rm(folder, { recursive: true, force: true });
});

async function post<T = Record<string, unknown>>(register: Register, address: string, body: unknown): Promise<T> {
  const answer = await register.call(address, { method: 'POST', body, headers: { 'idempotency-key': randomUUID() } });
  expect(answer.status, `${address}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body as T;
}

const hasTrace = (text: string, of: readonly string[] = traces): boolean => of.some((trace) => text.toLowerCase().includes(trace));

async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`.execute(database.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} t
      where lower(t::text) like any(${texts.map((text) => `%${text}%`)}) limit 1`.execute(database.db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Returns the tables of a site's Sitewatch in which a text of the person is left. */
async function sitewatchWith(site: number): Promise<string[]> {
  const address = sitewatchOf(workbench, site);
  const columns = await querySitewatch<{ relation: string; field: string; kind: number }>(
    address,
    `select trim(r.rdb$relation_name) as relation, trim(r.rdb$field_name) as field, f.rdb$field_type as kind
     from rdb$relation_fields r join rdb$fields f on f.rdb$field_name = r.rdb$field_source
     join rdb$relations t on t.rdb$relation_name = r.rdb$relation_name
     where coalesce(r.rdb$system_flag, 0) = 0 and t.rdb$view_blr is null and f.rdb$field_type in (14, 37, 261)`,
  );
  const found: string[] = [];
  for (const { relation, field } of columns) {
    const conditions = traces.map((trace) => `${field} containing '${trace}'`).join(' or ');
    const [row] = await querySitewatch<{ n: number }>(address, `select count(*) as n from ${relation} where ${conditions}`);
    if (row && row.n > 0) found.push(`${relation}.${field}`);
  }
  return found;
}

/** Returns the topics whose retained message names the person. */
async function retainedWith(): Promise<{ seen: number; found: string[] }> {
  const password = openSecrets(path.join(folder, 'secrets')).password('broker-cloud');
  const client = await connectAsync({ host: '127.0.0.1', port: workbench.port('broker'), username: 'cloud', password });
  const messages = new Map<string, string>();
  client.on('message', (topic, payload, { retain }) => void (retain && messages.set(topic, payload.toString())));
  await client.subscribeAsync('wash/v1/#');
  await until('the retained messages of both agents', () => (messages.size >= sites.length ? true : null));
  await client.endAsync();
  return { seen: messages.size, found: [...messages].filter(([, text]) => hasTrace(text)).map(([topic]) => topic) };
}

/** Returns the files under the folder whose bytes name the person: logs, the agents' SQLite, everything else that the company stores. */
async function filesWith(): Promise<{ seen: string[]; found: string[] }> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => path.relative(folder, path.join(one.parentPath, one.name)))
    .filter((file) => !outside.test(file));
  const found: string[] = [];
  for (const file of files) if (hasTrace((await readFile(path.join(folder, file))).toString('latin1'))) found.push(file);
  return { seen: files, found };
}

/** Whether the agent of a site has the person in one of its SQLite files or the logs beside them. */
function hasFileOf(site: number): boolean {
  const journal = path.join(folder, `agent-${site}`, 'journal');
  return readdirSync(journal).some((file) => hasTrace(readFileSync(path.join(journal, file), 'latin1')));
}

/** A member who signs up, washes, changes the plate, is written about and leaves. @returns the customer's id */
async function liveOneYear(): Promise<string> {
  const stripe = new Stripe('sk_test_outside', { host: '127.0.0.1', port: workbench.port('stripe'), protocol: 'http', telemetry: false });
  const { id } = await stripe.customers.create({ ...person, metadata: { CustomerCode: formerPlate } });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: id });
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: card.id } });
  await until('the mirror has the customer', async () => ((await cashier.call(`/customer/${id}/cards`)).status === 200 ? true : null));
  const sold = await post<{ id: string }>(cashier, '/subscription', { stripeCustomer: id, PlanId: 'price_SuperKiss_12' });
  await post(cashier, '/note', { customerId: id, note: `${person.name} prefers the south lane` });
  await post(cashier, `/customer/${id}`, { metadata: { CustomerCode: plate }, base: { metadata: { CustomerCode: formerPlate } } });
  await until('the roster has the plate', async () => ((await cashier.redeem(plate)).status === 200 ? true : null));
  await post(admin, '/status/error', { error: `Cannot show ${plate} of ${person.name}`, path: `/customers/${id}` });
  for (const site of sites)
    await until(`Sitewatch of ${site} has the member`, async () => ((await sitewatchWith(site)).length > 0 ? true : null));
  await until('both agents have stored the member', () => (sites.every((site) => hasFileOf(site)) ? true : null));
  await post(admin, `/subscription/${sold.id}/terminate`, { reason: `${person.name} moved away` });
  return id;
}

/** A register's sale from before the erasure that the agent reads only now. Resolves when the cloud has it. */
async function sellBefore(ago: string): Promise<void> {
  const { rows } = await sql<{ created: string }>`
    select to_char((now() - ${ago}::interval) at time zone time_zone, 'YYYY-MM-DD HH24:MI:SS') as created from site where number = 12`.execute(
    database.db,
  );
  const total = 4_242;
  await querySitewatch(
    sitewatchOf(workbench, 12),
    `insert into SALE (OBJID, SITE, SALEID, CREATED, CODE, TOTAL) select next value for GEN_OBJID, OBJID, 990042, timestamp '${rows[0]!.created}', '${plate}', 42.42 from SITE where ACTIVE = 1`,
  );
  const stored = await until('the cloud has the sale', () =>
    database.db.selectFrom('sitewatch_sale').select(['code', 'customer']).where('total', '=', total).executeTakeFirst(),
  );
  expect(stored).toEqual({ code: null, customer: expect.stringMatching(/^cus_erased/) as string });
}

it('leaves nothing of an erased person in any table, topic, log or file of the workbench but the audit’s references', async () => {
  const customer = await liveOneYear();
  expect((await tablesWith(traces)).length).toBeGreaterThan(10);
  await post(admin, `/customer/${customer}/erasure`, { reason: 'requested' });
  const own = ['Washdesk', 'Sitewatch of Joliet', 'Sitewatch of Merrillville'];
  const steps = async () => ((await admin.call('/office/erasures')).body as { erasures: ErasureView[] }).erasures[0]!.steps;
  await until('Washdesk and both sites have erased the person', async () =>
    (await steps()).every(({ target, state }) => !own.includes(target) || state === 'done') ? true : null,
  );

  expect(await tablesWith(traces)).toEqual([]);
  // the erasure names the customer until Stripe has redacted, 90 days after the last payment
  expect(await tablesWith([customer.toLowerCase()])).toEqual(['audit', 'erasure']);
  for (const site of sites) expect(await sitewatchWith(site)).toEqual([]);
  expect((await retainedWith()).found).toEqual([]);
  expect((await verifyAudit(database.db, null)).faults).toEqual([]);

  await sellBefore('1 hour');
  expect(await tablesWith(traces)).toEqual([]);

  await database.stop();
  await workbench.stop();
  const { seen, found } = await filesWith();
  expect(seen).toEqual(expect.arrayContaining([...sites.map((site) => `agent-${site}/journal/journal.db`), 'run/cloud-api.log']));
  expect(found).toEqual([]);
});
