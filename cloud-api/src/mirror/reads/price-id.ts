import type { ProviderSubscription } from '../../common/provider-objects.ts';

/** The price of the plan that the subscription bills; null for none. */
export const priceIdOf = ({ items }: ProviderSubscription): string | null => items.data[0]?.price.id ?? null;
