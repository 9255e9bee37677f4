import { centsToDollars } from './money.ts';

/** Why a customer gets no text. */
export const textRefusals = {
  not_set_up: 'Text messages aren’t set up',
  no_cell_phone: 'This customer has no cell phone',
  phone_not_textable: 'Texts go to US and Canadian cell phones only',
  opted_out: 'The customer opted out of texts',
} as const;
export type TextRefusal = keyof typeof textRefusals;

/** The text with the payment pages of a plan's unpaid invoices. @param due cents of these invoices */
export const paymentLinkText = (due: number, links: readonly string[]): string =>
  [`A payment of ${centsToDollars(due)} for your wash plan is due. Pay it here:`, ...links, 'Reply STOP to opt out.'].join('\n');
