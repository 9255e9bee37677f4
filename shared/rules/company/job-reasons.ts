/** Codes and texts of network errors, and what they mean. */
const meanings = [
  ['ECONNREFUSED', 'the connection was refused'],
  ['ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT', 'no response in time'],
  ['EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN', 'the network is unreachable'],
  ['ENOTFOUND|EAI_AGAIN', 'the name of the server wasn’t found'],
  ['ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|socket hang up|other side closed', 'the connection was lost'],
  ['fetch failed', 'the connection failed'],
] as const;

const codes = `(?:${meanings.map(([code]) => code).join('|')})`;
const address = String.raw`(?: [^\s;,()]+)?(?: - Local \([^)]*\))?`;
/** As Node writes it: 'connect ECONNREFUSED 10.0.0.9:3050', 'read ECONNRESET', 'TypeError: fetch failed'. */
const error = String.raw`(?:\w*Error: )?(?:(?:connect|getaddrinfo|queryA+) ${codes}${address}|(?:(?:read|write) )?\b${codes}\b)`;
const errors = `${error}(?:, ${error})*`;
const inParentheses = new RegExp(String.raw` \(${errors}\)`, 'gu');
const alone = new RegExp(`^${errors}$`, 'u');
const anywhere = new RegExp(errors, 'gu');

const meaningOf = (text: string): string => meanings.find(([code]) => new RegExp(code, 'u').test(text))?.[1] ?? text;

const atSitewatch = /^(?:(?:converge\.)?sitewatch\b|sale\.check$)/u;

/**
 * Returns why an attempt of a job did not succeed, for people: without the codes of network errors, and with the site's name where only
 * Sitewatch is named.
 */
export function reasonInWords({ what, siteName, reason }: { what: string; siteName: string | null; reason: string }): string {
  const sitewatch = siteName === null ? 'Sitewatch' : `Sitewatch of ${siteName}`;
  if (alone.test(reason)) return `${atSitewatch.test(what) ? `${sitewatch} can’t be reached` : 'Can’t connect'}: ${meaningOf(reason)}`;
  return reason
    .replace(/^Sitewatch(?= is unavailable)/u, sitewatch)
    .replaceAll(inParentheses, '')
    .replaceAll(anywhere, meaningOf);
}
