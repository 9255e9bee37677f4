import { useFlagsQuery } from './startup-api.ts';

/** The feature flags that change the web app (docs/rules/company.md#flags). */
export type FlagName = 'redeemInterface' | 'gatecontrol' | 'dxtrfid';

/** Whether a feature flag is on; off until the flags are loaded. */
export function useFlag(name: FlagName): boolean {
  const { data: flags = [] } = useFlagsQuery();
  return flags.some((flag) => flag.name === name && flag.value);
}
