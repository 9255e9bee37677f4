/** The cards that can be tapped on a reader's page, named like the outcomes of Stripe's simulated reader. */
export const readerCards = {
  visa: { number: '4242424242424242', shows: 'Visa, approved' },
  mastercard: { number: '5555555555554444', shows: 'Mastercard, approved' },
  charge_declined: { number: '4000000000000002', shows: 'Declined' },
  charge_declined_insufficient_funds: { number: '4000000000009995', shows: 'Declined: insufficient funds' },
  charge_declined_lost_card: { number: '4000000000009987', shows: 'Declined: lost card' },
  charge_declined_stolen_card: { number: '4000000000009979', shows: 'Declined: stolen card' },
  charge_declined_expired_card: { number: '4000000000000069', shows: 'Declined: expired card' },
  charge_declined_processing_error: { number: '4000000000000119', shows: 'Declined: processing error' },
  charge_customer_fail: { number: '4000000000000341', shows: 'Approved now, declined whenever it is charged later' },
  refund_fail: { number: '4000000000005126', shows: 'Approved, its refunds fail' },
} as const;

export type ReaderCard = keyof typeof readerCards;

export const readerCardNames = Object.keys(readerCards) as ReaderCard[];
