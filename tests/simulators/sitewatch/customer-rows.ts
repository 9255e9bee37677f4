import type { Company } from '../company/company.ts';
import type { Member } from '../company/member-model.ts';
import type { Directory } from './directory.ts';
import { newTable, type Table } from './tables.ts';
import { wallClock } from './wall-clock.ts';

/** A member in this database. */
export interface KnownCustomer {
  objectId: number;
  planId: number | null;
  redeemItem: number | null;
}

export type KnownCustomers = ReadonlyMap<string, KnownCustomer>;

interface CustomerRows {
  tables: Table[];
  known: Map<string, KnownCustomer>;
}

export function customerRows(company: Company, directory: Directory): CustomerRows {
  const writer = new CustomerWriter(directory);
  // Members with a running membership come first: if two members share a plate, the first keeps it, because codes are unique in Sitewatch.
  const runsFirst = company.members.toSorted((one, other) => Number(hasEnded(one)) - Number(hasEnded(other)));
  for (const member of runsFirst) writer.write(member);
  return { tables: writer.tables, known: writer.known };
}

function hasEnded({ subscription }: Member): boolean {
  return subscription?.status === 'canceled';
}

class CustomerWriter {
  readonly known = new Map<string, KnownCustomer>();
  readonly #directory: Directory;
  readonly #takenCodes = new Set<string>();
  readonly #customers = newTable(
    'CUSTOMER',
    'OBJID SITE FIRSTNAME LASTNAME EMAIL PHONE CITY STATE ZIP COUNTRY MAKE MODEL COLOR ISCOMMERCIAL TAXEXEMPT CREATED MODIFIED'.split(' '),
  );
  readonly #codes = newTable('CUSTOMERCODE', ['OBJID', 'CUSTOMER', 'CODE', 'CODETYPE', 'CREATED']);
  readonly #plans = newTable('CUSTOMERPLAN', ['OBJID', 'CUSTOMER', 'CUSTOMERCODE', 'PLANTYPE', 'STARTS', 'EXPIRES', 'CREATED']);

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  get tables(): Table[] {
    return [this.#customers, this.#codes, this.#plans];
  }

  write(member: Member): void {
    const { ids, sites, site } = this.#directory;
    const objectId = ids.next();
    const created = wallClock(member.created, site.timeZone);
    const { address, vehicle } = member;
    this.#customers.rows.push([
      objectId,
      sites.get(member.site) ?? null,
      member.firstName,
      member.lastName,
      member.email,
      member.phone,
      address.city,
      address.state,
      address.postalCode,
      address.country,
      vehicle.make,
      vehicle.model || null,
      vehicle.color,
      member.isCommercial,
      member.taxExempt,
      created,
      created,
    ]);
    const plateId = this.#writeCodes(member, objectId, created);
    this.known.set(member.id, { objectId, ...this.#writePlan(member, objectId, plateId, created) });
  }

  /** Returns the row id of the plate, which the plan references. */
  #writeCodes(member: Member, customer: number, created: string): number {
    // a deleted member has released their codes
    const plateId = this.#writeCode(customer, member.plate, 'P', member.deleted || this.#takenCodes.has(member.plate), created);
    if (member.tag !== null) this.#writeCode(customer, member.tag, 'T', member.deleted, created);
    for (const code of member.extraCodes) this.#writeCode(customer, code, 'P', false, created);
    for (const code of member.disabledCodes) this.#writeCode(customer, code, 'P', true, created);
    return plateId;
  }

  #writeCode(customer: number, code: string, type: 'P' | 'T', disabled: boolean, created: string): number {
    const objectId = this.#directory.ids.next();
    if (!disabled) this.#takenCodes.add(code);
    this.#codes.rows.push([objectId, customer, disabled ? `${code}~${objectId}` : code, type, created]);
    return objectId;
  }

  #writePlan({ club }: Member, customer: number, plateId: number, created: string): Pick<KnownCustomer, 'planId' | 'redeemItem'> {
    if (!club) return { planId: null, redeemItem: null };
    const planType = this.#directory.planTypes.get(club.planType);
    if (!planType) throw new Error(`Unknown plan type: ${club.planType}`);
    const planId = this.#directory.ids.next();
    this.#plans.rows.push([planId, customer, plateId, planType.objectId, club.starts, club.expires, created]);
    return { planId, redeemItem: planType.redeemItem };
  }
}
