import { isDisabledCode } from '@washdesk/rules/codes/codes';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { realEmail } from '@washdesk/rules/customers/customer-entry';
import { parseName } from '@washdesk/rules/customers/names';
import { nextDay, siteDate } from '@washdesk/rules/dates/dates';
import type { SitewatchMember } from '@washdesk/site-protocol/sitewatch';
import type { ProviderCustomer } from '../../../common/provider-objects.ts';
import type { PlanSummary } from '../../../mirror/projection/memberships.ts';
import { codesInMetadata } from '../../../mirror/snapshots/rows.ts';

/** A site's last response about a customer, and the last update sent to it. */
export interface Link {
  objid: number | null;
  plate: string | null;
  tag: string | null;
  codes: string[];
}

/** A customer's data from the mirror. */
export interface MirroredMember {
  customer: ProviderCustomer;
  /** Null for a deleted customer: nothing admits them, and their codes are free. */
  plan: PlanSummary | null;
  /** Returns the customer that lanes choose for a shared code; null if none. */
  codeHolder: (code: string) => string | null;
}

interface SiteContext {
  now: Date;
  timeZone: string;
  placeholderEmailDomain: string;
}

/** The member, or 'nothing' if there is nothing to send to the site, or the reason why no site can store it. */
export type MemberForSite = { kind: 'member'; member: SitewatchMember } | { kind: 'nothing' } | { kind: 'refused'; reason: string };

/** Returns a member as one site's Sitewatch must store it. */
export function memberAt(mirroredMember: MirroredMember, link: Link | null, place: SiteContext): MemberForSite {
  const today = siteDate(place.now, place.timeZone);
  const { plan } = mirroredMember;
  if (plan?.good_until && !plan.product_class) return { kind: 'refused', reason: `The plan ${plan.plan_name ?? ''} has no product class` };
  const unfit = codesInMetadata(mirroredMember.customer).find(({ code, kind }) => kind !== 'card' && !canStand(code));
  if (unfit) return { kind: 'refused', reason: `${cut(unfit.code, longestCode)} isn’t a valid plate or tag in Sitewatch` };
  const member: SitewatchMember = {
    objid: link?.objid ?? null,
    known: link?.codes.slice(-mostKnown) ?? [],
    ...personOf(mirroredMember.customer, place.placeholderEmailDomain),
    ...vehicleOf(mirroredMember.customer),
    plate: toldCode(mirroredMember, 'plate', link),
    tag: toldCode(mirroredMember, 'tag', link),
    plan: planOf(plan, place.timeZone, today),
    today,
  };
  return canBeFound(member) ? { kind: 'member', member } : { kind: 'nothing' };
}

/** The protocol's limit. */
const mostKnown = 60;

/** Length of Sitewatch's column. */
const longestCode = 40;

/**
 * Whether Sitewatch can store the code, which may have been entered at Stripe with any text. With the marker it would look like another
 * customer's disabled code.
 */
const canStand = (code: string): boolean => code.length <= longestCode && !isDisabledCode(code);

/** A number alone identifies no member: a restored Sitewatch assigns it again. */
const canBeFound = ({ known = [], plate, tag }: SitewatchMember): boolean =>
  known.length > 0 || [plate.now, plate.was, tag.now, tag.was].some((code) => code !== null);

function personOf(customer: ProviderCustomer, placeholderEmailDomain: string) {
  const { firstName, lastName } = parseName(customer.name ?? '');
  const { address } = customer;
  const email = realEmail(customer.email, placeholderEmailDomain);
  return {
    firstName: cut(firstName, 30),
    lastName: cut(lastName, 30),
    // a truncated address could belong to someone else
    email: email && email.length <= 80 ? email : null,
    phone: cut(customer.phone ?? '', 20) || null,
    city: cut(address?.city ?? '', 40) || null,
    state: twoLetters(address?.state),
    zip: cut(address?.postal_code ?? '', 10) || null,
    country: twoLetters(address?.country) ?? 'US',
  };
}

function vehicleOf({ metadata = {}, tax_exempt: tax }: ProviderCustomer) {
  return {
    make: cut(metadata[customerKeys.carMake] ?? '', 40) || null,
    model: cut(metadata[customerKeys.carModel] ?? '', 40) || null,
    color: cut(metadata[customerKeys.carColor] ?? '', 20) || null,
    isCommercial: metadata[customerKeys.isCommercial] === 'true',
    taxExempt: tax === 'exempt',
  };
}

/** A code assigned to another customer is neither given to this customer nor taken from the other one. */
function toldCode({ customer, plan, codeHolder }: MirroredMember, kind: 'plate' | 'tag', link: Link | null): SitewatchMember['plate'] {
  const own = codesInMetadata(customer).find((one) => one.kind === kind)?.code ?? null;
  const now = plan && own && codeHolder(own) === customer.id ? own : null;
  // a customer never sent to a site is found by their former codes
  const known = link ? link[kind] : plan ? null : own;
  // a site that was never updated has their former code, even if another customer has that code now
  const unheard = link !== null && link.objid === null;
  const freed = known !== null && (unheard || [null, customer.id].includes(codeHolder(known)));
  return { now, was: freed ? known : null };
}

/** Returns the plan for every day on which a lane would admit the customer at any moment. */
function planOf(standing: PlanSummary | null, timeZone: string, today: string): SitewatchMember['plan'] {
  if (!standing?.good_until || !standing.product_class) return null;
  const expires = nextDay(siteDate(new Date(standing.good_until.getTime() - 1), timeZone));
  return expires > today ? { productClass: standing.product_class, expires } : null;
}

const twoLetters = (text: string | null | undefined): string | null => /^[A-Za-z]{2}$/.exec(text ?? '')?.[0].toUpperCase() ?? null;

/** Truncates a text, never inside a surrogate pair. */
function cut(text: string, max: number): string {
  const short = text.trim().slice(0, max);
  return short.isWellFormed() ? short : short.slice(0, -1);
}
