import { BlockList, isIPv4, isIPv6 } from 'node:net';

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The address as people write it: IPv4 in the clothes of IPv6 is IPv4, IPv6 is in small letters. */
export function plainAddress(address: string): string {
  const plain = mapped.exec(address.trim())?.[1] ?? address.trim();
  return plain.toLowerCase();
}

/** @param networks addresses, and networks such as `10.0.0.0/8`, of both families */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const asked = plainAddress(address);
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = plainAddress(network).split('/');
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return isIPv4(asked) ? list.check(asked) : isIPv6(asked) && list.check(asked, 'ipv6');
}
