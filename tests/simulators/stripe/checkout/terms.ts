import type { Sandbox } from '../state/sandbox.ts';
import { timestampOf } from '../subscribe/items.ts';
import { anchorConfigOf, prorationBehaviors } from '../subscribe/order.ts';
import { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';
import type { SubscriptionTerms } from './session.ts';

const fields = [
  'billing_cycle_anchor',
  'billing_cycle_anchor_config',
  'billing_mode',
  'default_tax_rates',
  'description',
  'metadata',
  'proration_behavior',
  'trial_end',
  'trial_period_days',
];

/** Reads `subscription_data`. Calculating the amount due later checks that the rates exist and the times are in the future. */
export function termsOf({ now }: Sandbox, data = new Input({}, 'subscription_data')): SubscriptionTerms {
  data.allowOnly(fields);
  return {
    billing_cycle_anchor: timestampOf(data, 'billing_cycle_anchor'),
    billing_cycle_anchor_config: anchorConfigOf(data, now()) ?? undefined,
    proration_behavior: data.choice('proration_behavior', prorationBehaviors),
    trial_end: timestampOf(data, 'trial_end'),
    trial_period_days: data.integer('trial_period_days', { from: 1, to: 730 }),
    default_tax_rates: data.has('default_tax_rates') ? data.texts('default_tax_rates') : undefined,
    description: data.text('description'),
    metadata: mergedMetadata({}, data),
  };
}
