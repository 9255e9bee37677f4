import type { ProviderKind, ProviderObjects } from '../../common/provider-objects.ts';

/** One object as returned by the provider, and the sequence of its read. */
export type Snapshot = { [K in ProviderKind]: { kind: K; object: ProviderObjects[K]; readSeq: number } }[ProviderKind];

export function snapshot<K extends ProviderKind>(kind: K, object: ProviderObjects[K], readSeq: number): Snapshot {
  return { kind, object, readSeq } as Snapshot;
}

/** For an id that the provider does not have (any longer). The mirror's object is marked; an id not in the mirror stays unknown. */
export function missingSnapshot(kind: ProviderKind, id: string, readSeq: number): Snapshot {
  return { kind, object: { id, deleted: true, unknown: true }, readSeq } as Snapshot;
}

export const isGone = (object: object): boolean => 'deleted' in object && object.deleted === true;

/** Whether the object ever existed: the provider still returns deleted customers. */
export const isKnownObject = (object: object): boolean => !('unknown' in object);

/** Returns the last snapshot of each object by read sequence. */
export function newestOf(snapshots: readonly Snapshot[]): Snapshot[] {
  const newest = new Map<string, Snapshot>();
  for (const one of snapshots) {
    const name = `${one.kind} ${one.object.id}`;
    const other = newest.get(name);
    if (!other || other.readSeq <= one.readSeq) newest.set(name, one);
  }
  return [...newest.values()];
}
