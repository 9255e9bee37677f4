import type { ComparisonView, DifferenceView } from '@washdesk/contracts/system/reconcile';
import { differenceKinds, systemNames, type DifferenceKindName, type Repair } from '@washdesk/rules/reconcile/difference-kinds';
import { grouped } from '@washdesk/rules/text/counts';
import type { Tone } from '../../../domain/status/tone.ts';

/** What a difference means for members and employees. */
export const meaningOfKind: Readonly<Record<DifferenceKindName, string>> = {
  'customer-missing': 'Stripe has the customer, but employees can’t find the customer here.',
  'customer-gone': 'The customer was deleted at Stripe, but is still found here and may be admitted.',
  'plan-missing': 'The member pays at Stripe for a plan that isn’t known here, so the lanes may refuse the car.',
  'plan-gone': 'Stripe doesn’t have the plan, so the member doesn’t pay for it.',
  'plan-status': 'The plan is shown and admitted by a status that Stripe no longer has.',
  'plan-price': 'The member pays another price than the one shown here.',
  'contact-mirror': 'Messages and receipts may go to the wrong address.',
  'codes-mirror': 'The lanes look for another plate or tag than the one at Stripe.',
  'card-mirror': 'Another card is shown here than the one that Stripe charges.',
  'invoice-missing': 'The customer’s page, payments due and reports don’t have the invoice.',
  'invoice-amount': 'Another amount is shown and counted here than the one that Stripe collects.',
  'invoice-status': 'A payment is shown as due or paid here that isn’t so at Stripe.',
  'refund-missing': 'The refund isn’t in the customer’s payments and not in reports.',
  'refund-amount': 'Another amount is counted here than the one that was refunded.',
  'refund-status': 'A refund is shown as made or failed here that isn’t so at Stripe.',
  'roster-admits': 'The lanes let the car in, although no plan admits it.',
  'roster-refuses': 'The member pays, but the lanes refuse the car.',
  'roster-plan': 'The lanes admit the car with another plan or until another day.',
  'sitewatch-missing': 'The register at the site can’t find the member.',
  'sitewatch-ended': 'The register at the site redeems washes of a plan that ended.',
  'sitewatch-codes': 'The register at the site finds the member by another plate or tag.',
  'sitewatch-plan': 'The register at the site redeems another plan or until another day.',
  'sitewatch-name': 'The register at the site shows another name.',
  'sitewatch-unlinked': 'The register at the site finds the member only by another plate or tag.',
  'sitewatch-unknown':
    'The register at the site redeems a plan that Stripe should bill, for a customer who isn’t known here. Clubs that a site sells itself are left out.',
  'loyalty-missing': 'The gates’ system doesn’t have the member.',
  'loyalty-groups': 'The gates’ system admits the member to other groups.',
  'loyalty-card': 'The member has another loyalty card there.',
  'loyalty-holder': 'The card shows another name or address there.',
  'code-shared': 'The lanes admit a car with this plate or tag for one of the members only.',
};

/** What the Repair button does. */
export const repairWords: Readonly<Record<Repair, string>> = {
  'read-from-stripe': 'Repair reads the values at Stripe again. Nothing changes at Stripe.',
  'update-roster': 'Repair computes the lanes’ list again from the member’s plan.',
  'update-sitewatch': 'Repair updates the member in the site’s Sitewatch.',
  'update-loyalty': 'Repair updates the member in the loyalty system.',
  'person-at-site':
    'Ask the site who sold the plan. Sign the customer up, or end the plan in Sitewatch. If it is right, dismiss it with the reason.',
  person: 'Find out whose plate or tag it is, and remove it from the other customer.',
};

/** The name of the side that is right, and of the other one. */
export function sidesOf({ kind, siteName }: Pick<DifferenceView, 'kind' | 'siteName'>): { right: string; wrong: string } {
  const { right, wrong, repair } = differenceKinds[kind];
  if (repair === 'person') return { right: 'First member', wrong: 'Also has it' };
  return { right: systemNames[right], wrong: siteName === null ? systemNames[wrong] : `${systemNames[wrong]} of ${siteName}` };
}

export function stateOf({ state, repairing, failure }: DifferenceView): { tone: Tone; words: string } {
  if (repairing) return { tone: 'wait', words: 'Repairing' };
  if (state === 'open') return failure ? { tone: 'stop', words: 'Not repaired' } : { tone: 'wait', words: 'Open' };
  const words = { repaired: 'Repaired', undone: 'Repair undone', gone: 'Ended by itself', dismissed: 'Dismissed' } as const;
  return { tone: state === 'repaired' || state === 'gone' ? 'go' : 'neutral', words: words[state] };
}

const parts: Readonly<Record<string, string>> = {
  customers: 'customers at Stripe',
  plans: 'plans at Stripe',
  invoices: 'invoices of 35 days',
  refunds: 'refunds of 35 days',
  members: 'members at the lanes',
  loyalty: 'members in the loyalty system',
  sitewatch: 'customers in Sitewatch',
};

/** '1,204 customers at Stripe, 980 plans at Stripe' */
export const comparedWords = ({ compared }: ComparisonView): string =>
  Object.entries(parts)
    .flatMap(([part, words]) => (compared[part] ? [`${grouped(compared[part])} ${words}`] : []))
    .join(', ');

/** What a comparison is doing. */
export function stageWords({ started, stage }: ComparisonView, siteName: (site: number) => string): string {
  if (started === null) return 'It starts in a moment.';
  if (stage === 'confirm' || stage === 'confirm-last') return 'Reading both sides of each possible difference again.';
  if (stage === 'recheck') return 'Checking whether earlier differences still exist.';
  const [part = '', site] = (stage ?? 'members').split(' ');
  if (site !== undefined) return `Comparing Sitewatch of ${siteName(Number(site))}.`;
  return `Comparing ${parts[part] ?? 'all systems'}.`;
}
