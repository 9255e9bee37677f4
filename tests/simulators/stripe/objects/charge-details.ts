import type { CardPresent, PaymentMethod, StoredCard } from './payment-method.ts';

export type PaymentDetails =
  | { type: 'card'; card: ReturnType<typeof makeCardDetails> }
  | { type: 'card_present'; card_present: ReturnType<typeof makeCardPresentDetails> }
  | { type: 'link'; link: { country: string | null } };

export interface CardRead {
  reader: string;
  location: string | null;
}

interface Authorization {
  amount: number;
  paid: boolean;
  /** Until when an authorization can be captured, in epoch seconds; absent if it was captured immediately. */
  captureBefore?: number | undefined;
  /** The reader that read the card, if any. */
  cardRead?: CardRead | undefined;
  /** The reusable card of the reading. */
  generatedCard?: string | null;
}

/** Returns a charge's `payment_method_details`: the payment method at the time of the charge. */
export function makePaymentDetails(method: PaymentMethod, authorization: Authorization): PaymentDetails {
  switch (method.type) {
    case 'card':
      return { type: 'card', card: makeCardDetails(method.card, authorization) };
    case 'card_present':
      return { type: 'card_present', card_present: makeCardPresentDetails(method.card_present, authorization) };
    case 'link':
      return { type: 'link', link: { country: 'US' } };
  }
}

const captureBeforeOf = ({ captureBefore }: Authorization) => (captureBefore === undefined ? {} : { capture_before: captureBefore });

function makeCardDetails(card: StoredCard, authorization: Authorization) {
  return {
    amount_authorized: authorization.paid ? authorization.amount : null,
    authorization_code: null,
    brand: card.brand,
    ...captureBeforeOf(authorization),
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

function makeCardPresentDetails(card: CardPresent, { amount, paid, cardRead, generatedCard, ...rest }: Authorization) {
  return {
    amount_authorized: paid ? amount : null,
    brand: card.brand,
    brand_product: null,
    ...captureBeforeOf({ amount, paid, ...rest }),
    cardholder_name: null,
    country: card.country,
    emv_auth_data: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    generated_card: generatedCard ?? null,
    incremental_authorization_supported: false,
    last4: card.last4,
    ...(cardRead?.location ? { location: cardRead.location } : {}),
    network: card.brand,
    network_transaction_id: null,
    offline: null,
    overcapture_supported: false,
    preferred_locales: null,
    read_method: card.read_method,
    ...(cardRead ? { reader: cardRead.reader } : {}),
    receipt: paid ? receiptOfChip(card.brand) : null,
  };
}

/** Returns the chip's data, which card rules require on a printed receipt. */
function receiptOfChip(brand: string) {
  return {
    account_type: 'credit',
    application_cryptogram: 'DEAC5AC2A7B1E03F',
    application_preferred_name: `Stripe ${brand}`,
    authorization_code: '123456',
    authorization_response_code: '3030',
    cardholder_verification_method: 'approval',
    dedicated_file_name: 'A000000003101001',
    terminal_verification_results: '8000008000',
    transaction_status_information: '6800',
  };
}
