import { sql } from 'kysely';
import type { EditableSetting } from '@washdesk/contracts/company/setting';
import { keepsVersion } from '@washdesk/rules/company/online-terms';
import type { Settings } from '@washdesk/rules/company/settings';
import { saveOfferIn } from '@washdesk/rules/plans/self-service';
import type { Tx } from '../../../db/pool.ts';
import { settingOf } from './settings.store.ts';

type Checks = { readonly [N in EditableSetting]?: (tx: Tx, value: Settings[N]) => Promise<string | null> };

async function siteNumbers(tx: Tx): Promise<Set<number>> {
  const rows = await tx.selectFrom('site').select('number').execute();
  return new Set(rows.map(({ number }) => number));
}

const list = (names: Iterable<string | number>): string => [...names].join(', ');

/** What each setting must agree with in the company. A value that names nothing, or a running site as another's alias, is refused. */
const checks: Checks = {
  async siteMapping(tx, mapping) {
    const sites = await siteNumbers(tx);
    const before = await settingOf(tx, 'siteMapping');
    for (const [from, to] of Object.entries(mapping)) {
      if (before[Number(from)] === to) continue;
      if (sites.has(Number(from))) return `${from} is a site of the company; its sales and prices would become those of ${to}`;
      if (mapping[to] !== undefined) return `${to} is itself an alias. Name the site it stands for`;
      if (!sites.has(to)) return `${to} is no site of the company: ${list(sites)}`;
    }
    return null;
  },
  async registerTerminals(tx, terminals) {
    const chosen = await settingOf(tx, 'defaultWashTerminal');
    return terminals.includes(chosen) ? null : `must contain ${chosen}, the default wash terminal`;
  },
  async defaultWashTerminal(tx, terminal) {
    const terminals = await settingOf(tx, 'registerTerminals');
    return terminals.includes(terminal) ? null : `must be one of the terminals: ${list(terminals)}`;
  },
  async planDurations(tx, durations) {
    const classes = await settingOf(tx, 'productClasses');
    const unknown = Object.keys(durations).find((name) => !classes.includes(name));
    return unknown === undefined ? null : `"${unknown}" is no product class: ${list(classes)}`;
  },
  async productClasses(tx, classes) {
    const { rows } = await sql<{ name: string }>`
      select distinct object->'metadata'->>'product_class' as name from mirror_product
      where deleted_at is null and object->'metadata'->>'product_class' <> all(${classes}::text[]) order by 1`.execute(tx);
    return rows.length === 0 ? null : `must contain ${list(rows.map(({ name }) => name))}, which products have`;
  },
  async siteContacts(tx, contacts) {
    const sites = await siteNumbers(tx);
    const unknown = Object.keys(contacts).find((site) => !sites.has(Number(site)));
    return unknown === undefined ? null : `${unknown} is no site of the company: ${list(sites)}`;
  },
  async onlinePlan(tx, price) {
    if (price === null) return null;
    const found = await tx
      .selectFrom('mirror_price')
      .select('id')
      .where('id', '=', price)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return found ? null : 'must be a price of the catalog';
  },
  async saveOffers(tx, lines) {
    const named = lines.map(saveOfferIn).flatMap((offer) => (offer?.act?.kind === 'plan' ? [offer.act.product] : []));
    const { rows } = await sql<{ name: string }>`
      select distinct object->>'name' as name from mirror_product where deleted_at is null and object->>'active' <> 'false' order by 1`.execute(
      tx,
    );
    const names = rows.map(({ name }) => name);
    const unknown = named.find((name) => !names.some((known) => known.toLowerCase() === name.toLowerCase()));
    return unknown === undefined ? null : `"${unknown}" is no product of the catalog: ${list(names)}`;
  },
  async onlineTerms(tx, terms) {
    return keepsVersion(await settingOf(tx, 'onlineTerms'), terms) ? 'needs another version for another text' : null;
  },
  async cacheClearEmployeeId(tx, employee) {
    const found = await tx
      .selectFrom('staff')
      .select('name')
      .where('employee_number', '=', employee)
      .where('active', '=', true)
      .executeTakeFirst();
    return found ? null : `${employee} is no active employee on the staff list`;
  },
};

/** Returns what is wrong with a valid value in this company; null if nothing is. */
export async function problemInCompany<N extends EditableSetting>(tx: Tx, name: N, value: Settings[N]): Promise<string | null> {
  return (await checks[name]?.(tx, value)) ?? null;
}
