import { siteDate } from '@washdesk/rules/dates/dates';
import type { Workbench } from '@washdesk/workbench/workbench';
import { querySitewatch, sitewatchOf } from '../../workbench/sitewatch.ts';

/** A member as stored in a Sitewatch, without the numbers that each site assigns. */
export interface SitewatchMemberState {
  person: string[];
  /** Enabled codes, sorted. */
  codes: string[];
  /** Stripe's running plans: product class and the first day on which the plan is no longer valid. */
  plans: string[];
}

const memberRows = `
  select k.CODE as PLATE, c.OBJID as CUSTOMER, c.FIRSTNAME, c.LASTNAME, coalesce(c.EMAIL, '') as EMAIL, coalesce(c.PHONE, '') as PHONE,
    coalesce(c.CITY, '') as CITY, coalesce(c.MAKE, '') as MAKE, coalesce(c.MODEL, '') as MODEL, coalesce(c.COLOR, '') as COLOR
  from CUSTOMERCODE k join CUSTOMER c on c.OBJID = k.CUSTOMER`;
const codeRows = `select CUSTOMER, CODE as TEXT from CUSTOMERCODE where CODE not containing '~'`;
const planRows = `
  select p.CUSTOMER, t.PRODUCTCLASS || ' until ' || cast(p.EXPIRES as varchar(10)) as TEXT
  from CUSTOMERPLAN p join PLANTYPE t on t.OBJID = p.PLANTYPE
  where t.ISSTRIPE = 1 and t.KIND = 'U' and p.EXPIRES > cast(cast(? as varchar(10)) as date)`;

interface MemberRow extends Record<string, string | number> {
  plate: string;
  customer: number;
}
interface TextRow {
  customer: number;
  text: string;
}

const listOf = (rows: readonly TextRow[], of: number): string[] =>
  rows.flatMap(({ customer, text }) => (customer === of ? [text.trim()] : [])).toSorted();

/**
 * Returns the members in a site's Sitewatch with these plates. Plans that end today by that site's date have ended: the next site may
 * already have tomorrow.
 */
export async function sitewatchMembersAt(
  workbench: Pick<Workbench, 'company' | 'sitewatch'>,
  site: number,
  plates: readonly string[],
  now: Date,
): Promise<Record<string, SitewatchMemberState | null>> {
  const address = sitewatchOf(workbench, site);
  const timeZone = workbench.company.sites.find(({ number }) => number === site)?.timeZone;
  if (!timeZone) throw new Error(`The company has no site ${site}`);
  const [people, codes, plans] = await Promise.all([
    querySitewatch<MemberRow>(address, memberRows),
    querySitewatch<TextRow>(address, codeRows),
    querySitewatch<TextRow>(address, planRows, [siteDate(now, timeZone)]),
  ]);
  const found = plates.map((plate): [string, SitewatchMemberState | null] => {
    const row = people.find((one) => one.plate.trim() === plate);
    if (!row) return [plate, null];
    const { plate: _plate, customer, ...person } = row;
    return [plate, { person: Object.values(person).map(String), codes: listOf(codes, customer), plans: listOf(plans, customer) }];
  });
  return Object.fromEntries(found);
}
