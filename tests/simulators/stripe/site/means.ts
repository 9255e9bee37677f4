import { cardFactsOf } from '../objects/payment-method.ts';
import type { Store } from '../store.ts';

/** A means of payment as a receipt names it. */
export function meansOf(store: Store, id: string | null): string {
  const method = store.get('payment_method', id ?? '');
  if (!method) return 'None';
  const card = cardFactsOf(method);
  return card ? `${card.brand.replace(/^./, (first) => first.toUpperCase())} ending in ${card.last4}` : 'Link';
}
