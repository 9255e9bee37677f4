import { customerRow } from '@washdesk/cloud-api/mirror/snapshots/rows';
import type { SecretHasher } from '@washdesk/cloud-api/ports/secret-hasher';
import type { Settings } from '@washdesk/rules/company/settings';
import { siteDate } from '@washdesk/rules/dates/dates';
import { daysBefore } from '@washdesk/simulators/company/calendar';
import type { Company } from '@washdesk/simulators/company/company';
import { createRandom, uuidAt } from '@washdesk/simulators/company/random';
import { makeCustomer } from '@washdesk/stripe-simulator/objects/customer';
import { abuseTables } from './abuse-rows.ts';
import { auditRows } from './audit-rows.ts';
import type { CloudTable } from './cloud-table.ts';
import { configurationTable } from './configuration-rows.ts';
import { giftTable } from './gift-rows.ts';
import { laneTable } from './lane-rows.ts';
import { externalSystemRows } from './member-rows.ts';
import { signUpTables } from './sign-up-rows.ts';
import { upgradeTables } from './upgrade-rows.ts';

/** The flags of a workbench: every flag of the product is on. */
const flags = [
  { name: 'redeemInterface', description: 'Redeem interface at the registers' },
  { name: 'gatecontrol', description: 'Open Gate buttons' },
  { name: 'dxtrfid', description: 'Table of RFID tags read' },
  { name: 'platecameras', description: 'Plates read by cameras' },
];

/** Returns the company's rows of PostgreSQL, in an order that satisfies every reference. Secrets appear only as hashes. */
export async function cloudRows(company: Company, hasher: SecretHasher): Promise<CloudTable[]> {
  return [
    {
      name: 'site',
      rows: company.sites.map(({ number, name, state, timeZone, locationId }) => ({
        number,
        name,
        state,
        time_zone: timeZone,
        location_id: locationId,
      })),
    },
    {
      name: 'setting',
      rows: [
        { name: 'onlinePlan', value: onlinePlan(company), changed: company.now },
        { name: 'saveOffers', value: saveOffers, changed: company.now },
        { name: 'siteContacts', value: siteContacts(company), changed: company.now },
        { name: 'weeklyReportRecipients', value: ['owner@washdesk.test'], changed: company.now },
      ],
    },
    ...lastKnownSitewatch(company),
    { name: 'staff', rows: await staffRows(company, hasher) },
    { name: 'service_account', rows: await serviceAccountRows(company, hasher) },
    auditRows(company),
    ...upgradeTables(company),
    giftTable(company),
    configurationTable(company),
    { name: 'flag', rows: flags.map((flag, position) => ({ ...flag, value: true, position })) },
    { name: 'promo', rows: company.promos.map((promo) => ({ ...promo })) },
    ...accountFoundTables(company),
    { name: 'note', rows: company.notes.map(({ at, ...note }) => ({ ...note, created: at })) },
    ...signUpTables(company),
    ...externalSystemRows(company),
    { name: 'mirror_customer', rows: rememberedCustomers(company) },
    { name: 'usage', rows: usageRows(company) },
    laneTable(company),
    ...abuseTables(company),
    {
      name: 'usage_month',
      rows: company.monthlyUsage.map(({ customer, year, month, plan, returns }) => ({ customer, year, month, plan_name: plan, returns })),
    },
  ];
}

const attemptDays = 120;
const longestDaySeconds = 8 * 3_600;

/** Returns the "account found" answers of the public sign-up and their daily counts: more on weekends, on most weekdays one or two. */
function accountFoundTables({ now, sites }: Company): CloudTable[] {
  const random = createRandom(attemptDays);
  const rows = Array.from({ length: attemptDays }, (_none, back) => {
    const day = daysBefore(new Date(now), back);
    const weekend = [0, 6].includes(day.getUTCDay());
    return Array.from({ length: ((back * 7) % 4) + (weekend ? 3 : 0) }, () => {
      const at = new Date(day.getTime() - random.whole(0, longestDaySeconds) * 1_000);
      const { number, timeZone } = random.pick(sites);
      const matched = random.pick(['plate', 'plate', 'email', 'both']);
      return { id: uuidAt(random, at.toISOString()), at: at.toISOString(), site: number, matched, day: siteDate(at, timeZone) };
    });
  }).flat();
  const days = Map.groupBy(rows, ({ day }) => day);
  return [
    { name: 'online_attempt', rows: [...days].map(([day, found]) => ({ day, attempts: found.length })) },
    { name: 'online_account_found', rows: rows.map(({ day: _day, ...row }) => row) },
  ];
}

/** Returns the price that the online sign-up presets. */
const onlinePlan = ({ prices }: Company): string | null =>
  prices.find(({ productClass, availableOnline, current }) => productClass === 'Online Offers' && availableOnline && current)?.id ?? null;

const saveOffers: Settings['saveOffers'] = [
  'expensive: Keep washing for less. | Siga lavando por menos. | plan: Super Kiss',
  'unused: Take a month on us. | Le regalamos un mes. | free month',
  'moved: Your plan may move with you. Ask for the wash nearest to you. | Su plan puede mudarse con usted. Pregunte por el lavado más cercano.',
];

/** Returns the address and phone of each site, which receipts show. */
const siteContacts = ({ sites }: Company): Settings['siteContacts'] =>
  Object.fromEntries(
    sites.map(({ number, address: { line1, city, postalCode }, state, phone }) => [
      String(number),
      { address: `${line1}\n${city}, ${state} ${postalCode}`, phone },
    ]),
  );

/** Returns the cloud's copy of Sitewatch's data, so that people can sign in if a site's Sitewatch is missing. */
function lastKnownSitewatch({ sites, employees, terminals, now }: Company): CloudTable[] {
  return [
    {
      name: 'site_employee',
      rows: sites.flatMap((site) =>
        employees.map(({ number, firstName, lastName }) => ({
          site: site.number,
          number,
          first_name: firstName,
          last_name: lastName,
          active: true,
          seen: now,
        })),
      ),
    },
    { name: 'site_terminal', rows: terminals.map(({ site, name, type, ipAddress }) => ({ site, name, type, ip_address: ipAddress })) },
  ];
}

/**
 * Returns deleted customers, whom Stripe does not list: only a mirror that saw them earlier has their data. Reconcile finds them deleted.
 */
function rememberedCustomers({ members }: Company): Record<string, unknown>[] {
  const deleted = members.filter((member) => member.deleted).map((member) => ({ ...makeCustomer(member), discount: null }));
  return deleted.map((customer) => ({ ...customerRow(customer), object: customer, read_seq: 0 }));
}

function staffRows({ logins, now }: Company, hasher: SecretHasher): Promise<Record<string, unknown>[]> {
  return Promise.all(
    logins.map(async ({ employeeNumber, name, roles, username, password, pin }) => ({
      employee_number: employeeNumber,
      name,
      roles,
      username,
      password_hash: await hasher.hash(password),
      pin_hash: await hasher.hash(pin),
      created: now,
      changed: now,
    })),
  );
}

function serviceAccountRows({ serviceAccounts, now }: Company, hasher: SecretHasher): Promise<Record<string, unknown>[]> {
  return Promise.all(
    serviceAccounts.map(async ({ clientId, name, secret, roles, site }) => ({
      client_id: clientId,
      name,
      secret_hash: await hasher.hash(secret),
      roles,
      site,
      created: now,
    })),
  );
}

function usageRows({ washes, members }: Company): Record<string, unknown>[] {
  const subscriptionOf = new Map(members.map(({ id, subscription }) => [id, subscription?.id ?? null]));
  return washes.map(({ id, customer, code, plan, site, terminal, employee, saleId, at }) => ({
    id,
    customer,
    subscription: subscriptionOf.get(customer) ?? null,
    code,
    plan_name: plan,
    site,
    terminal,
    employee,
    source: 'redeem',
    sale_id: saleId,
    at,
  }));
}
