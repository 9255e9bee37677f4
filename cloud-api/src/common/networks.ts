import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** An IPv4-mapped IPv6 address as a URL writes it: `::ffff:a01:203`. */
const mapped = /^::ffff:(?<high>[\da-f]{1,4}):(?<low>[\da-f]{1,4})$/;

/** Returns the canonical form of an address: IPv4-mapped IPv6 becomes IPv4, IPv6 is lower case and as short as possible. */
export function plainAddress(address: string): string {
  const given = address.trim().toLowerCase().split('%')[0]!;
  if (isIPv4(given) || !isIPv6(given)) return given;
  const short = new URL(`http://[${given}]`).hostname.slice(1, -1);
  const { high, low } = mapped.exec(short)?.groups ?? {};
  if (high === undefined || low === undefined) return short;
  return [high, low]
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [part >> 8, part & 255])
    .join('.');
}

/** An address as a proxy writes it: with or without a port, IPv6 with or without brackets. */
const forwarded = /^"?(?:\[(?<v6>[^\]]*)\](?::\d+)?|(?<v4>[\d.]+)(?::\d+)?|(?<bare>[\da-fA-F.:]+(?:%\w+)?))"?$/;

/** Returns the canonical address in an element of `X-Forwarded-For`; null if it contains none. */
export function forwardedAddress(element: string): string | null {
  const { v6, v4, bare } = forwarded.exec(element.trim())?.groups ?? {};
  const address = plainAddress(v6 ?? v4 ?? bare ?? '');
  return isIPv4(address) || isIPv6(address) ? address : null;
}

/** Returns the network that one customer of a provider has as a whole, which limits count by: an IPv4 address, the /64 of an IPv6 address. */
export function customerNetwork(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? networksOf(plain).at(-1)! : plain;
}

/** The limit of a /48, compared to that of one customer's network. */
const wideShare = 4;

/** Returns the networks that a limit counts by, with the limit of each: the customer's, and the IPv6 /48, which may be one customer's too. */
export function networkLimits(customer: string, most: number): (readonly [network: string, most: number])[] {
  const wide = networksOf(customer.split('/')[0]!).find((one) => one.endsWith('/48'));
  const own = [customer, most] as const;
  return wide === undefined ? [own] : [own, [wide, most * wideShare]];
}

/** Returns the eight groups of a plain IPv6 address. */
function groupsOf(address: string): string[] {
  const [front = '', back = ''] = address.split('::');
  const [before, after] = [front, back].map((half) => (half === '' ? [] : half.split(':')));
  return [...before!, ...Array.from({ length: 8 - before!.length - after!.length }, () => '0'), ...after!];
}

/** Returns the networks of an address: for IPv4 its /16 and /24, for IPv6 its /32, /48 and /64, in canonical form. */
export function networksOf(address: string): string[] {
  const plain = plainAddress(address);
  if (isIPv4(plain)) {
    const parts = plain.split('.');
    return [2, 3].map((kept) => `${parts.map((part, place) => (place < kept ? part : '0')).join('.')}/${kept * 8}`);
  }
  if (!isIPv6(plain)) return [];
  const groups = groupsOf(plain);
  return [2, 3, 4].map((kept) => `${plainAddress(`${groups.slice(0, kept).join(':')}::`)}/${kept * 16}`);
}

/** Returns the canonical form of an address or a network of one of those sizes; null for another size. */
export function plainNetwork(text: string): string | null {
  const [base = '', bits] = text.trim().split('/');
  return bits === undefined ? plainAddress(base) : (networksOf(base).find((network) => network.endsWith(`/${Number(bits)}`)) ?? null);
}

/** @param networks addresses, and networks such as `10.0.0.0/8`, IPv4 and IPv6 */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const asked = plainAddress(address);
  const list = new BlockList();
  for (const network of networks) {
    const [given = '', bits] = network.split('/');
    const base = plainAddress(given);
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return isIPv4(asked) ? list.check(asked) : isIPv6(asked) && list.check(asked, 'ipv6');
}
