/** A system with its own copy of a member's data. */
export type ComparedSystem = 'stripe' | 'mirror' | 'roster' | 'sitewatch' | 'loyalty';

/** A copy that is compared with the mirror, or `stripe`, with which the mirror is compared. */
export type CopyName = Exclude<ComparedSystem, 'mirror'>;

export const systemNames: Readonly<Record<ComparedSystem, string>> = {
  stripe: 'Stripe',
  mirror: 'Washdesk',
  roster: 'Lanes',
  sitewatch: 'Sitewatch',
  loyalty: 'Loyalty system',
};

/**
 * How a difference is repaired: the right system is read and written to the other one. No repair changes anything at Stripe, so none moves
 * money. `person`, `person-at-site`: only a person can decide, in the latter case with the site.
 */
export type Repair = 'read-from-stripe' | 'update-roster' | 'update-sitewatch' | 'update-loyalty' | 'person' | 'person-at-site';

interface DifferenceKind {
  title: string;
  /** The system that is right, and the one to repair. */
  right: ComparedSystem;
  wrong: ComparedSystem;
  repair: Repair;
}

const kind = (title: string, right: ComparedSystem, wrong: ComparedSystem, repair: Repair): DifferenceKind => ({
  title,
  right,
  wrong,
  repair,
});

/** Every kind of difference (docs/decisions/0123-differences.md). */
export const differenceKinds = {
  'customer-missing': kind('Customer is missing in Washdesk', 'stripe', 'mirror', 'read-from-stripe'),
  'customer-gone': kind('Customer no longer exists at Stripe', 'stripe', 'mirror', 'read-from-stripe'),
  'plan-missing': kind('Plan is missing in Washdesk', 'stripe', 'mirror', 'read-from-stripe'),
  'plan-gone': kind('Plan no longer exists at Stripe', 'stripe', 'mirror', 'read-from-stripe'),
  'plan-status': kind('Plan status differs', 'stripe', 'mirror', 'read-from-stripe'),
  'plan-price': kind('Plan price differs', 'stripe', 'mirror', 'read-from-stripe'),
  'contact-mirror': kind('Name, email or phone differs', 'stripe', 'mirror', 'read-from-stripe'),
  'codes-mirror': kind('Plate or tag differs', 'stripe', 'mirror', 'read-from-stripe'),
  'card-mirror': kind('Card differs', 'stripe', 'mirror', 'read-from-stripe'),
  'invoice-missing': kind('Invoice is missing in Washdesk', 'stripe', 'mirror', 'read-from-stripe'),
  'invoice-amount': kind('Invoice amount differs', 'stripe', 'mirror', 'read-from-stripe'),
  'invoice-status': kind('Invoice status differs', 'stripe', 'mirror', 'read-from-stripe'),
  'refund-missing': kind('Refund is missing in Washdesk', 'stripe', 'mirror', 'read-from-stripe'),
  'refund-amount': kind('Refund amount differs', 'stripe', 'mirror', 'read-from-stripe'),
  'refund-status': kind('Refund status differs', 'stripe', 'mirror', 'read-from-stripe'),
  'roster-admits': kind('Lanes admit a member without a plan', 'mirror', 'roster', 'update-roster'),
  'roster-refuses': kind('Lanes refuse an active member', 'mirror', 'roster', 'update-roster'),
  'roster-plan': kind('Lanes have another plan', 'mirror', 'roster', 'update-roster'),
  'sitewatch-missing': kind('Member is missing in Sitewatch', 'mirror', 'sitewatch', 'update-sitewatch'),
  'sitewatch-ended': kind('Sitewatch has a plan that ended', 'mirror', 'sitewatch', 'update-sitewatch'),
  'sitewatch-codes': kind('Plate or tag differs in Sitewatch', 'mirror', 'sitewatch', 'update-sitewatch'),
  'sitewatch-plan': kind('Plan differs in Sitewatch', 'mirror', 'sitewatch', 'update-sitewatch'),
  'sitewatch-name': kind('Name differs in Sitewatch', 'mirror', 'sitewatch', 'update-sitewatch'),
  'sitewatch-unlinked': kind('Sitewatch has the member as another customer', 'mirror', 'sitewatch', 'update-sitewatch'),
  'sitewatch-unknown': kind('Stripe plan in Sitewatch without a customer', 'mirror', 'sitewatch', 'person-at-site'),
  'loyalty-missing': kind('Member is missing in the loyalty system', 'mirror', 'loyalty', 'update-loyalty'),
  'loyalty-groups': kind('Gate groups differ', 'mirror', 'loyalty', 'update-loyalty'),
  'loyalty-card': kind('Loyalty card differs', 'mirror', 'loyalty', 'update-loyalty'),
  'loyalty-holder': kind('Holder of the loyalty card differs', 'mirror', 'loyalty', 'update-loyalty'),
  'code-shared': kind('Two members have the same plate or tag', 'mirror', 'mirror', 'person'),
} as const satisfies Record<string, DifferenceKind>;
export type DifferenceKindName = keyof typeof differenceKinds;

/** Whether Washdesk can repair a difference of this kind. */
export const isRepairable = (name: DifferenceKindName): boolean => !['person', 'person-at-site'].includes(differenceKinds[name].repair);

/** What a system has of a field, as people read it; null for nothing. */
export interface ComparedField {
  name: string;
  right: string | null;
  wrong: string | null;
}

export interface Difference {
  kind: DifferenceKindName;
  /** What the difference is about beside its customer: a plan, a code; '' for the customer as a whole. */
  about: string;
  fields: ComparedField[];
}

/** Returns the fields in which two sides differ. */
export function differingFields<T extends Readonly<Record<string, string | null>>>(
  right: T,
  wrong: T,
  names: Readonly<Record<keyof T & string, string>>,
): ComparedField[] {
  return Object.keys(names).flatMap((key: keyof T & string) => {
    const [a, b] = [right[key] || null, wrong[key] || null];
    return a === b ? [] : [{ name: names[key], right: a, wrong: b }];
  });
}
