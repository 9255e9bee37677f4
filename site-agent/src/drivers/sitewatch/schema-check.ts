import type { Database, Transaction } from 'node-firebird';
import { describe } from '../health-report.ts';
import { isLossOfServer } from './firebird-errors.ts';
import { sitewatchSql } from './sitewatch-sql.ts';

type StatementName = keyof typeof sitewatchSql;

/** Queries that only writes need: if one of them does not match, reading still works. */
const ofWrites: ReadonlySet<StatementName> = new Set<StatementName>([
  'commandResult',
  'commandExists',
  'newestCommand',
  'saleParties',
  'redeemedItem',
  'siteByNumber',
  'lockCustomer',
  'codeByText',
  'codesSwitchedOff',
  'runningPlans',
  'stripePlanOfClass',
  'giftCardsHolding',
  'clubPlan',
  // compared with the cloud by the columns that writes have
  'customersAfter',
  'codesOfCustomers',
  'stripePlansOfCustomers',
]);

const isForWriting = (name: StatementName): boolean => ofWrites.has(name) || /^\s*(insert|update|delete)\b/.test(sitewatchSql[name]);

/** Statements on a table that may be missing or inaccessible: sales are then found by their numbers. */
const ofOutbox: ReadonlySet<StatementName> = new Set<StatementName>(['salesInOutbox', 'forgetInOutbox', 'forgetUnused']);

/** The definition of Washdesk's own table is executed only if the table is missing. */
const definitions: ReadonlySet<StatementName> = new Set<StatementName>(['createCommandTable']);

/** What the statements name and a Sitewatch lacks, as phrases: 'the column SALE.CODE is missing'. */
export interface SchemaDifference {
  reading: string[];
  writing: string[];
}

/**
 * Prepares every statement and executes none: Firebird reports which table, column, generator or right it lacks. Do not use the connection
 * afterwards: each failed statement stays allocated on it.
 * @throws the library's error if the server is lost
 */
export async function schemaDifference(database: Database): Promise<SchemaDifference> {
  const names = Object.keys(sitewatchSql) as StatementName[];
  const difference = { reading: new Set<string>(), writing: new Set<string>() };
  const transaction = await database.transactionAsync();
  for (const name of names.filter((one) => !ofOutbox.has(one) && !definitions.has(one))) {
    const lack = await lackOf(transaction, sitewatchSql[name]);
    if (lack !== null) difference[isForWriting(name) ? 'writing' : 'reading'].add(lack);
  }
  await transaction.rollbackAsync();
  return { reading: [...difference.reading], writing: [...difference.writing] };
}

async function lackOf(transaction: Transaction, sql: string): Promise<string | null> {
  try {
    const statement = await transaction.newStatementAsync(sql);
    statement.drop();
    return null;
  } catch (error) {
    if (isLossOfServer(error)) throw error;
    return missingPart(error, sql);
  }
}

/** Returns what Firebird lacks, as a phrase. Firebird names a column without its table. */
export function missingPart(error: unknown, sql: string): string {
  const words = describe(error);
  const [, table] = /Table unknown, ([\w$]+)/u.exec(words) ?? [];
  if (table !== undefined) return `the table ${table} is missing`;
  const [, column] = /Column unknown, ([\w$.]+)/u.exec(words) ?? [];
  if (column !== undefined) return `the column ${withTable(column, sql)} is missing`;
  const [, generator] = /Generator ([\w$]+) is not defined/iu.exec(words) ?? [];
  if (generator !== undefined) return `the generator ${generator} is missing`;
  return words.replace(/^No permission/u, 'no permission');
}

/** @param column as Firebird names it: with the statement's alias of the table, or without */
function withTable(column: string, sql: string): string {
  const tables = [...sql.matchAll(/\b(?:from|join|update|into)\s+([A-Z_$]+)(?:\s+([a-z])\b)?/gu)].map(([, name, short]) => ({
    name,
    short,
  }));
  const [short, bare] = column.split('.');
  if (bare !== undefined) return `${tables.find((one) => one.short?.toUpperCase() === short)?.name ?? short}.${bare}`;
  const names = new Set(tables.map(({ name }) => name));
  return names.size === 1 ? `${[...names][0]}.${column}` : column;
}
