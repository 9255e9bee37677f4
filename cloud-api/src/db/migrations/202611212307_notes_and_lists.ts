import { sql, type Kysely } from 'kysely';

/**
 * Lists to choose from and limits to keep. The first limits are the specification's retail price of 44.99, with 5 more for an oversized
 * vehicle and 20 more for a commercial one (back-office section 9); a company sets its own.
 */
const statements = [
  sql`create table reason (
    value text primary key,
    text text not null,
    kinds text[] not null,
    position integer not null,
    active boolean not null
  )`,
  sql`insert into reason (value, text, kinds, position, active) values
    ('moved', 'Moved away', '{discontinue,terminate,delete}', 1, true),
    ('sold-vehicle', 'Sold or lost the vehicle', '{discontinue,terminate,delete}', 2, true),
    ('not-used', 'Does not wash often enough', '{discontinue,terminate}', 3, true),
    ('price', 'Too expensive', '{discontinue,terminate}', 4, true),
    ('financial', 'Cannot afford it at the moment', '{discontinue,terminate}', 5, true),
    ('quality', 'Not satisfied with the wash', '{discontinue,terminate}', 6, true),
    ('service', 'Not satisfied with the service', '{discontinue,terminate}', 7, true),
    ('damage', 'Vehicle was damaged', '{discontinue,terminate}', 8, true),
    ('competitor', 'Washes somewhere else', '{discontinue,terminate}', 9, true),
    ('seasonal', 'Away for the season', '{discontinue}', 10, true),
    ('non-payment', 'Did not pay', '{terminate}', 11, true),
    ('fraud', 'Misuse or fraud', '{terminate,delete}', 12, true),
    ('duplicate', 'Entered twice', '{terminate,delete}', 13, true),
    ('mistake', 'Signed up by mistake', '{terminate,delete}', 14, true),
    ('customer-request', 'Customer asked for it', '{discontinue,terminate,delete}', 15, true),
    ('other', 'Other', '{discontinue,terminate,delete}', 16, true)`,
  sql`create table price_range (
    id integer primary key,
    product_class text not null unique,
    min_price integer not null,
    max_car integer not null,
    max_truck integer not null,
    max_car_commercial integer not null,
    max_truck_commercial integer not null,
    changed timestamptz,
    changed_by text,
    check (least(max_car, max_truck, max_car_commercial, max_truck_commercial) >= min_price and min_price >= 0)
  )`,
  sql`insert into price_range (id, product_class, min_price, max_car, max_truck, max_car_commercial, max_truck_commercial)
    select id, product_class, 500, 4499, 4999, 6499, 6999 from unnest(array['Super Kiss', 'Super Kiss Plus', 'Interior',
      'Super Interior', 'Oil Change', 'Once A Month Car', 'Once A Month Truck', 'Online Offers']) with ordinality as c (product_class, id)`,
  sql`create index note_attention on note (customer, created desc) where attention`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
