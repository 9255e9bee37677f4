import type { ProviderKind, ProviderObjects } from '../../common/provider-objects.ts';

/** One object as the provider gave it, and when in the order of reads it was asked for. */
export type Snapshot = { [K in ProviderKind]: { kind: K; object: ProviderObjects[K]; readSeq: number } }[ProviderKind];

export function snapshot<K extends ProviderKind>(kind: K, object: ProviderObjects[K], readSeq: number): Snapshot {
  return { kind, object, readSeq } as Snapshot;
}

/** The provider knows nothing of this id (any more). The mirror's object is marked; an id that it does not hold stays unknown. */
export function missingSnapshot(kind: ProviderKind, id: string, readSeq: number): Snapshot {
  return { kind, object: { id, deleted: true, unknown: true }, readSeq } as Snapshot;
}

export const isGone = (object: object): boolean => 'deleted' in object && object.deleted === true;

/** Whether the object ever existed: the provider remembers customers that are deleted. */
export const isKnownObject = (object: object): boolean => !('unknown' in object);

/** The last snapshot of each object in the order of reads. */
export function newestOf(snapshots: readonly Snapshot[]): Snapshot[] {
  const newest = new Map<string, Snapshot>();
  for (const one of snapshots) {
    const name = `${one.kind} ${one.object.id}`;
    const other = newest.get(name);
    if (!other || other.readSeq <= one.readSeq) newest.set(name, one);
  }
  return [...newest.values()];
}
