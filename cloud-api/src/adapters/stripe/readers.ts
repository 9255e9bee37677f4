import type { Stripe } from 'stripe';
import type { CardReader, PaymentsReader, PaymentsWriter } from '../../ports/payments.ts';
import { idOf } from './requests/canonical.ts';
import type { Connections } from './requests/connect.ts';
import { nullIfMissing, withTranslatedErrors } from './requests/errors.ts';
import { idempotencyKeyOf, findOfOperation, operationMetadata } from './requests/step-key.ts';

/** More readers than any company has. */
const mostReaders = 1_000;

const knownStatuses = ['online', 'offline'] as const;

const asReader = ({
  id,
  label,
  ip_address,
  status,
  last_seen_at,
  serial_number,
  device_type,
  location,
}: Stripe.Terminal.Reader): CardReader => ({
  id,
  label,
  ip_address,
  status: knownStatuses.find((known) => known === status) ?? null,
  // unlike all other times of Stripe, this one is in milliseconds
  last_seen_at: last_seen_at == null ? null : Math.floor(last_seen_at / 1_000),
  serial_number,
  device_type,
  location: idOf(location),
});

type Readers = Pick<PaymentsReader, 'readers' | 'readerMadeBy' | 'connectionToken'> &
  Pick<PaymentsWriter, 'registerReader' | 'deleteReader'>;

export function readers({ interactive: { terminal } }: Connections): Readers {
  return {
    async readers(location) {
      const pages = terminal.readers.list({ limit: 100, location });
      return (await withTranslatedErrors(pages.autoPagingToArray({ limit: mostReaders }))).map(asReader);
    },

    async readerMadeBy(operation, { location }) {
      const found = await findOfOperation(operation, terminal.readers.list({ location, limit: 100 }));
      return found && asReader(found);
    },

    async connectionToken(locationId) {
      const token = await withTranslatedErrors(terminal.connectionTokens.create({ location: locationId ?? undefined }));
      return token.secret;
    },

    async registerReader(step, { location, code, label }) {
      const params = { registration_code: code, label, location, metadata: operationMetadata(step) };
      return asReader(await withTranslatedErrors(terminal.readers.create(params, idempotencyKeyOf(step))));
    },

    async deleteReader(id) {
      await nullIfMissing(withTranslatedErrors(terminal.readers.del(id)));
    },
  };
}
