import { codeKind, isDisabledCode, withoutMarker } from '@washdesk/rules/codes/codes';
import type { ComparedSitewatchMember } from '@washdesk/rules/reconcile/compare-copies';
import type { ComparedField, Difference } from '@washdesk/rules/reconcile/difference-kinds';
import type { SitewatchCustomerRecord, SitewatchMember } from '@washdesk/site-protocol/sitewatch';
import type { Link } from './member.ts';

/** Returns a member as the site must have it. */
export const comparedMember = ({ firstName, lastName, plate, tag, plan }: SitewatchMember): ComparedSitewatchMember => ({
  name: nameOf({ firstName, lastName }),
  plate: plate.now,
  tag: tag.now,
  productClass: plan?.productClass ?? null,
  expires: plan?.expires ?? null,
});

const nameOf = ({ firstName, lastName }: Pick<SitewatchMember, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`.trim();

/**
 * Returns a customer of the site as it is compared with `wanted`. A customer may have further codes of the site's own: they make no
 * difference. A database in another character set has the nearest letters of a name.
 */
export function comparedRecord(record: SitewatchCustomerRecord, wanted: SitewatchMember, link: Link | null): ComparedSitewatchMember {
  const active = record.codes.filter((code) => !isDisabledCode(code));
  const codeOf = (kind: 'plate' | 'tag'): string | null => {
    const right = wanted[kind].now;
    if (right !== null && active.includes(right)) return right;
    if (right === null) return active.find((code) => code === link?.[kind]) ?? null;
    return active.find((code) => codeKind(code) === kind) ?? null;
  };
  const [name, right] = [nameOf(record), nameOf(wanted)];
  return {
    name: haveSameLetters(name, right) ? right : name,
    plate: codeOf('plate'),
    tag: codeOf('tag'),
    productClass: [...new Set(record.plans.map(({ productClass }) => productClass ?? 'Unknown'))].join(', ') || null,
    expires: record.plans[0]?.expires ?? null,
  };
}

type Named = Pick<SitewatchMember, 'firstName' | 'lastName'>;

/** Whether two names are the same, also in a database with fewer letters. */
export const haveSameName = (one: Named, other: Named): boolean => haveSameLetters(nameOf(one), nameOf(other));

/** Whether two names are the same in plain letters; another script can't be compared. */
function haveSameLetters(a: string, b: string): boolean {
  const plain = (text: string): string =>
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[^ -~]/g, '')
      .trim();
  const isOtherScript = plain(b).length < b.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().length;
  return isOtherScript || plain(a) === plain(b);
}

/** Whether the number still is the member's: a restored Sitewatch may have given it to another customer. */
export function isSameCustomer(record: SitewatchCustomerRecord, wanted: SitewatchMember): boolean {
  const own = new Set([wanted.plate.now, wanted.plate.was, wanted.tag.now, wanted.tag.was, ...(wanted.known ?? [])]);
  return record.codes.some((code) => own.has(withoutMarker(code))) || haveSameName(record, wanted);
}

/** Whether nothing at the site finds or admits the customer: as if the customer did not exist there. */
export const isWithoutTrace = ({ codes, plans }: SitewatchCustomerRecord): boolean =>
  plans.length === 0 && codes.every((code) => isDisabledCode(code));

/** A customer with a running Stripe plan whom Washdesk does not have. */
export const unknownInSitewatch = (record: SitewatchCustomerRecord): Difference => ({
  kind: 'sitewatch-unknown',
  about: '',
  fields: fieldsOf(null, record),
});

/** A member whom the site has under codes that Washdesk does not know. */
export const unlinkedInSitewatch = (
  { firstName, lastName, plate, tag, plan }: SitewatchMember,
  record: SitewatchCustomerRecord,
): Difference => {
  const codes = [plate.now, tag.now].flatMap((code) => code ?? []);
  const plans = plan ? [plan] : [];
  return { kind: 'sitewatch-unlinked', about: '', fields: fieldsOf({ firstName, lastName, codes, plans }, record) };
};

type Shown = Pick<SitewatchCustomerRecord, 'firstName' | 'lastName' | 'codes' | 'plans'>;

function fieldsOf(right: Shown | null, wrong: Shown): ComparedField[] {
  const [one, other] = [right && shownOf(right), shownOf(wrong)];
  return Object.entries(other)
    .map(([name, value]) => ({ name, right: one?.[name as keyof typeof other] ?? null, wrong: value }))
    .filter((field) => field.right !== field.wrong);
}

const shownOf = ({ codes, plans: [plan], ...named }: Shown) => ({
  Customer: nameOf(named) || 'No name',
  'Plate and tag': codes.filter((code) => !isDisabledCode(code)).join(', ') || null,
  Plan: plan ? (plan.productClass ?? 'Unknown') : null,
  'Valid until': plan ? (plan.expires ?? 'No end') : null,
});
