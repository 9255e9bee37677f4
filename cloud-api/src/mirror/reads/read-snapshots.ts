import type {
  ProviderDispute,
  ProviderInvoice,
  ProviderKind,
  ProviderRefund,
  ProviderSubscription,
} from '../../common/provider-objects.ts';
import type { MirrorParts } from '../mirror-parts.ts';
import { missingSnapshot, snapshot, type Snapshot } from '../snapshots/snapshot.ts';

type Parts = Pick<MirrorParts, 'db' | 'payments'>;

async function read({ payments }: Parts, kind: ProviderKind, id: string, readSeq: number): Promise<Snapshot> {
  const object = await payments.fetch(kind, id, 'background');
  return object ? snapshot(kind, object, readSeq) : missingSnapshot(kind, id, readSeq);
}

/** Reads an object with the objects that may have changed without their own event. Take `readSeq` before. */
export async function readSnapshots(parts: Parts, kind: ProviderKind, id: string, readSeq: number): Promise<Snapshot[]> {
  const own = await read(parts, kind, id, readSeq);
  const beside = await besides(parts, own);
  return [own, ...(beside ? [await read(parts, beside.kind, beside.id, readSeq)] : [])];
}

/**
 * Returns the other object to read with this one: a charge shows its refunds and disputes; a customer's numbering and balance change with
 * every invoice; a subscription may belong to a customer without an event yet.
 */
async function besides({ db }: Parts, { kind, object }: Snapshot): Promise<{ kind: ProviderKind; id: string } | null> {
  if (kind === 'refund' || kind === 'dispute') {
    const { charge = null } = object as Partial<ProviderRefund | ProviderDispute>;
    return charge === null ? null : { kind: 'charge', id: charge };
  }
  if (kind === 'invoice') {
    const { customer = null } = object as Partial<ProviderInvoice>;
    return customer === null ? null : { kind: 'customer', id: customer };
  }
  const { customer } = object as Partial<ProviderSubscription>;
  if (kind !== 'subscription' || !customer) return null;
  const known = await db.selectFrom('mirror_customer').select('id').where('id', '=', customer).executeTakeFirst();
  return known ? null : { kind: 'customer', id: customer };
}
