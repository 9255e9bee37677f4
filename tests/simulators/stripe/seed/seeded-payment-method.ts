import type { Member } from '@washdesk/simulators/company/member-model';
import type { AdditionalPaymentMethod } from '@washdesk/simulators/company/payment-model';
import { billingDetailsOf, makeCard, makePaymentMethod, type PaymentMethodDetails, type PaymentMethod } from '../objects/payment-method.ts';
import { epochSeconds } from '../objects/times.ts';

/** Returns a member's card or Link that pays no plan. */
export function seededPaymentMethod(further: AdditionalPaymentMethod, member: Member): PaymentMethod {
  return makePaymentMethod({
    id: further.kind === 'card' ? further.card.id : further.id,
    created: epochSeconds(further.added),
    details: detailsOf(further, member),
    behaviour: 'succeeds',
    customer: member.id,
    billingDetails: billingDetailsOf(member),
  });
}

function detailsOf(further: AdditionalPaymentMethod, { email }: Member): PaymentMethodDetails {
  if (further.kind === 'link') return { type: 'link', link: { email } };
  return { type: 'card', card: makeCard({ ...further.card, funding: 'credit' }) };
}
