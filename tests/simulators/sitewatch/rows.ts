import { retailItems } from '../company/catalogue.ts';
import type { Company } from '../company/company.ts';
import type { Site } from '../company/model.ts';
import { customerRows } from './customer-rows.ts';
import type { Directory } from './directory.ts';
import { giftCardRows } from './gift-card-rows.ts';
import { saleRows } from './sale-rows.ts';
import { newTable, ObjectIds, type Table } from './tables.ts';

/** A complete Sitewatch: its tables in an order that satisfies every reference, and the next values of its generators. */
export interface SitewatchRows {
  tables: Table[];
  lastObjectId: number;
  lastSaleId: number;
}

/** Returns the members' OBJIDs in the site's Sitewatch. */
export function customerNumbers(company: Company, site: Site): ReadonlyMap<string, number> {
  const { customers } = peopleRows(company, site);
  return new Map([...customers.known].map(([id, { objectId }]) => [id, objectId]));
}

/** Returns all rows of a site's Sitewatch. Every site has all members, but only its own sales (docs/rules/sites.md#sitewatch). */
export function sitewatchRows(company: Company, site: Site): SitewatchRows {
  const { directory, tables, customers } = peopleRows(company, site);
  const gifts = giftCardRows(company, directory);
  const sales = saleRows(company, directory, customers.known);
  return {
    tables: [...tables, ...vehicleTables(company), ...customers.tables, ...gifts.tables, ...sales.tables],
    lastObjectId: directory.ids.last,
    lastSaleId: sales.lastSaleId,
  };
}

function peopleRows(company: Company, site: Site) {
  const ids = new ObjectIds();
  const places = placeRows(company, site, ids);
  const plans = planRows(company, ids);
  const directory: Directory = { site, ids, ...places.maps, ...plans.maps };
  return { directory, tables: [...places.tables, ...plans.tables], customers: customerRows(company, directory) };
}

function placeRows(company: Company, site: Site, ids: ObjectIds) {
  const siteTable = newTable('SITE', ['OBJID', 'SITENUMBER', 'NAME', 'STATE', 'ACTIVE']);
  const terminalTable = newTable('TERMINAL', ['OBJID', 'SITE', 'NAME', 'TERMINALTYPE', 'IPADDRESS']);
  const employeeTable = newTable('EMPLOYEE', ['OBJID', 'NUMBER', 'FIRSTNAME', 'LASTNAME', 'BADGECODE']);
  const sites = new Map<number, number>();
  const terminals = new Map<string, number>();
  const employees = new Map<number, number>();

  for (const { number, name, state } of company.sites) {
    sites.set(number, ids.next());
    siteTable.rows.push([ids.last, number, name, state, number === site.number]);
  }
  for (const terminal of company.terminals) {
    if (terminal.site !== site.number) continue;
    terminals.set(terminal.name, ids.next());
    terminalTable.rows.push([ids.last, sites.get(site.number) ?? null, terminal.name, terminal.type, terminal.ipAddress]);
  }
  for (const { number, firstName, lastName } of company.employees) {
    employees.set(number, ids.next());
    employeeTable.rows.push([ids.last, number, firstName, lastName, `E${number}`]);
  }
  return { tables: [siteTable, terminalTable, employeeTable], maps: { sites, terminals, employees } };
}

function vehicleTables({ makes, models, colors }: Company): Table[] {
  return [
    { name: 'MAKE', columns: ['ID', 'NAME'], rows: makes.map(({ id, name }) => [id, name]) },
    { name: 'MODEL', columns: ['ID', 'NAME', 'MAKE'], rows: models.map(({ id, name, makeId }) => [id, name, makeId]) },
    { name: 'COLOR', columns: ['ID', 'NAME'], rows: colors.map(({ id, name }) => [id, name]) },
  ];
}

function planRows(company: Company, ids: ObjectIds) {
  const items = newTable('ITEM', ['OBJID', 'NAME', 'ITEMTYPE', 'PRICE']);
  const types = newTable('PLANTYPE', ['OBJID', 'NAME', 'KIND', 'CLUBACCESS', 'PRODUCTCLASS', 'REDEEMID', 'ISSTRIPE']);
  const planTypes = new Map<string, { objectId: number; redeemItem: number | null }>();
  const retail = new Map<string, number>();

  for (const { name, kind, cents } of retailItems) {
    retail.set(name, ids.next());
    items.rows.push([ids.last, name, kind === 'wash' ? 'W' : 'D', cents / 100]);
  }
  for (const { name, kind, clubAccess, productClass, stripe } of company.planTypes) {
    const redeemItem = kind === 'U' ? ids.next() : null;
    if (redeemItem !== null) items.rows.push([redeemItem, `REDEEM ${name}`, 'R', 0]);
    planTypes.set(name, { objectId: ids.next(), redeemItem });
    types.rows.push([ids.last, name, kind, clubAccess, productClass, redeemItem, stripe]);
  }
  return { tables: [items, types], maps: { planTypes, items: retail } };
}
