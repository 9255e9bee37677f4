import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchable } from '@washdesk/rules/text/text';
import type { Database } from '../../../db/schema.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { CustomersService } from './customers.service.ts';

/** A search must read only a part of these customers. */
const people = 4_000;

let database: TestDatabase;
let asked: CompiledQuery[];
let customers: CustomersService;

/** Every second one is a member; every tenth lives in Moorestown; the older half is named Walker. */
const fill = [
  sql`insert into mirror_customer (id, object, read_seq, created, name, email, plate, tag, search)
    select 'cus_' || n, jsonb_build_object('id', 'cus_' || n), 1, now() - make_interval(mins => n), 'Person ' || n, n || '@example.com', 'PL' || n || '-IL', null,
      'person' || n || case when n > ${people / 2} then ' walker' else ' young' end || case when n % 10 = 0 then ' moorestown' else '' end
        || case when n % 1000 = 0 then ' rarely' else '' end
        || ' ' || n || '@example.com pl' || n || '-il'
    from generate_series(1, ${people}::int) n`,
  sql`insert into mirror_subscription (id, object, read_seq, customer, status, created)
    select 'sub_' || n, '{"items": {"data": []}, "metadata": {}}', 1, 'cus_' || n, 'active', now() from generate_series(2, ${people}::int, 2) n`,
  sql`insert into mirror_payment_method (id, object, read_seq, customer, brand, last4)
    select 'pm_' || n, '{}', 1, 'cus_' || n, 'visa', lpad((n % 2000)::text, 4, '0') from generate_series(1, ${people}::int) n`,
  sql`insert into customer_code (code, customer, source) select 'PL' || n || '-IL', 'cus_' || n, 'stripe' from generate_series(1, ${people}::int) n`,
  sql`update mirror_customer set phone = '(815) 555-0173', search = search || ' 8155550173' where id = 'cus_17'`,
  sql`update mirror_customer set phone = '+18155550173', search = search || ' 18155550173' where id = 'cus_18'`,
  sql`update mirror_customer set search = ${searchable('O’Brien–Smith, Séan')} where id = 'cus_19'`,
  sql`insert into customer_code (code, customer, source) values ('CXG3529-IL', 'cus_21', 'stripe'), ('54321+678901', 'cus_21', 'stripe')`,
  sql`analyze`,
];

beforeAll(async () => {
  database = await freshDatabase();
  for (const statement of fill) await statement.execute(database.db);
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: database.raw }),
    log: ({ query }) => void asked.push(query),
  });
  customers = new CustomersService(db);
  asked = [];
});
afterAll(() => database.stop());

async function search(term: string, page?: string) {
  const { customers: found, ...rest } = await customers.search(term, page);
  return { ids: found.map(({ id }) => id), ...rest };
}

describe('a term that finds very many', () => {
  it('is cut at 50 and says that there are more', async () => {
    expect(await search('example.com')).toMatchObject({ count: 50, more: true });
  });

  it.each(['example.com', 'walker', 'pl', 'person', 'pl1', 'moorestown'])(
    'ends after five pages that repeat no customer: %s',
    async (term) => {
      const seen: string[] = [];
      let page: string | undefined;
      for (let number = 1; number <= 5; number += 1) {
        const answer = await search(term, page);
        expect(answer).toMatchObject({ count: 50, more: true });
        seen.push(...answer.ids);
        page = answer.next_page ?? undefined;
        expect(page === undefined).toBe(number === 5);
      }
      expect(new Set(seen).size).toBe(50);
    },
  );

  it('shows members first, the newest of all, wherever they are among the others', async () => {
    expect((await search('example.com')).ids).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20].map((n) => `cus_${n}`));
    expect((await search('walker')).ids).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20].map((n) => `cus_${people / 2 + n}`));
    expect((await search('moorestown')).ids).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((n) => `cus_${n}`));
  });

  it('shows those first whose code begins so', async () => {
    // matches of 'pl39': 39, 390 to 399, 3900 to 3999
    const { ids, count, more } = await search('pl39');
    expect(ids.slice(0, 6)).toEqual([390, 392, 394, 396, 398, 3900].map((n) => `cus_${n}`));
    expect({ count, more }).toEqual({ count: 50, more: true });
  });
});

describe('a term that finds at most 50', () => {
  it('counts them all and says that these are all', async () => {
    expect(await search('moorestown rarely')).toEqual({
      ids: ['cus_1000', 'cus_2000', 'cus_3000', 'cus_4000'],
      count: 4,
      more: false,
      next_page: null,
    });
    expect(await search('pl399')).toEqual({
      ids: ['cus_3990', 'cus_3992', 'cus_3994', 'cus_3996', 'cus_3998', 'cus_399', 'cus_3991', 'cus_3993', 'cus_3995', 'cus_3997'],
      count: 11,
      more: false,
      next_page: expect.any(String),
    });
  });

  it('puts the exact code before all, then codes that begin so, then cards, then the rest', async () => {
    await sql`insert into customer_code (code, customer, source) values ('1234', 'cus_7', 'stripe'), ('1234567', 'cus_9', 'stripe')`.execute(
      database.db,
    );
    const { ids } = await search('1234');
    // 1234 and 3234 have the card 1234; person1234 also has the digits in name and plate
    expect(ids).toEqual(['cus_7', 'cus_9', 'cus_1234', 'cus_3234']);
  });
});

describe('a term that is a whole', () => {
  it.each([
    ['plate', 'pl17-il', ['cus_17']],
    ['email', '17@EXAMPLE.com', ['cus_17']],
    ['phone number', '815-555-0173', ['cus_18', 'cus_17']],
    ['phone number with its country', '+1 815 555 0173', ['cus_18', 'cus_17']],
  ])('%s finds exact matches, and no partial ones', async (_kind, term, ids) => {
    expect(await search(term)).toMatchObject({ ids, more: false, next_page: null });
  });

  it.each([
    'CXG3529-IL',
    'CXG 3529-IL',
    'CXG-3529-IL',
    'cxg3529il',
    'CXG3529\u2013IL',
    '\u202aCXG3529-IL\u202c',
    '54321 678901',
    '54321-678901',
  ])('is found in the spelling %j', async (term) => {
    expect((await search(term)).ids).toEqual(['cus_21']);
  });

  it.each(['CXG-35', 'CXG 352', 'CXG3529-'])('is found by the beginning %s', async (term) => {
    expect((await search(term)).ids).toEqual(['cus_21']);
  });

  it.each(["O'Brien-Smith", 'O’Brien–Smith', 'o`brien‑smith sean', "o'brien"])('name is found either way: %s', async (term) => {
    expect((await search(term)).ids).toEqual(['cus_19']);
  });

  it('without an exact match finds partial matches', async () => {
    expect((await search('7@example.co')).ids).toContain('cus_17');
  });
});

/** Prices and products are few, regardless of the number of members. */
const catalogue: ReadonlySet<string> = new Set(['mirror_price', 'mirror_product']);

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Returns the query plans of every statement of a search for this term, with an index wherever one is possible. */
async function plansOf(term: string): Promise<PlanNode[]> {
  asked = [];
  await search(term);
  const client = await database.raw.connect();
  try {
    await client.query('set enable_seqscan = off');
    const nodes: PlanNode[] = [];
    for (const { sql: text, parameters } of asked) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (format json) ${text}`, [...parameters]);
      nodes.push(...nodesOf(rows[0]!['QUERY PLAN'][0].Plan));
    }
    return nodes;
  } finally {
    await client.query('reset enable_seqscan');
    client.release();
  }
}

describe('the plan of a search', () => {
  const terms = [
    'PL1234-IL',
    'pl12',
    'pl',
    'p',
    '1234',
    'nobody',
    'moorestown walker',
    'example.com',
    '17@example.com',
    '815-555-0101',
    '815-555-0173',
    'a & b',
  ];

  it.each(terms)('reads no table from end to end: %s', async (term) => {
    const nodes = await plansOf(term);
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && !catalogue.has(node['Relation Name'] ?? ''))).toEqual([]);
    // an index without a condition is scanned in full, except where it walks the newest customers until there are enough
    const whole = nodes.filter((node) => node['Index Name'] && !node['Index Cond'] && !catalogue.has(node['Relation Name'] ?? ''));
    expect(new Set(whole.map((node) => node['Index Name']))).toEqual(new Set(whole.length ? ['mirror_customer_created'] : []));
  });

  it.each(['nobody', 'moorestown walker 39', '17@exampl', '815-555-0101'])('finds words by their index: %s', async (term) => {
    const nodes = await plansOf(term);
    expect(nodes.map((node) => node['Index Name'])).toContain('mirror_customer_search');
  });
});
