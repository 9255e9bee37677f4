import type { FlagName } from './flag-name.ts';
import { useFlagsQuery } from './startup-api.ts';

/** Names of the enabled feature flags; empty until they are loaded. */
export function useEnabledFlags(): string[] {
  const { data: flags = [] } = useFlagsQuery();
  return flags.filter(({ value }) => value).map(({ name }) => name);
}

export function useFlag(name: FlagName): boolean {
  return useEnabledFlags().includes(name);
}
