import { randomUUID, sign, X509Certificate, type KeyObject } from 'node:crypto';
import { assertionAudience, assertionType } from '@washdesk/site-protocol/enrollment';

const lifeSeconds = 60;

/** The certificate of a site and its key. */
export interface SiteKey {
  /** PEM. */
  certificate: string;
  key: KeyObject;
}

/** Returns the body of a sign-in by `private_key_jwt` (RFC 7523). @param now the cloud's time in milliseconds */
export function tokenRequestOf({ certificate, key }: SiteKey, now: number) {
  const { subject, serialNumber } = new X509Certificate(certificate);
  const site = subject.replace(/^CN=/u, '');
  const issued = Math.floor(now / 1_000);
  const header = { alg: 'ES256', typ: 'JWT', kid: serialNumber.toLowerCase() };
  const claims = { iss: site, sub: site, aud: assertionAudience, jti: randomUUID(), iat: issued, exp: issued + lifeSeconds };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return { grant_type: 'client_credentials', client_assertion_type: assertionType, client_assertion: `${signed}.${signature}` };
}
