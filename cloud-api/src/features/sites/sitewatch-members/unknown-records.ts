import { isDisabledCode } from '@washdesk/rules/codes/codes';
import type { SitewatchCustomerRecord } from '@washdesk/site-protocol/sitewatch';
import type { Tx } from '../../../db/pool.ts';
import { haveSameName } from './compared-at-site.ts';
import { linksOf } from './comparison.store.ts';
import { loadMirroredMembers } from './load-mirrored-member.ts';
import { customersReachedBy, formerCodes, type Match } from './matches.store.ts';
import { memberAt } from './member.ts';

type Rules = Parameters<typeof memberAt>[2] & { goodDays: number };

interface UnknownRecords {
  /** Numbers of customers whom Washdesk does not have. */
  unknown: number[];
  /** Members whom the site presumably has under other codes, each with the number there. */
  matches: Match[];
}

const isActive = (code: string): boolean => !isDisabledCode(code);

const phoneOf = (phone: string | null): string | null => {
  const digits = (phone ?? '').replaceAll(/\D/g, '').slice(-10);
  return digits.length === 10 ? digits : null;
};

/**
 * Sorts customers of a site with a running Stripe plan of whom neither number nor code is known. A code that was Washdesk's once counts as
 * known. A member is the same person by name, and by email address or phone, if only one of each is.
 */
export async function unknownRecords(
  tx: Tx,
  site: number,
  strangers: readonly SitewatchCustomerRecord[],
  given: Rules,
): Promise<UnknownRecords> {
  const withPlan = strangers.filter(({ plans }) => plans.length > 0);
  if (withPlan.length === 0) return { unknown: [], matches: [] };
  const former = await formerCodes(
    tx,
    withPlan.flatMap(({ codes }) => codes.filter(isActive)),
  );
  const records = withPlan.filter(({ codes }) => !codes.some((code) => isActive(code) && former.has(code)));
  const emails = records.flatMap(({ email }) => email?.toLowerCase() ?? []);
  const phones = records.flatMap(({ phone }) => phoneOf(phone) ?? []);
  const contacts = emails.length + phones.length === 0 ? [] : await customersReachedBy(tx, emails, phones);
  const ids = contacts.map(({ customer }) => customer);
  const links = await linksOf(tx, site, ids);
  const members = await loadMirroredMembers(tx, ids, links, given);
  const pairs = records.flatMap((record) =>
    contacts.flatMap(({ customer, email, phone }): Match[] => {
      const isReached = (email !== null && email === record.email?.toLowerCase()) || (phone !== null && phone === phoneOf(record.phone));
      const link = links.get(customer) ?? null;
      const mirrored = members.get(customer);
      const told = isReached && link?.objid == null && mirrored ? memberAt(mirrored, link, given) : null;
      const isMember = told?.kind === 'member' && told.member.plan !== null && haveSameName(record, told.member);
      return isMember ? [{ customer, objid: record.objid }] : [];
    }),
  );
  const isOnly = (key: keyof Match) => (one: Match) => pairs.filter((other) => other[key] === one[key]).length === 1;
  return { unknown: records.map(({ objid }) => objid), matches: pairs.filter(isOnly('customer')).filter(isOnly('objid')) };
}
