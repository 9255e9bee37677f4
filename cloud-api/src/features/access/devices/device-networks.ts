import { networksOf, plainAddress } from '../../../common/networks.ts';

/** Returns the network that a site's connection stays in when its provider gives it another address: the /24, of IPv6 the /48. */
export function networkOfSite(address: string): string {
  const networks = networksOf(address);
  return networks[1] ?? plainAddress(address);
}
