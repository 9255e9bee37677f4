import type { EarlyFraudWarning } from '../objects/early-fraud-warning.ts';
import { matches } from '../server/matching.ts';
import { listOperation, retrieveOperation, type Operation } from '../server/operation.ts';

const kind = 'radar.early_fraud_warning';
const path = '/v1/radar/early_fraud_warnings';

export const earlyFraudWarningOperations: readonly Operation[] = [
  listOperation({
    kind,
    path,
    filters: ['charge', 'created', 'payment_intent'],
    where(input) {
      const same = matches<EarlyFraudWarning>({ charge: input.text('charge'), payment_intent: input.text('payment_intent') });
      const created = input.range('created');
      return (warning) => same(warning) && created(warning.created);
    },
  }),
  retrieveOperation(kind, path, { param: 'early_fraud_warning' }),
];
