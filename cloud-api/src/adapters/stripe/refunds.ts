import type { PaymentsReader, PaymentsWriter } from '../../ports/payments.ts';
import { canonical, canonicalList, expandOfList, expandOfObject } from './requests/canonical.ts';
import type { Connections } from './requests/connect.ts';
import { idempotencyKeyOf, operationMetadata } from './requests/step-key.ts';

/** More refunds than a charge has in practice. */
const mostRefunds = 1_000;

export function refunds(connections: Connections): Pick<PaymentsReader, 'refundsOf'> & Pick<PaymentsWriter, 'refund'> {
  const { refunds: resource } = connections.interactive;
  return {
    refundsOf(charge, priority) {
      const pages = connections[priority].refunds.list({ charge, limit: 100, ...expandOfList('refund') });
      return canonicalList('refund', pages.autoPagingToArray({ limit: mostRefunds }));
    },

    refund: (step, { charge, amount, metadata }) =>
      canonical(
        'refund',
        resource.create(
          { charge, amount, metadata: operationMetadata(step, metadata), ...expandOfObject('refund') },
          idempotencyKeyOf(step),
        ),
      ),
  };
}
