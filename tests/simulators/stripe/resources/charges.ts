import type { Charge } from '../objects/charge.ts';
import type { Refund } from '../objects/refund.ts';
import { matches } from '../server/matching.ts';
import { listOperation, retrieveOperation, updateOperation, type Operation } from '../server/operation.ts';
import { noSuch } from '../wire/errors.ts';
import { textOrNull } from '../wire/fields.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';

const path = '/v1/charges';

function changed(charge: Charge, input: Input): Partial<Charge> {
  return {
    description: textOrNull(input.text('description'), charge.description),
    metadata: mergedMetadata(charge.metadata, input),
    receipt_email: textOrNull(input.text('receipt_email'), charge.receipt_email),
  };
}

export const chargeOperations: readonly Operation[] = [
  listOperation({
    kind: 'charge',
    path,
    filters: ['customer', 'payment_intent', 'created'],
    where(input) {
      const same = matches<Charge>({ customer: input.text('customer'), payment_intent: input.text('payment_intent') });
      const created = input.range('created');
      return (charge) => same(charge) && created(charge.created);
    },
  }),
  retrieveOperation('charge', path),
  updateOperation('charge', path, ['description', 'metadata', 'receipt_email'], changed, { event: 'charge.updated' }),
  listOperation({
    kind: 'refund',
    path: `${path}/:charge/refunds`,
    filters: [],
    where(_input, { charge = '' }, { store }) {
      if (!store.get('charge', charge)) throw noSuch('charge', charge);
      return matches<Refund>({ charge });
    },
  }),
];
