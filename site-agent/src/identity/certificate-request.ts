import { createPublicKey, sign, type KeyObject } from 'node:crypto';

const integer = 0x02;
const bitString = 0x03;
const sequence = 0x30;
const attributes = 0xa0;
/** ecdsa-with-SHA256, 1.2.840.10045.4.3.2 */
const signatureAlgorithm = Buffer.from('300a06082a8648ce3d040302', 'hex');

/** Returns a PKCS #10 request (RFC 2986) for an EC key, in PEM. It has no name: the cloud names the certificate. */
export function certificateRequest(key: KeyObject): string {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const info = der(sequence, der(integer, Buffer.from([0])), der(sequence), publicKey, der(attributes));
  const signature = sign('sha256', info, key);
  const request = der(sequence, info, signatureAlgorithm, der(bitString, Buffer.from([0]), signature));
  const lines = request.toString('base64').match(/.{1,64}/gu) ?? [];
  return ['-----BEGIN CERTIFICATE REQUEST-----', ...lines, '-----END CERTIFICATE REQUEST-----', ''].join('\n');
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const short = content.length < 0x80;
  const length = short ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
