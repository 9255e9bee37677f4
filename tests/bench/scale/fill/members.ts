import { drawn, epoch, idOf, type Size, type TableFilling } from './plan.ts';

/** The most charges and washes of one member. */
export const mostCharges = 299;
export const mostWashes = 499;

const firstNames =
  'Aaron Abigail Adam Alicia Andre Angela Anthony Beatriz Benjamin Brianna Caleb Carla Carlos Chloe Christina Daniel Deborah Derek Diego Elena Emily Eric Fatima Gabriel Gloria Hannah Hector Isaac Jacob Jasmine Jerome Jessica Joseph Julia Karen Kevin Laura Leon Linda Malik Margaret Maria Michael Monica Nathan Nicole Olivia Omar Patricia Paul Rachel Raymond Rosa Samuel Sarah Stephen Tamika Thomas Veronica Victor Wendy Yusuf'.split(
    ' ',
  );
/** Surnames, most common first. */
const lastNames =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts'.split(
    ' ',
  );
const syllables =
  'ba ber den dor fel gar han jen kal kos lan lem mar mor nel nor ol par pet ros san ski son sten tan ter tov vel wal win'.split(' ');
const domains = [
  'gmail.com',
  'example.com',
  'gmail.com',
  'example.com',
  'yahoo.com',
  'gmail.com',
  'outlook.com',
  'icloud.com',
  'aol.com',
  'example.com',
];
const areaCodes = [815, 219, 312, 630, 708, 773, 847, 464, 331, 224];
const makes = ['FORD', 'CHEVROLET', 'TOYOTA', 'HONDA', 'NISSAN', 'JEEP', 'SUBARU', 'KIA', 'HYUNDAI', 'BMW'];
const colors = ['White', 'Black', 'Silver', 'Gray', 'Blue', 'Red', 'Green', 'Gold'];

/** Sites in addition to those of the seeded company. */
export const moreSites = [
  `insert into site (number, name, state, time_zone, location_id)
  select 100 + n, 'Wash ' || n, case when n % 3 = 0 then 'IN' else 'IL' end,
    case when n % 3 = 0 then 'America/Indiana/Indianapolis' else 'America/Chicago' end, 'tml_Scale' || lpad(n::text, 9, '0')
  from generate_series(1, 28) n`,
  `insert into mirror_location (id, object, read_seq)
  select s.location_id, l.object || jsonb_build_object('id', s.location_id, 'display_name', s.name,
    'metadata', l.object->'metadata' || jsonb_build_object('site', s.number::text)), 1
  from site s join mirror_location l on l.id = 'tml_Joliet00000012' where s.number > 100`,
];

const array = (values: readonly (string | number)[]): string => `array[${values.map((value) => `'${value}'`).join(', ')}]`;
const pick = (values: readonly (string | number)[], of: string, salt: number): string =>
  `(${array(values)})[1 + ${drawn(of, salt, values.length)}]`;
const letter = (of: string, place: number): string => `chr(65 + (((${of}) / ${26 ** place}) % 26)::int)`;

/** The surname of a member: half of all people have a common one, the others one of several thousand rare ones. */
const surname = `case when u.common < 50 then (${array(lastNames)})[1 + u.common]
  else initcap((${array(syllables)})[1 + u.rare % 30] || (${array(syllables)})[1 + (u.rare / 30) % 30] || (${array(syllables)})[1 + (u.rare / 900) % 30]) end`;

/** The plate of a member in real plate formats; all but some vanity plates are unique. */
const plate = `case when d.form < 50 then ${letter('d.serial', 0)} || ${letter('d.serial', 1)} || lpad(((d.serial / 676) % 100000)::text, 5, '0')
  when d.form < 80 then ${letter('d.serial', 0)} || ${letter('d.serial', 1)} || ${letter('d.serial', 2)} || lpad(((d.serial / 17576) % 10000)::text, 4, '0')
  when d.form < 90 then lpad((d.serial % 1000)::text, 3, '0') || ${letter('d.serial / 1000', 0)} || ${letter('d.serial / 1000', 1)} || ${letter('d.serial / 1000', 2)}
  else upper(left(d.last, 4)) || n end
  || case when d.home < 60 then '-IL' when d.home < 85 then '-IN' when d.home < 93 then '-WI' else '-MI' end`;

/**
 * One row per member, the source of every other table: person, codes, number of charges and washes. Most members have some, one in ten has
 * none, and a few have hundreds.
 */
export const memberFacts = ({ members }: Size): string[] => [
  `create table bench.member as
    select n, ${idOf('cus', 'n')} as id, ${idOf('sub', 'n')} as sub, ${idOf('pm', 'n')} as card, d.first, d.last, d.last || ', ' || d.first as name,
      lower(d.first || '.' || d.last) || (n % 1000) || '@' || ${pick(domains, 'n', 11)} as email,
      ${pick(areaCodes, 'n', 12)} || '555' || lpad(${drawn('n', 13, 10_000)}::text, 4, '0') as phone,
      ${plate} as plate,
      case when d.form % 20 > 0 then lpad(((n::bigint * 7919) % 100000)::text, 5, '0') || '+' || lpad(n::text, 6, '0') end as tag,
      case when d.home % 20 = 0 then '629892231' || lpad(n::text, 9, '0') end as loyalty_card,
      case when d.place < 2 then (array[12, 27])[1 + d.place] else 99 + d.place end as site,
      (array[12, 27])[1 + d.place % 2] as priced_at,
      (array['SuperKiss', 'SuperKissPlus', 'Interior'])[1 + ${drawn('n', 14, 3)}] as plan,
      case when d.state < 80 then 'active' when d.state < 83 then 'past_due' when d.state < 93 then 'canceled' end as status,
      now() - make_interval(days => 30 + ${drawn('n', 15, 1800)}, secs => ${drawn('n', 16, 86_400)}) as created,
      (array['visa', 'mastercard', 'discover', 'amex'])[1 + ${drawn('n', 17, 4)}] as brand,
      lpad(${drawn('n', 18, 10_000)}::text, 4, '0') as last4, substr(md5('fp' || n), 1, 16) as fingerprint,
      case when d.busy < 100 then 0 when d.busy < 880 then 3 + d.some % 13 when d.busy < 995 then 16 + d.some % 20 else 100 + d.some % 200 end as charges,
      case when d.busy < 80 then 0 when d.busy < 880 then 10 + d.some % 46 when d.busy < 990 then 70 + d.some % 60 else 200 + d.some % 300 end as washes
    from generate_series(1, ${members}) n
    cross join lateral (select floor(4000 * power(${drawn('n', 1, 100_000)} / 100000.0, 2))::int as common, ${drawn('n', 2, 27_000)} as rare) u
    cross join lateral (select ${pick(firstNames, 'n', 3)} as first, ${surname} as last, ${drawn('n', 4, 100)} as form, ${drawn('n', 5, 100)} as home,
      ${drawn('n', 6, 30)} as place, ${drawn('n', 7, 100)} as state, ${drawn('n', 8, 1000)} as busy, ${drawn('n', 9, 10_000)} as some,
      (n::bigint * 2654435761) % 67600000 as serial) d
    order by n`,
  'create index on bench.member (charges)',
  'create index on bench.member (washes)',
  'create index on bench.member (id)',
  'analyze bench.member',
];

const customers = `
  insert into mirror_customer (id, object, read_seq, created, name, email, phone, plate, tag, search, converge_fingerprint)
  select id, jsonb_build_object('id', id, 'object', 'customer', 'name', name, 'email', email, 'phone', phone, 'created', ${epoch('created')},
      'currency', 'usd', 'balance', 0, 'livemode', false, 'delinquent', false, 'tax_exempt', 'none', 'description', null, 'default_source', null,
      'preferred_locales', '[]'::jsonb, 'next_invoice_sequence', 2 + charges,
      'address', jsonb_build_object('line1', null, 'line2', null, 'city', 'Joliet', 'state', 'IL', 'postal_code', '60435', 'country', 'US'),
      'metadata', jsonb_build_object('site', site::text, 'last4', last4, 'CarMake', ${pick(makes, 'n', 21)}, 'CarModel', 'CIVIC', 'CarColor', ${pick(colors, 'n', 22)},
        'CustomerCode', plate, 'SecondaryCode', coalesce(tag, ''), 'TheCardNumber', coalesce(loyalty_card, ''), 'isTruck', 'false', 'isCommercial', 'false',
        'isBusinessSelect', 'false'),
      'invoice_settings', jsonb_build_object('footer', null, 'custom_fields', null, 'default_payment_method', card)),
    1, created, name, email, phone, plate, tag, lower(concat_ws(' ', name, email, phone, plate, tag, loyalty_card)), 'filled'
  from bench.member order by created`;

const subscriptions = `
  insert into mirror_subscription (id, object, read_seq, customer, status, price, created, period_end, sold_by, site)
  select sub, jsonb_build_object('id', sub, 'object', 'subscription', 'customer', id, 'status', status, 'created', ${epoch('created')},
      'currency', 'usd', 'cancel_at', null, 'cancel_at_period_end', false, 'canceled_at', case when status = 'canceled' then ${epoch('now()')} end,
      'ended_at', case when status = 'canceled' then ${epoch('now()')} end, 'trial_end', null, 'billing_cycle_anchor', ${epoch('created')},
      'default_payment_method', card, 'default_tax_rates', '[]'::jsonb, 'latest_invoice', null, 'schedule', null, 'collection_method', 'charge_automatically',
      'metadata', jsonb_build_object('site', site::text, 'terminal', 'Washcashier1', 'employeename', seller, 'employeenumber', '101', 'planduration', '6'),
      'items', jsonb_build_object('data', jsonb_build_array(jsonb_build_object('id', 'si_' || n, 'price', jsonb_build_object('id', price),
        'current_period_start', ${epoch('now()')}, 'current_period_end', ${epoch("now() + interval '20 days'")})))),
    1, id, status, price, created, now() + interval '20 days', upper(seller), site
  from bench.member cross join lateral (select 'Seller ' || ${drawn('n', 31, 600)} as seller, 'price_' || plan || '_' || priced_at as price) s
  where status is not null order by created`;

/** A sign-up of each plan; one of eight was canceled early, and one of five upgraded later. */
const sales = `
  insert into plan_sale (id, kind, at, day, site, seller, seller_name, subscription, customer, left_at, reason, early)
  select case kind when 'upgrade' then 'up_' || n else sub end, kind, made, made::date, site, ${drawn('n', 31, 600)}::text,
    'Seller ' || ${drawn('n', 31, 600)}, sub, id, case when early then made + interval '30 days' end, case when early then 'Reason ' || n % 7 end, early
  from bench.member
    cross join lateral (values ('sign-up', created, n % 8 = 0), ('upgrade', created + interval '20 days', false)) sale (kind, made, early)
  where status is not null and (kind = 'sign-up' or n % 5 = 0) order by sale.made`;

const cards = `
  insert into mirror_payment_method (id, object, read_seq, customer, brand, last4, fingerprint)
  select card, jsonb_build_object('id', card, 'object', 'payment_method', 'type', 'card', 'customer', id, 'created', ${epoch('created')}, 'livemode', false,
      'billing_details', jsonb_build_object('name', first || ' ' || last, 'email', email, 'phone', null, 'address', jsonb_build_object('postal_code', '60435', 'country', 'US')),
      'card', jsonb_build_object('brand', brand, 'last4', last4, 'exp_month', 9, 'exp_year', 2029, 'fingerprint', fingerprint, 'funding', 'credit', 'country', 'US',
        'checks', jsonb_build_object('cvc_check', 'pass', 'address_postal_code_check', 'pass'))),
    1, id, brand, last4, fingerprint
  from bench.member order by created`;

const codes = '(select n, id, unnest(array_remove(array[plate, tag, loyalty_card], null)) as code, created from bench.member)';

/** The rows of people: customers, plans, cards, codes, and the roster with each code once. */
export const memberTables: readonly TableFilling[] = [
  { table: 'mirror_customer', statements: [customers] },
  { table: 'mirror_subscription', statements: [subscriptions] },
  { table: 'plan_sale', statements: [sales] },
  { table: 'mirror_payment_method', statements: [cards] },
  {
    table: 'customer_code',
    statements: [`insert into customer_code (code, customer, source) select code, id, 'stripe' from ${codes} k order by created`],
  },
  {
    table: 'code_claim',
    statements: [
      `insert into code_claim (code, customer, claimed) select distinct on (code) code, id, created from ${codes} k
      where not exists (select from code_claim c where c.code = k.code) order by code, created`,
    ],
  },
  {
    table: 'roster_entry',
    statements: [
      `insert into roster_entry (code, seq, customer, name, subscription, plan_name, product_class, status, period_end, good_until, price_increase, groups, removed)
      select k.code, (select coalesce(max(seq), 0) from roster_entry) + row_number() over (order by k.n, k.code), m.id, m.name,
        case when m.status is not null then m.sub end, case when m.status is not null then m.plan end, case when m.status is not null then m.plan end,
        coalesce(m.status, 'none'), now() + interval '20 days', case when m.status in ('active', 'past_due') then now() + interval '27 days' end, false,
        case when m.status = 'active' then array['Active Unlimited members'] else '{}' end, false
      from (select distinct on (code) code, n from ${codes} c where not exists (select from roster_entry r where r.code = c.code) order by code, n) k join bench.member m on m.n = k.n order by k.n`,
    ],
  },
  {
    table: 'sitewatch_link',
    statements: [
      `insert into sitewatch_link (site, customer, objid, plate, tag, changed) select site, id, n, plate, tag, created from bench.member order by created`,
    ],
  },
  {
    table: 'loyalty_member',
    statements: [
      `insert into loyalty_member (customer, linked, groups, created, changed)
      select id, status = 'active', case when status = 'active' then array['Active Unlimited members'] else '{}' end, created, created
      from bench.member where status is not null order by created on conflict do nothing`,
    ],
  },
  {
    table: 'loyalty_card',
    statements: [
      `insert into loyalty_card (number, customer, last_name, first_name, email, zipcode, cell_phone, secondary_code, created, changed)
      select loyalty_card, id, last, first, email, '60435', phone, tag, created, created
      from bench.member where loyalty_card is not null and status is not null order by created on conflict do nothing`,
    ],
  },
];
