import { isMember } from '@washdesk/rules/plans/statuses';
import type { ProviderKind, ProviderObjects, ProviderSubscription } from '../../../common/provider-objects.ts';
import { withTranslatedErrors } from './errors.ts';

/** The references of each kind that are expanded, one level deep; all others are ids (`common/provider-objects.ts`). */
const expanded: { readonly [K in ProviderKind]?: readonly string[] } = { invoice: ['payments'] };

const fieldsOf = (kind: ProviderKind): readonly string[] => expanded[kind] ?? [];

interface Expand {
  expand?: string[];
}

/** Sent with every retrieve and write of that kind, so that an object always has the same form. */
export const expandOfObject = (kind: ProviderKind): Expand => (fieldsOf(kind).length > 0 ? { expand: [...fieldsOf(kind)] } : {});

export const expandOfList = (kind: ProviderKind): Expand =>
  fieldsOf(kind).length > 0 ? { expand: fieldsOf(kind).map((field) => `data.${field}`) } : {};

/** Returns the object as on the wire: without the SDK's methods and wrappers, decimals as strings. */
export const plainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Stripe leaves a plan `active` while its collection is paused. It reports no other status for one that is not collected. */
function withPausedCollection(subscription: ProviderSubscription): ProviderSubscription {
  return subscription.pause_collection && isMember(subscription.status) ? { ...subscription, status: 'paused' } : subscription;
}

/** Returns an object of that kind in the mirror's form. */
export function canonicalObject<K extends ProviderKind>(kind: K, object: unknown): ProviderObjects[K] {
  const plain = plainJson(object) as ProviderObjects[K];
  return kind === 'subscription' ? (withPausedCollection(plain as ProviderSubscription) as ProviderObjects[K]) : plain;
}

export async function canonical<K extends ProviderKind>(kind: K, call: Promise<unknown>): Promise<ProviderObjects[K]> {
  return canonicalObject(kind, await withTranslatedErrors(call));
}

/** Returns whole lists of one kind, with all pages read. */
export async function canonicalList<K extends ProviderKind>(kind: K, call: Promise<unknown[]>): Promise<ProviderObjects[K][]> {
  return (await withTranslatedErrors(call)).map((object) => canonicalObject(kind, object));
}

type Reference = string | { id: string };

export function idOf(reference: Reference): string;
export function idOf(reference: Reference | null | undefined): string | null;
export function idOf(reference: Reference | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
