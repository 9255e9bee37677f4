import { sql } from 'kysely';
import type { EditableSetting } from '@washdesk/contracts/company/setting';
import { productKeys, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import type { Settings } from '@washdesk/rules/company/settings';
import { notRunningStatuses } from '@washdesk/rules/plans/statuses';
import type { Tx } from '../../../db/pool.ts';
import { settingOf } from './settings.store.ts';

type Reach = { readonly [N in EditableSetting]?: (tx: Tx, value: Settings[N]) => Promise<number> };

/** Returns the names whose value differs. */
function changedIn<V>(before: Readonly<Record<string, V>>, after: Readonly<Record<string, V>>): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
}

const running = sql`s.deleted_at is null and s.status <> all(${[...notRunningStatuses]}::text[])`;

/** Members whose guarantee comes from the setting, because their sign-up recorded none. */
async function withGuaranteeOf(tx: Tx, isConcerned: (productClass: string) => boolean): Promise<number> {
  const { rows } = await sql<{ name: string | null; members: number }>`
    select o.object->'metadata'->>${sql.lit(productKeys.productClass)} as name, count(distinct s.customer)::integer as members
    from mirror_subscription s join mirror_price p on p.id = s.price join mirror_product o on o.id = p.product
    where ${running} and coalesce(s.object->'metadata'->>${sql.lit(subscriptionKeys.planDuration)}, '') in ('', '0') group by 1`.execute(
    tx,
  );
  return rows.filter(({ name }) => name !== null && isConcerned(name)).reduce((sum, { members }) => sum + members, 0);
}

/** How many members a new value of a setting concerns at once. A setting that is not listed here concerns no current plan. */
const reach: Reach = {
  async planDurations(tx, durations) {
    const changed = changedIn(await settingOf(tx, 'planDurations'), durations);
    return changed.length === 0 ? 0 : withGuaranteeOf(tx, (name) => changed.includes(name));
  },
  async defaultPlanDuration(tx, months) {
    if (months === (await settingOf(tx, 'defaultPlanDuration'))) return 0;
    const named = await settingOf(tx, 'planDurations');
    return withGuaranteeOf(tx, (name) => !Object.hasOwn(named, name));
  },
  async siteMapping(tx, mapping) {
    const before = await settingOf(tx, 'siteMapping');
    const changed = changedIn(before, mapping);
    // the former and the new site of each number that changes, and the number itself
    const sites = changed.flatMap((from) => [from, before[Number(from)], mapping[Number(from)]]).filter((site) => site !== undefined);
    if (sites.length === 0) return 0;
    const { rows } = await sql<{ members: number }>`
      select count(distinct s.customer)::integer as members from mirror_subscription s
      where ${running} and s.object->'metadata'->>${sql.lit(subscriptionKeys.site)} = any(${sites.map(String)}::text[])`.execute(tx);
    return rows[0]?.members ?? 0;
  },
};

export async function membersTouched<N extends EditableSetting>(tx: Tx, name: N, value: Settings[N]): Promise<number> {
  return (await reach[name]?.(tx, value)) ?? 0;
}
