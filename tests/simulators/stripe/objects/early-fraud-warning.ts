import type { Charge } from './charge.ts';

export type EarlyFraudWarning = ReturnType<typeof makeEarlyFraudWarning>;

export function makeEarlyFraudWarning({ id, created, charge }: { id: string; created: number; charge: Charge }) {
  return {
    id,
    object: 'radar.early_fraud_warning' as const,
    actionable: !charge.refunded && !charge.disputed,
    charge: charge.id,
    created,
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    payment_intent: charge.payment_intent,
  };
}
