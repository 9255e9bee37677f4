import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { expand } from '@washdesk/stripe-simulator/expand';
import type { StripeSimulator } from '@washdesk/stripe-simulator/simulator';
import type { Kind, Store } from '@washdesk/stripe-simulator/state/store';
import { wireCopy } from '@washdesk/stripe-simulator/views/view';
import type { ProviderKind } from '../common/provider-objects.ts';
import type { Db } from '../db/pool.ts';
import { kindsInOrder, mirrorTables } from '../mirror/snapshots/tables.ts';

/** Stripe's names of the mirror's kinds. */
const stripeKinds: Record<ProviderKind, Kind> = {
  location: 'terminal.location',
  tax_rate: 'tax_rate',
  product: 'product',
  price: 'price',
  customer: 'customer',
  subscription: 'subscription',
  schedule: 'subscription_schedule',
  invoice: 'invoice',
  payment_intent: 'payment_intent',
  charge: 'charge',
  refund: 'refund',
  dispute: 'dispute',
  payment_method: 'payment_method',
};

type Wire = Record<string, unknown> & { id: string };

/** Repeated here and not imported from the adapter, so that the test does not depend on the code under test. */
function canonical(store: Store, object: Parameters<typeof wireCopy>[1]): Wire {
  const wire = wireCopy(store, object);
  if (object.object === 'invoice') expand(store, wire, ['payments']);
  return JSON.parse(JSON.stringify(wire)) as Wire;
}

/** No listing contains a payment method without a customer. */
const findable = (kind: ProviderKind, object: Record<string, unknown>): boolean => kind !== 'payment_method' || object['customer'] !== null;

async function mirrored(db: Db, kind: ProviderKind): Promise<Map<string, Wire>> {
  const { rows } = await sql<{ id: string; object: Wire }>`
    select id, object from ${sql.table(mirrorTables[kind])} where deleted_at is null`.execute(db);
  return new Map(rows.map(({ id, object }) => [id, object]));
}

function fieldsThatDiffer(one: Wire, other: Wire): string {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isDeepStrictEqual(one[name], other[name])).join(', ');
}

/**
 * Returns the differences between the mirror and the simulator, field by field, in both directions; empty if they are equal. Deleted
 * objects must not be live in the mirror.
 */
export async function mirrorDifferences(store: Store, db: Db): Promise<string[]> {
  const differences: string[] = [];
  for (const kind of kindsInOrder) {
    const mirror = await mirrored(db, kind);
    const held = new Map(store.list(stripeKinds[kind]).map((object) => [object.id, canonical(store, object)]));
    for (const [id, object] of held) {
      const seen = mirror.get(id);
      if (!seen && findable(kind, object)) differences.push(`${kind} ${id} is missing`);
      const fields = seen ? fieldsThatDiffer(seen, object) : '';
      if (fields) differences.push(`${kind} ${id} differs in ${fields}`);
    }
    for (const id of mirror.keys()) if (!held.has(id)) differences.push(`${kind} ${id} is in the mirror alone`);
  }
  return differences;
}

/**
 * Returns the differences when no events are pending: Stripe sends more on its own, such as a refund's reference some seconds later.
 * @param settled resolves when the mirror has everything that Stripe reported
 */
export async function settledDifferences(
  { store, state }: Pick<StripeSimulator, 'store' | 'state'>,
  db: Db,
  settled: () => Promise<unknown>,
): Promise<string[]> {
  const told = (): number => {
    const { delivered, pending, lost } = state().webhooks;
    return delivered + pending + lost;
  };
  for (;;) {
    const before = told();
    await settled();
    const differences = await mirrorDifferences(store, db);
    if (told() === before) return differences;
  }
}
