import { useFlagsQuery } from './startup-api.ts';

/** The flags that the specification gives a meaning (back-office section 4.6). */
export type FlagName = 'redeemInterface' | 'gatecontrol' | 'dxtrfid';

/** Whether a feature flag is on; off while nobody knows. */
export function useFlag(name: FlagName): boolean {
  const { data: flags = [] } = useFlagsQuery();
  return flags.some((flag) => flag.name === name && flag.value);
}
