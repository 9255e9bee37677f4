import type { ObservedState } from './sign-up-observed.ts';
import type { NewMember } from './sign-up-steps.ts';

/** The required state; a missing field may have any value. */
export type Expected = Partial<Omit<ObservedState, 'sites'>> & { sites?: Partial<ObservedState['sites'][number]>[] };

const sites = 2;
const everywhere = (site: Partial<ObservedState['sites'][number]>): Expected['sites'] => Array.from({ length: sites }, () => site);

/** None or one is correct, more are not. */
const atMostOne = (found: number): number => Math.min(found, 1);

/** One of each in all systems. */
export const signedUp = (
  { plan, plate, tag, theCard }: Pick<NewMember, 'plan' | 'plate' | 'tag' | 'theCard'>,
  { papers }: ObservedState,
): Expected => ({
  customersAtStripe: 1,
  plans: [plan],
  plansInMirror: [plan],
  succeededCharges: 1,
  paidInvoices: 1,
  receipts: ['signup'],
  signatures: 1,
  notes: 1,
  messages: theCard ? 0 : 1,
  texts: theCard ? 0 : 1,
  papers: atMostOne(papers),
  groups: ['Active Unlimited Plans'],
  sites: everywhere({ customers: 1, codes: [tag, plate].toSorted(), plans: ['Super Kiss'] }),
  open: [],
});

/** At most a customer: nothing that costs money or opens a gate. */
export const notSignedUp = ({ customersAtStripe, sites: found }: ObservedState): Expected => ({
  customersAtStripe: atMostOne(customersAtStripe),
  plans: [],
  plansInMirror: [],
  succeededCharges: 0,
  paidInvoices: 0,
  receipts: [],
  signatures: 0,
  notes: 0,
  messages: 0,
  texts: 0,
  papers: 0,
  sites: found.map(({ customers }) => ({ customers: atMostOne(customers), plans: [] })),
  open: [],
});

/** The rows after every plan change, once each. */
const changed = ({ papers }: ObservedState): Expected => ({ receipts: ['planchange'], notes: 1, papers: atMostOne(papers), open: [] });

/** @param price of the plan that runs now. At the end of a month the difference may be too small to be charged. */
export const upgraded = (price: string, found: ObservedState): Expected => ({
  ...changed(found),
  plans: [price],
  plansInMirror: [price],
  paidInvoices: atMostOne(found.paidInvoices),
  succeededCharges: found.paidInvoices,
  groups: ['Active Unlimited PLUS members'],
  sites: everywhere({ customers: 1, plans: ['Super Kiss Plus'] }),
});

export const terminated = (found: ObservedState): Expected => ({
  ...changed(found),
  plans: [],
  plansInMirror: [],
  succeededCharges: 0,
  groups: ['None'],
  sites: everywhere({ customers: 1, plans: [] }),
});

/** @param price of the plan that still runs */
export const unchanged = (price: string): Expected => ({
  plans: [price],
  plansInMirror: [price],
  succeededCharges: 0,
  receipts: [],
  notes: 0,
  papers: 0,
  sites: everywhere({ customers: 1, plans: ['Super Kiss'] }),
  open: [],
});
