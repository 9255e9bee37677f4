import type { ProviderCard } from '../../../common/provider-objects.ts';

const newestFirst = (a: ProviderCard, b: ProviderCard): number => (b.created ?? 0) - (a.created ?? 0) || (a.id < b.id ? -1 : 1);

/**
 * Groups stored payment methods by the card they are: Stripe stores a card again each time it is captured. The first of each group stands
 * for it: the default, otherwise the newest. Groups are newest first.
 * @param chosen the customer's default
 */
export function sameCards(methods: readonly ProviderCard[], chosen: string | null): ProviderCard[][] {
  const groups = Map.groupBy(methods.toSorted(newestFirst), ({ id, card }) => card?.fingerprint ?? id);
  return [...groups.values()].map((group) => group.toSorted((a, b) => Number(b.id === chosen) - Number(a.id === chosen)));
}

/** Returns all copies of a stored card, itself included. */
export const copiesOf = (card: ProviderCard, methods: readonly ProviderCard[]): ProviderCard[] =>
  sameCards(methods, card.id).find((group) => group.some(({ id }) => id === card.id)) ?? [card];
