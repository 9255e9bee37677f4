import { sql, type ColumnType } from 'kysely';
import { z } from 'zod';
import type { ConfigurationOutcome } from '@washdesk/contracts/sites/site-configuration';
import { configurationProblem, type ConfigurationProblem } from '@washdesk/site-protocol/site-configuration/delivery';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { staffNameAt } from '../../../db/staff-name.ts';

interface SiteConfigurationTable {
  site: number;
  version: number;
  content: ColumnType<unknown, string, never>;
  reason: string;
  author: string;
  created: Date;
  outcome: ConfigurationOutcome;
  outcome_at: Date | null;
  problems: ColumnType<unknown, string | undefined, string>;
}

declare module '../../../db/schema.ts' {
  interface Database {
    site_configuration: SiteConfigurationTable;
  }
}

export const personalData = {
  site_configuration: { plain: ['site', 'version', 'content', 'reason', 'author', 'created', 'outcome', 'outcome_at', 'problems'] },
} satisfies PersonalTables;

export type Content = Record<string, unknown>;

/** The content is of the release that saved it, so saving and the agent validate it again. */
const storedContent = z.object({ v: z.literal(1), configuration: z.record(z.string(), z.unknown()) });
const storedProblems = z.array(configurationProblem);

export interface StoredVersion {
  version: number;
  reason: string;
  author: string;
  /** ISO 8601, as `outcomeAt`. */
  created: string;
  outcome: ConfigurationOutcome;
  outcomeAt: string | null;
  problems: ConfigurationProblem[];
}
export interface WholeVersion extends StoredVersion {
  content: Content;
}

const versions = (db: Db | Tx) =>
  db
    .selectFrom('site_configuration as c')
    .select(['c.site', 'c.version', 'c.reason', 'c.created', 'c.outcome', 'c.outcome_at as outcomeAt', 'c.problems'])
    .select(sql<string>`coalesce(${staffNameAt(sql.ref('c.author'), sql.ref('c.created'))}, c.author)`.as('author'))
    .orderBy('c.version', 'desc');

const shown = <Row extends { problems: unknown; created: Date; outcomeAt: Date | null }>({
  problems,
  created,
  outcomeAt,
  ...row
}: Row) => ({
  ...row,
  created: created.toISOString(),
  outcomeAt: outcomeAt?.toISOString() ?? null,
  problems: storedProblems.parse(problems),
});

async function oneVersion(query: ReturnType<typeof versions>): Promise<WholeVersion | null> {
  const row = await query.select('c.content').limit(1).executeTakeFirst();
  if (!row) return null;
  const { content, site: _site, ...rest } = shown(row);
  return { ...rest, content: storedContent.parse(content).configuration };
}

export const newestVersion = (db: Db | Tx, site: number): Promise<WholeVersion | null> =>
  oneVersion(versions(db).where('c.site', '=', site));

export const versionOf = (db: Db | Tx, site: number, version: number): Promise<WholeVersion | null> =>
  oneVersion(versions(db).where('c.site', '=', site).where('c.version', '=', version));

export const versionBefore = (db: Db, site: number, version: number): Promise<WholeVersion | null> =>
  oneVersion(versions(db).where('c.site', '=', site).where('c.version', '<', version));

/** Lists versions below `before`, newest first. */
export async function versionsBefore(db: Db, site: number, before: number | undefined, size: number): Promise<StoredVersion[]> {
  const rows = await versions(db)
    .where('c.site', '=', site)
    .$if(before !== undefined, (query) => query.where('c.version', '<', before ?? 0))
    .limit(size)
    .execute();
  return rows.map(({ site: _site, ...row }) => shown(row));
}

/** Returns the newest version of each site that has one. */
export async function newestVersions(db: Db): Promise<Map<number, StoredVersion>> {
  const rows = await versions(db).clearOrderBy().distinctOn('c.site').orderBy('c.site').orderBy('c.version', 'desc').execute();
  return new Map(rows.map(({ site, ...row }) => [site, shown(row)]));
}

/** Returns the last version that the site has applied. */
export const lastApplied = (db: Db | Tx, site: number): Promise<WholeVersion | null> =>
  oneVersion(versions(db).where('c.site', '=', site).where('c.outcome', '=', 'applied'));

interface NewVersion {
  site: number;
  version: number;
  content: Content;
  reason: string;
  author: string;
  created: Date;
}

/** Waits for other saves of the site. @returns false if the site is unknown */
export async function lockConfiguration(tx: Tx, site: number): Promise<boolean> {
  const known = await tx.selectFrom('site').select('number').where('number', '=', site).forNoKeyUpdate().executeTakeFirst();
  return known !== undefined;
}

/** Replaces versions without a result as the wanted one. */
export async function insertVersion(tx: Tx, { content, ...row }: NewVersion): Promise<void> {
  await tx
    .updateTable('site_configuration')
    .set({ outcome: 'superseded', outcome_at: row.created })
    .where('site', '=', row.site)
    .where('outcome', '=', 'pending')
    .execute();
  await tx
    .insertInto('site_configuration')
    .values({ ...row, content: JSON.stringify({ v: 1, configuration: content }), outcome: 'pending', outcome_at: null })
    .execute();
}

interface NewOutcome {
  site: number;
  version: number;
  outcome: Exclude<ConfigurationOutcome, 'pending' | 'superseded'>;
  problems: readonly ConfigurationProblem[];
  at: Date;
}

/** Stores a site's result, also of a version that a newer one replaced meanwhile. @returns false if it has a result, or is unknown */
export async function storeOutcome(tx: Tx, { site, version, outcome, problems, at }: NewOutcome): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('site_configuration')
    .set({ outcome, outcome_at: at, problems: JSON.stringify(problems) })
    .where('site', '=', site)
    .where('version', '=', version)
    .where('outcome', 'in', ['pending', 'superseded'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
