import type { ProviderSubscription } from '../../common/provider-objects.ts';

/** Returns the price of the plan that the subscription bills; null if none. */
export const priceIdOf = ({ items }: ProviderSubscription): string | null => items.data[0]?.price.id ?? null;
