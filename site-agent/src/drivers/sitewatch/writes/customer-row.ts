import { z } from 'zod';
import type { SitewatchMember } from '@washdesk/site-protocol/sitewatch';
import { PosRefused } from '../../../ports/pos-database.ts';
import { canWriteOn, nearestOn, type Parameter, type Query } from '../queries.ts';
import { sitewatchSql } from '../sitewatch-sql.ts';
import { rowIn, runIn, type WriteContext } from './write-context.ts';

const objidRow = z.object({ objid: z.int() });
const locked = { sql: sitewatchSql.lockCustomer, row: objidRow } satisfies Query<z.ZodType>;
const ownSite = { sql: sitewatchSql.siteByNumber, row: objidRow } satisfies Query<z.ZodType>;
const inserted = { sql: sitewatchSql.insertCustomer, row: objidRow } satisfies Query<z.ZodType>;

/** Locks the customer, so that other writes about the same one wait. Returns false if the customer does not exist. */
export async function lockCustomer(on: WriteContext, customer: number): Promise<boolean> {
  return (await rowIn(on, locked, [customer])) !== null;
}

export async function insertCustomer(on: WriteContext, member: SitewatchMember): Promise<number> {
  const site = await rowIn(on, ownSite, [on.site]);
  if (!site) throw new PosRefused(`This Sitewatch has no site ${on.site}`);
  const made = await rowIn(on, inserted, [...memberValues(on, member), site.objid, on.at, on.at]);
  if (!made) throw new PosRefused('Sitewatch saved the customer but didn’t return its number');
  return made.objid;
}

/** Updates the customer. Comment and alert are the site's own and stay. */
export async function updateCustomer(on: WriteContext, customer: number, member: SitewatchMember): Promise<void> {
  const values = memberValues(on, member);
  await runIn(on, sitewatchSql.updateCustomer, [...values, customer, ...values]);
}

/** Lengths of the columns: a name in Latin letters can be longer than in its own script. */
const longest = { name: 30, place: 40, vehicle: 40, color: 20 };

/** Returns the member's values in the statements' column order. */
function memberValues(on: WriteContext, member: SitewatchMember): Parameter[] {
  const { email, phone, state, zip, country, isCommercial, taxExempt } = member;
  const fit = (text: string | null, most: number): string | null => text && nearestOn(on.transaction, text).trim().slice(0, most);
  return [
    fit(member.firstName, longest.name),
    fit(member.lastName, longest.name),
    // in other letters the address would be another person's
    email !== null && canWriteOn(on.transaction, email) ? email : null,
    phone,
    fit(member.city, longest.place),
    state,
    zip,
    country,
    fit(member.make, longest.vehicle),
    fit(member.model, longest.vehicle),
    fit(member.color, longest.color),
    Number(isCommercial),
    Number(taxExempt),
  ];
}
