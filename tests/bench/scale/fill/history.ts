import { mostWashes } from './members.ts';
import { drawn, idOf, turns, uuidAt, type TableFilling } from './plan.ts';

const washedAt = (turn: number): string =>
  `(now() - make_interval(days => ${turn * 4 - 3} + ${drawn('n', 60 + turn, 4)}, secs => ${drawn('n', 61 + turn, 86_000)}))`;

const usage = (turn: number): string => `
  insert into usage (id, customer, subscription, code, plan_name, site, terminal, employee, source, sale_id, at)
  select ${uuidAt('at', `n || 'u${turn}'`)}, id, sub, plate, plan, site, 'Washcashier' || (1 + n % 4), 100 + n % 30, 'redeem', ${turn * 1_000_000} + n, at
  from (select *, ${washedAt(turn)} as at from bench.member where washes >= ${turn} offset 0) made`;

const months = `
  insert into usage_month (customer, year, month, plan_name, returns)
  select id, extract(year from at)::int, extract(month from at)::int, plan, 1 + n % 6
  from bench.member cross join generate_series(1, 6) back, lateral (select now() - make_interval(months => 24 + back) as at) a where washes > 0`;

const note = (turn: number): string => `
  insert into note (id, customer, note, attention, agent, created)
  select ${uuidAt('at', `n || 'n${turn}'`)}, id, 'Called about the plan; ' || repeat('asked to come back when the car is here. ', 1 + n % 4),
    n % 40 = 0, 'Seller ' || n % 600, at
  from (select *, now() - make_interval(days => ${turn * 90} + n % 80, secs => ${drawn('n', 70 + turn, 86_400)}) as at from bench.member offset 0) made order by at`;

const audit = (turn: number): string => `
  insert into audit (id, at, actor, site, action, subject, after, request_id)
  select ${uuidAt('at', `n || 'a${turn}'`)}, at, (100 + n % 600)::text, site, (array['customer.saved', 'note.added', 'charge.refunded', 'plan.changed'])[1 + n % 4],
    'customer:' || id, jsonb_build_object('customer', id, 'amount', n % 5000), md5(n::text)
  from (select *, now() - make_interval(days => ${turn * 90} + n % 80, secs => ${drawn('n', 80 + turn, 86_400)}) as at from bench.member offset 0) made order by at`;

/** Not a chain: this measures how fast seals are found and added. */
const seals = `
  insert into audit_seal (seq, audit, hash, sealed)
  select (select coalesce(max(seq), 0) from audit_seal) + row_number() over (order by id), id, sha256(id::text::bytea), at
  from audit a where not exists (select from audit_seal s where s.audit = a.id) order by id`;

const receipts = `
  insert into receipt (id, kind, subject, about, customer, site, terminal, employee, agent, facts, created)
  select ${uuidAt('created', "n || 'r'")}, 'signup', sub, array[sub], id, site, 'Washcashier1', 101, 'Seller ' || n % 600,
    jsonb_build_object('card', jsonb_build_object('brand', brand, 'last4', last4), 'code', plate, 'plan', plan, 'price', 2999, 'member', name, 'dueToday', 885,
      'duration', 6, 'subscription', sub, 'v', 1), created
  from bench.member where status is not null order by created`;

const jobs = (turn: number): string => `
  insert into job (id, kind, what, key, site, customer, payload, state, attempts, due, deadline, created, settled)
  select ${uuidAt('at', `n || 'j${turn}'`)}, 'once', 'sitewatch.record-usage', ${uuidAt('at', `n || 'k${turn}'`)}::text, site, id,
    jsonb_build_object('code', plate, 'planName', plan, 'productClass', plan, 'terminal', 'Washcashier1', 'employee', 101, 'at', at),
    case when n % 10000 = 0 then 'failed' else 'done' end, 1, at, at + interval '7 days', at, at
  from (select *, now() - make_interval(days => ${turn * 40 - 39} + n % 40) as at from bench.member where washes > 0 offset 0) made order by at`;

const operations = `
  insert into operation (id, kind, scope, route, key, request_hash, by, customer, facts, state, status, body, claimed_until, due, created, settled)
  select ${uuidAt('at', "n || 'o'")}, 'invoice.pay', '101', '/invoice/{id}/pay', md5('o' || n), sha256(id::bytea), '{"name": "Seller", "site": 12}', id, '{}', 'done', 200,
    jsonb_build_object('id', id), at, at, at, at
  from (select *, now() - make_interval(hours => n % 700) as at from bench.member where n % 2 = 0 offset 0) made order by at`;

const answers = `
  insert into answer (principal, route, key, request_hash, status, body, created)
  select (100 + n % 600)::text, '/dxt/{code}', md5('k' || n), sha256(id::bytea), 200, jsonb_build_object('found', true, 'active', true, 'id', id), now() - make_interval(hours => n % 700)
  from bench.member`;

const messages = `
  insert into message (id, channel, recipient, kind, text, customer, state, requested, queued, sent)
  select ${uuidAt('created', "n || 'm'")}, 'email', email, 'welcome', 'Welcome to the club', id, 'sent', created, created, created from bench.member order by created`;

const sales = `
  insert into sitewatch_sale (site, sale_id, customer, objid, code, plan_name, terminal, employee, total, tax, status, at)
  select site, n, id, n, plate, plan, 'Washcashier1', 101, 0, 0, 0, now() - make_interval(days => n % 900) from bench.member`;

const events = `
  insert into provider_event (id, type, kind, object_id, customer, created, received, worked)
  select ${idOf('evt', 'n')}, 'charge.succeeded', 'charge', ${idOf('ch', "n || '-1'")}, id, at, at, at
  from (select *, now() - make_interval(hours => n % 700) as at from bench.member offset 0) made`;

/** Rows that are written every day: washes, notes, audit rows and their seals, receipts, jobs, operations, messages. */
export const historyTables: readonly TableFilling[] = [
  { table: 'usage', statements: turns(mostWashes, usage) },
  { table: 'usage_month', statements: [months] },
  { table: 'note', statements: turns(4, note) },
  { table: 'audit', statements: turns(4, audit) },
  { table: 'audit_seal', statements: [seals] },
  { table: 'receipt', statements: [receipts] },
  { table: 'job', statements: turns(2, jobs) },
  { table: 'operation', statements: [operations] },
  { table: 'answer', statements: [answers] },
  { table: 'message', statements: [messages] },
  { table: 'sitewatch_sale', statements: [sales] },
  { table: 'provider_event', statements: [events] },
];
