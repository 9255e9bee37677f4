-- Settings, sales and the dashboard's metrics.

create table setting (
  name text primary key,
  value jsonb not null,
  changed timestamptz not null,
  changed_by text
);

create table flag (
  name text primary key,
  description text not null,
  value boolean not null,
  position integer not null
);

-- Sales: one row per sign-up and per upgrade.

create table plan_sale (
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
);
create index plan_sale_day on plan_sale (day) include (site, seller, kind, early);
create index plan_sale_kind on plan_sale (kind, at desc, id desc);
create index plan_sale_site on plan_sale (site, kind, at desc, id desc);
create index plan_sale_seller on plan_sale (seller, kind, at desc, id desc);
create index plan_sale_early on plan_sale (at desc, id desc) where early;

-- Sums of plan_sale, maintained by triggers in the same transaction. Weeks are locked in a fixed order to avoid deadlocks.
create table plan_sale_week (
  week date not null,
  site integer,
  seller text not null,
  sign_ups integer not null,
  upgrades integer not null,
  early integer not null,
  unique nulls not distinct (week, site, seller)
);

create function sum_sales_after_insert() returns trigger language plpgsql as $$
begin
  insert into plan_sale_week as w (week, site, seller, sign_ups, upgrades, early)
  select date_trunc('week', day)::date, site, seller, sum(sign_up), sum(upgrade), sum(early)
  from (
    select day, site, seller, (kind = 'sign-up')::integer as sign_up, (kind = 'upgrade')::integer as upgrade, early::integer as early
    from added
  ) changed group by 1, 2, 3
  having sum(sign_up) <> 0 or sum(upgrade) <> 0 or sum(early) <> 0
  order by 1, 2, 3
  on conflict (week, site, seller) do update set sign_ups = w.sign_ups + excluded.sign_ups,
    upgrades = w.upgrades + excluded.upgrades, early = w.early + excluded.early;
  return null;
end $$;
create trigger sum_sales_after_insert after insert on plan_sale referencing new table as added
  for each statement execute function sum_sales_after_insert();

create function sum_sales_after_update() returns trigger language plpgsql as $$
begin
  insert into plan_sale_week as w (week, site, seller, sign_ups, upgrades, early)
  select date_trunc('week', day)::date, site, seller, sum(sign_up), sum(upgrade), sum(early)
  from (
    select day, site, seller, (kind = 'sign-up')::integer as sign_up, (kind = 'upgrade')::integer as upgrade, early::integer as early
    from added
    union all
    select day, site, seller, -(kind = 'sign-up')::integer as sign_up, -(kind = 'upgrade')::integer as upgrade, -early::integer as early
    from removed
  ) changed group by 1, 2, 3
  having sum(sign_up) <> 0 or sum(upgrade) <> 0 or sum(early) <> 0
  order by 1, 2, 3
  on conflict (week, site, seller) do update set sign_ups = w.sign_ups + excluded.sign_ups,
    upgrades = w.upgrades + excluded.upgrades, early = w.early + excluded.early;
  return null;
end $$;
create trigger sum_sales_after_update after update on plan_sale referencing old table as removed new table as added
  for each statement execute function sum_sales_after_update();

create function sum_sales_after_delete() returns trigger language plpgsql as $$
begin
  insert into plan_sale_week as w (week, site, seller, sign_ups, upgrades, early)
  select date_trunc('week', day)::date, site, seller, sum(sign_up), sum(upgrade), sum(early)
  from (
    select day, site, seller, -(kind = 'sign-up')::integer as sign_up, -(kind = 'upgrade')::integer as upgrade, -early::integer as early
    from removed
  ) changed group by 1, 2, 3
  having sum(sign_up) <> 0 or sum(upgrade) <> 0 or sum(early) <> 0
  order by 1, 2, 3
  on conflict (week, site, seller) do update set sign_ups = w.sign_ups + excluded.sign_ups,
    upgrades = w.upgrades + excluded.upgrades, early = w.early + excluded.early;
  return null;
end $$;
create trigger sum_sales_after_delete after delete on plan_sale referencing old table as removed
  for each statement execute function sum_sales_after_delete();

create function no_sums_after_truncate() returns trigger language plpgsql as $$
begin
  delete from plan_sale_week;
  return null;
end $$;
create trigger no_sums_after_truncate after truncate on plan_sale
  for each statement execute function no_sums_after_truncate();

-- The dashboard's metrics per site and month, and the members behind them (docs/decisions/0035-metrics.md).

create table metric_run (
  site integer primary key,
  pass uuid not null,
  version integer not null,
  counted_at timestamptz not null,
  months text[] not null,
  behind text not null,
  totals jsonb not null,
  finished boolean not null
);

create table member_span (
  site integer not null,
  customer text not null,
  begins timestamptz not null,
  ends timestamptz,
  joined timestamptz not null,
  primary key (site, customer, begins)
);
create index member_span_joined on member_span (joined desc, customer desc);
create index member_span_site_joined on member_span (site, joined desc, customer desc);

create table month_metric (
  site integer not null,
  month text not null,
  version integer not null,
  pass uuid not null,
  counted_at timestamptz not null,
  totals jsonb not null,
  primary key (site, month)
);

create table month_movement (
  site integer not null,
  month text not null,
  pass uuid not null,
  kind text not null,
  id text not null,
  customer text not null,
  at timestamptz not null,
  amount integer not null,
  primary key (site, month, pass, kind, id)
);
