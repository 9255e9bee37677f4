import type { Charge } from '@washdesk/contracts/billing/charge';
import { cardName } from '@washdesk/rules/billing/card-brands';
import { PaymentCard } from '../cards/payment-card.tsx';

type Details = Charge['payment_method_details'];

/** Returns what `ChargedCard` shows, in words. */
export const chargedCardName = (details: Details): string =>
  details?.brand && details.last4 ? cardName({ brand: details.brand, last4: details.last4 }) : (details?.type ?? '');

/** The card that paid a charge, or its payment method if it was no card. */
export function ChargedCard({ details }: { details: Details }) {
  if (details?.brand && details.last4) return <PaymentCard brand={details.brand} last4={details.last4} />;
  return <>{details?.type ?? ''}</>;
}
