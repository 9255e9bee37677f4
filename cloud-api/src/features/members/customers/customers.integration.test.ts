import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import { customerRow } from '../../../mirror/snapshots/rows.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { CustomersService } from './customers.service.ts';

let database: TestDatabase;
let customers: CustomersService;
let created = 1_700_000_000;

interface Person {
  id: string;
  name?: string;
  email?: string;
  phone?: string;
  plate?: string;
  tag?: string;
  last4?: string;
}

async function insert(people: readonly Person[]): Promise<void> {
  for (const { plate = '', tag = '', last4, ...person } of people) {
    created += 60;
    const object: ProviderCustomer = { ...person, created, metadata: { CustomerCode: plate, SecondaryCode: tag } };
    await database.db
      .insertInto('mirror_customer')
      .values({ ...customerRow(object), object: JSON.stringify(object), read_seq: 1 })
      .execute();
    const codes = [plate, tag].filter(Boolean).map((code) => ({ code, customer: person.id, source: 'stripe' }));
    if (codes.length) await database.db.insertInto('customer_code').values(codes).execute();
    if (last4) {
      const card = { id: `pm_${person.id}`, object: '{}', read_seq: 1, customer: person.id, brand: 'visa', last4 };
      await database.db.insertInto('mirror_payment_method').values(card).execute();
    }
  }
}

beforeAll(async () => {
  database = await freshDatabase();
  customers = new CustomersService(database.db);
  await insert([
    {
      id: 'cus_ada',
      name: 'Ada Moore',
      email: 'ada@moore.test',
      phone: '(815) 555-0101',
      plate: 'ABC123-IL',
      tag: '12345+123456',
      last4: '4242',
    },
    { id: 'cus_zoe', name: 'Zoë Sørensen', email: 'zoe_s@mail.test', plate: 'ABC1-IN' },
    { id: 'cus_percent', name: '100% Clean Cars', plate: 'PCT100-IL' },
    { id: 'cus_under', name: 'Under_Score Ltd', plate: 'UND1-IL' },
    { id: 'cus_back', name: 'Back\\Slash Inc', plate: 'BCK1-IL' },
    { id: 'cus_quote', name: `O'Brien "Bob"`, plate: '4242-IL' },
    { id: 'cus_nothing' },
    { id: 'cus_sons', name: 'Sons & Daughters', plate: 'SND1-WI' },
    ...Array.from({ length: 25 }, (_one, i) => ({ id: `cus_many${i}`, name: `Fleet Car ${i}`, plate: `FLEET${i}-IL` })),
  ]);
});
afterAll(() => database.stop());

const found = async (term: string): Promise<string[]> => (await customers.search(term, undefined)).customers.map(({ id }) => id);

describe('a search', () => {
  it.each([
    ['a plate', 'ABC123-IL', ['cus_ada']],
    ['a plate in small letters and with blanks', 'abc 123-il', ['cus_ada']],
    ['a part of a plate', 'BC12', ['cus_ada']],
    ['the beginning of plates, the youngest first', 'ABC1', ['cus_zoe', 'cus_ada']],
    ['a tag', '12345+123456', ['cus_ada']],
    ['a part of a tag', '45+12', ['cus_ada']],
    ['a name', 'moore', ['cus_ada']],
    ['a name the other way round', 'Moore, Ada', ['cus_ada']],
    ['a name with accents', 'Zoë Sørensen', ['cus_zoe']],
    ['a name without its accents', 'zoe sorensen', ['cus_zoe']],
    ['a name whose accents stand apart', 'Zoe\u0308', ['cus_zoe']],
    ['a phone number as it is spoken', '815-555-0101', ['cus_ada']],
    ['a phone number as it is dialled', '8155550101', ['cus_ada']],
    ['an e-mail', 'ada@moore.test', ['cus_ada']],
    ['an e-mail with another case', 'ADA@Moore.test', ['cus_ada']],
    ['a percent sign', '100%', ['cus_percent']],
    ['a percent sign alone', '%', []],
    ['an underscore', 'zoe_s@', ['cus_zoe']],
    ['an underscore alone', '_', []],
    ['a wildcard that would match anything', 'a%e', []],
    ['a backslash', 'Back\\Slash', ['cus_back']],
    ['a backslash alone', '\\', []],
    ['quotes', `o'brien "bob"`, ['cus_quote']],
    ['SQL', `' or 1=1 --`, []],
    ['words that no one person has', 'Ada Sørensen', []],
    ['an unknown code', 'XYZ999-IL', []],
  ])('for %s', async (_name, term, wanted) => {
    expect(await found(term)).toEqual(wanted);
  });

  it('for the last 4 of a card finds the plate of those digits first', async () => {
    expect(await found('4242')).toEqual(['cus_quote', 'cus_ada']);
  });

  it.each(['', '   ', '\u00a0'])('for nothing (%j) is refused', async (term) => {
    await expect(customers.search(term, undefined)).rejects.toMatchObject({
      status: 400,
      message: 'params.term: Please specify a search value',
    });
  });

  it.each([',', ', ,', '\u0301'])('for no word (%j) finds no customer', async (term) => {
    expect(await customers.search(term, undefined)).toEqual({ customers: [], count: 0, more: false, next_page: null });
  });

  it('shows who was found with cards and subscriptions', async () => {
    const { customers: hits } = await customers.search('ABC123-IL', undefined);
    expect(hits).toMatchObject([
      { id: 'cus_ada', name: 'Ada Moore', cards: [{ brand: 'visa', last4: '4242' }], subscriptions: { data: [] } },
    ]);
  });
});

describe('pages', () => {
  it('miss no customer and repeat none', async () => {
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const answer = await customers.search('fleet', page);
      expect(answer.count).toBe(25);
      expect(answer.customers.length).toBeLessThanOrEqual(10);
      seen.push(...answer.customers.map(({ id }) => id));
      page = answer.next_page ?? undefined;
    } while (page);
    expect(seen).toEqual(Array.from({ length: 25 }, (_one, i) => `cus_many${24 - i}`));
  });

  it('go on from where they were although others came and went meanwhile', async () => {
    const first = await customers.search('fleet', undefined);
    await insert([{ id: 'cus_newest', name: 'Fleet Newest', plate: 'FLEETNEW-IL' }]);
    await database.db.deleteFrom('mirror_customer').where('id', '=', first.customers[9]!.id).execute();
    const second = await customers.search('fleet', first.next_page ?? '');
    expect(second.customers[0]?.id).toBe('cus_many14');
    expect(second.customers.map(({ id }) => id)).not.toContain('cus_newest');
  });

  const cursor = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each([
    ['no base64', '***'],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['no cursor', cursor({})],
    ['too little', cursor([1, 2])],
    ['a rank beyond all', cursor([1e300, 1, 'cus_1'])],
    ['a time that is none', cursor([1, '+275760-09-13', 'cus_1'])],
    ['an id that no database bears', cursor([1, 1, 'cus\0'])],
    ['null', cursor(null)],
  ])('do not begin at %s', async (_name, page) => {
    await expect(customers.search('fleet', page)).rejects.toMatchObject({ status: 400, problems: [{ path: 'query.page' }] });
  });
});

describe('a code', () => {
  it('names its holder when it is whole', async () => {
    expect((await customers.withCode('ABC123-IL')).map(({ id }) => id)).toEqual(['cus_ada']);
    expect(await customers.withCode('ABC1')).toEqual([]);
    expect(await customers.withCode('%')).toEqual([]);
  });
});

describe('a term typed with a slip or without its signs', () => {
  const ids = async (term: string) => (await customers.search(term, undefined)).customers.map(({ id }) => id);
  const suggested = async (term: string) => (await customers.suggest(term)).map(({ id }) => id);

  it.each(['12345123456', 'abc123il', 'ABC-123 IL'])('%s finds the code that was meant', async (term) => {
    expect(await ids(term)).toEqual(['cus_ada']);
  });

  it.each([
    ['ABC132-IL', 'cus_ada'],
    ['ABC12-IL', 'cus_ada'],
    ['abc132', 'cus_ada'],
    ['12345+123465', 'cus_ada'],
    ['Moorre', 'cus_ada'],
    ['Adda Moore', 'cus_ada'],
    ['moore, aad', 'cus_ada'],
    ['ABCI23', 'cus_ada'],
    ['A8CI23-IL', 'cus_ada'],
    ['AC123IL', 'cus_ada'],
  ])('%s suggests %s', async (term, id) => {
    expect(await suggested(term)).toContain(id);
  });

  it('suggests no customer for a code that resembles none', async () => {
    expect(await suggested('XXQQ99-WY')).toEqual([]);
  });
});
