import { Stripe } from 'stripe';
import type { ProviderKind, ProviderObjects } from '../../db/provider-objects.ts';
import { PaymentsUnavailable, type CardReader, type Payments } from '../../ports/payments.ts';
import { backgroundPace } from './limiter.ts';

export interface StripeAddress {
  secretKey: string;
  host?: string | undefined;
  port?: number | undefined;
  protocol?: 'http' | 'https' | undefined;
}

const apiVersion = '2026-10-28.endive';
const pageSize = 100;

interface Page<T> {
  data: T[];
  has_more: boolean;
}
type Lister = (after: string | undefined) => Promise<Page<{ id: string }>>;

/** Connection troubles, overload and Stripe's own faults; everything else is a fault of ours and stays one. */
function asUnavailable(error: unknown): unknown {
  const { errors } = Stripe;
  const passing =
    error instanceof errors.StripeConnectionError || error instanceof errors.StripeAPIError || error instanceof errors.StripeRateLimitError;
  return passing ? new PaymentsUnavailable('Stripe cannot be reached at the moment', { cause: error }) : error;
}

async function reached<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** Without the SDK's methods and wrappers: what the mirror stores. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

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
  last_seen_at,
  serial_number,
  device_type,
  location: typeof location === 'string' ? location : (location?.id ?? null),
});

function listers(stripe: Stripe): Record<ProviderKind, Lister> {
  const at = (starting_after: string | undefined) => ({ limit: pageSize, ...(starting_after && { starting_after }) });
  return {
    customer: (after) => stripe.customers.list({ ...at(after), expand: ['data.invoice_settings.default_payment_method'] }),
    product: (after) => stripe.products.list(at(after)),
    price: (after) => stripe.prices.list(at(after)),
    subscription: (after) => stripe.subscriptions.list({ ...at(after), status: 'all' }),
    schedule: (after) => stripe.subscriptionSchedules.list(at(after)),
    location: (after) => stripe.terminal.locations.list(at(after)),
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';

/** Stripe by its own SDK; a stand-in is reached by host, port and protocol alone. */
export function stripePayments(address: StripeAddress): Payments {
  const stripe = new Stripe(address.secretKey, {
    apiVersion,
    host: address.host,
    port: address.port,
    protocol: address.protocol,
    telemetry: false,
    timeout: 10_000,
    maxNetworkRetries: 1,
    appInfo: { name: 'Washdesk' },
  });
  const pace = backgroundPace();
  const lists = listers(stripe);
  return {
    async *list<K extends ProviderKind>(kind: K, beforePage: () => Promise<void>) {
      let after: string | undefined;
      for (;;) {
        await pace.background(kind);
        await beforePage();
        const page = await reached(lists[kind](after));
        yield plain(page.data) as ProviderObjects[K][];
        after = page.data.at(-1)?.id;
        if (!page.has_more || !after) return;
      }
    },
    async customer(id) {
      await pace.background('customer');
      try {
        const found = await stripe.customers.retrieve(id, { expand: ['invoice_settings.default_payment_method'] });
        return plain(found) as ProviderObjects['customer'];
      } catch (error) {
        if (isMissing(error)) return null;
        throw asUnavailable(error);
      }
    },
    async readers(locationId) {
      const found = await reached(stripe.terminal.readers.list({ limit: pageSize, ...(locationId && { location: locationId }) }));
      return found.data.map(asReader);
    },
    async connectionToken(locationId) {
      const token = await reached(stripe.terminal.connectionTokens.create(locationId ? { location: locationId } : {}));
      return token.secret;
    },
  };
}
