import { z } from 'zod';
import type { Refusal } from './run.ts';

/** Actions after a rejection; the most helpful comes first in a list. */
export type Remedy = 'anotherCard' | 'again' | 'form' | 'customer';

export interface ErrorGuidance {
  title: string;
  /** What to do, in the cashier's terms. */
  sentence: string;
  remedies: readonly Remedy[];
}

const declined: ErrorGuidance = {
  title: 'Failed Payment',
  sentence: 'The bank declined this card. Ask for another. Nothing was charged, and your entries are kept.',
  remedies: ['anotherCard', 'again', 'form'],
};

const corrected = (sentence: string): ErrorGuidance => ({ title: 'The sign-up needs a correction', sentence, remedies: ['form'] });
const otherCard = (sentence: string): ErrorGuidance => ({ title: 'This card can’t be used', sentence, remedies: ['anotherCard', 'form'] });

/** The guidance by the API's error code. */
const known: Readonly<Record<string, ErrorGuidance>> = {
  payment_failed: declined,
  card_declined: declined,
  card_not_ready: otherCard('The card wasn’t captured. Capture it again.'),
  card_not_reusable: otherCard('Use another card.'),
  not_their_card: otherCard('Capture this customer’s card.'),
  setup_intent_not_found: otherCard('Capture the card again.'),
  no_card: otherCard('Capture a card.'),
  code_taken: corrected('Check the plate and tag, or look up that customer.'),
  price_changed: corrected('Go back to the form for the current price. Tell the customer before you sign them up.'),
  preview_outdated: corrected('Go back to the form for the amount due today. Tell the customer before you sign them up.'),
  plan_not_offered: corrected('Choose a plan sold at this location.'),
  plate_mismatch: corrected('Choose another plan, or correct the plate’s state.'),
  promo_not_found: corrected('Choose another promotion, or no promotion.'),
  invalid_request: corrected('Correct the fields listed here.'),
  changed: {
    title: 'The sign-up is on hold',
    sentence: 'Try again. Your corrections replace the other changes.',
    remedies: ['again', 'form'],
  },
  already_subscribed: {
    title: 'This customer already has a plan',
    sentence: 'This sign-up charged nothing. The plan is on the customer’s page.',
    remedies: ['customer', 'form'],
  },
};

const anyOther: ErrorGuidance = { title: 'The sign-up failed', sentence: 'Nothing was charged.', remedies: ['again', 'form'] };

/** Returns the guidance for a rejection of the steps 1 to 3. */
export function guidanceFor({ code }: Pick<Refusal, 'code'>): ErrorGuidance {
  return known[code] ?? anyOther;
}

const text = z.string().nullish().catch(null);
const outcomeFields = z
  .object({ invoice: text, declineCode: text, reason: text, riskLevel: text, sellerMessage: text, networkStatus: text })
  .catch({});

/** Returns the lines of a charge's outcome that Stripe reported. */
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

/** Returns the invoice that a failed payment leaves open. */
export const invoiceOf = ({ details }: Pick<Refusal, 'details'>): string | null => outcomeFields.parse(details ?? {}).invoice ?? null;
