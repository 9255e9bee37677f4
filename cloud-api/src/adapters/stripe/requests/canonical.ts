import type { ProviderKind, ProviderObjects } from '../../../common/provider-objects.ts';
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

/** The response to a call that was made with `single` or `listed`. */
export async function canonical<K extends ProviderKind>(_kind: K, call: Promise<unknown>): Promise<ProviderObjects[K]> {
  return plainJson(await withTranslatedErrors(call)) as ProviderObjects[K];
}

/** Returns whole lists of one kind, with all pages read. */
export async function canonicalList<K extends ProviderKind>(_kind: K, call: Promise<unknown[]>): Promise<ProviderObjects[K][]> {
  return plainJson(await withTranslatedErrors(call)) as ProviderObjects[K][];
}

type Reference = string | { id: string };

export function idOf(reference: Reference): string;
export function idOf(reference: Reference | null | undefined): string | null;
export function idOf(reference: Reference | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
