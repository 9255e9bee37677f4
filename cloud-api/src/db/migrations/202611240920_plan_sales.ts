import { sql, type Kysely } from 'kysely';

/**
 * Who sold what: a row a sign-up and a row an upgrade. What the mirror and the audit hold by now is taken over: an ended subscription is a
 * sign-up where an invoice of it was paid.
 */
const statements = [
  sql`create table plan_sale (
    id text primary key,
    kind text not null check (kind in ('sign-up', 'upgrade')),
    at timestamptz not null,
    day date not null,
    site integer,
    seller text not null,
    seller_name text,
    subscription text not null,
    customer text not null,
    former_price text,
    price text,
    left_at timestamptz,
    reason text,
    early boolean not null default false
  )`,
  sql`insert into plan_sale (id, kind, at, day, site, seller, seller_name, subscription, customer, left_at, reason, early)
    select f.id, 'sign-up', f.created, (f.created at time zone f.zone)::date, f.site,
      coalesce(f.number, upper(f.name), case when f.object->'metadata'->>'terminal' = 'online' then 'online' else 'unknown' end),
      f.name, f.id, f.customer, f.left_at,
      case when f.left_at is null then null when f.object->'cancellation_details'->>'reason' = 'payment_failed' then 'Payment failed'
        else coalesce(nullif(btrim(f.object->'cancellation_details'->>'comment'), ''), 'No reason given') end,
      coalesce((f.left_at at time zone f.zone)::date - (f.created at time zone f.zone)::date <= 60, false)
    from (
      select s.*, coalesce(z.time_zone, 'UTC') as zone, to_timestamp((s.object->>'canceled_at')::double precision) as left_at,
        nullif(btrim(s.object->'metadata'->>'employeenumber'), '') as number, nullif(btrim(s.object->'metadata'->>'employeename'), '') as name
      from mirror_subscription s left join site z on z.number = s.site
      where s.status not in ('incomplete', 'incomplete_expired') and coalesce(s.object->'metadata'->>'old_id', '') = ''
    ) f
    where f.status in ('active', 'trialing', 'past_due')
      or exists (select from mirror_invoice i where i.subscription = f.id and i.status = 'paid')`,
  sql`insert into plan_sale (id, kind, at, day, site, seller, seller_name, subscription, customer, former_price, price)
    select a.id::text, 'upgrade', a.at, (a.at at time zone coalesce(z.time_zone, 'UTC'))::date, coalesce(a.site, s.site), a.actor,
      (select p.name from service_account p where p.client_id = a.actor), s.id, s.customer, a.before->>'price', a.after->>'price'
    from audit a
    join mirror_subscription s on s.id = substr(a.subject, strpos(a.subject, ':') + 1)
    left join site z on z.number = coalesce(a.site, s.site)
    where a.action = 'subscription.upgraded'`,
  sql`create index plan_sale_day on plan_sale (day) include (site, seller, kind, early)`,
  sql`create index plan_sale_kind on plan_sale (kind, at desc, id desc)`,
  sql`create index plan_sale_site on plan_sale (site, kind, at desc, id desc)`,
  sql`create index plan_sale_seller on plan_sale (seller, kind, at desc, id desc)`,
  sql`create index plan_sale_early on plan_sale (at desc, id desc) where early`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
