import { z } from 'zod';
import type { Refusal } from './run.ts';

/** What can be done about a refusal; the first of a list is the one that helps most often. */
export type Remedy = 'anotherCard' | 'again' | 'form' | 'customer';

export interface ErrorGuidance {
  title: string;
  /** What to do, in a cashier's words. */
  sentence: string;
  remedies: readonly Remedy[];
}

const declined: ErrorGuidance = {
  title: 'Failed Payment',
  sentence: 'The bank refused this card. Ask for another: nothing was charged, and nothing has to be typed again.',
  remedies: ['anotherCard', 'again', 'form'],
};

const corrected = (sentence: string): ErrorGuidance => ({ title: 'The sign-up needs a correction', sentence, remedies: ['form'] });
const otherCard = (sentence: string): ErrorGuidance => ({ title: 'This card cannot be used', sentence, remedies: ['anotherCard', 'form'] });

/** The guidance by the API's code. */
const known: Readonly<Record<string, ErrorGuidance>> = {
  payment_failed: declined,
  card_declined: declined,
  card_not_ready: otherCard('The card was not taken to the end. Please take it again.'),
  card_not_reusable: otherCard('Please use another card.'),
  not_their_card: otherCard('Please take the card of this customer.'),
  setup_intent_not_found: otherCard('Please take the card again.'),
  no_card: otherCard('Please take a card.'),
  code_taken: corrected('Check the plate and the tag, or look that customer up.'),
  price_changed: corrected('Go back to the form: it shows the price of today. Tell the customer before you sign them up.'),
  preview_outdated: corrected('Go back to the form: it shows what is due today. Tell the customer before you sign them up.'),
  plan_not_offered: corrected('Choose a plan that is sold at this location.'),
  plate_mismatch: corrected('Choose another plan, or correct the state of the plate.'),
  promo_not_found: corrected('Choose another promotion, or none.'),
  invalid_request: corrected('Correct what is named here.'),
  changed: {
    title: 'The sign-up stands still',
    sentence: 'Try again: your corrections are saved over the others.',
    remedies: ['again', 'form'],
  },
  already_subscribed: {
    title: 'This customer has a running plan already',
    sentence: 'Nothing was charged by this sign-up. The plan is on the customer’s page.',
    remedies: ['customer', 'form'],
  },
};

const anyOther: ErrorGuidance = { title: 'The sign-up was refused', sentence: 'Nothing was charged.', remedies: ['again', 'form'] };

/** What a refusal of the steps 1 to 3 means, and what can be done about it. */
export function guidanceFor({ code }: Pick<Refusal, 'code'>): ErrorGuidance {
  return known[code] ?? anyOther;
}

const text = z.string().nullish().catch(null);
const outcomeFields = z
  .object({ invoice: text, declineCode: text, reason: text, riskLevel: text, sellerMessage: text, networkStatus: text })
  .catch({});

/** The lines of a charge's outcome, as far as Stripe told one. */
export function outcomeOf({ details }: Pick<Refusal, 'details'>): { label: string; value: string }[] {
  const { declineCode, reason, riskLevel, sellerMessage, networkStatus } = outcomeFields.parse(details ?? {});
  const lines = [
    { label: 'Decline code', value: declineCode },
    { label: 'Reason', value: reason },
    { label: 'Risk level', value: riskLevel },
    { label: 'Network status', value: networkStatus },
    { label: 'Seller message', value: sellerMessage },
  ];
  return lines.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}

/** The invoice that a failed payment leaves open. */
export const invoiceOf = ({ details }: Pick<Refusal, 'details'>): string | null => outcomeFields.parse(details ?? {}).invoice ?? null;
