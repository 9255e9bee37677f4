import 'reflect-metadata';
import { createPublicKey, randomBytes, webcrypto, type KeyObject, type X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { CertificateAuthority, CertificateRequest, RevokedCertificate } from '../../ports/certificate-authority.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 86_400_000;
const certificateDays = 90;
const listDays = 30;

const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs);

/** Positive, as RFC 5280 requires, and unguessable. */
function newSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes.toString('hex');
}

/** @param key the private key of `certificate`, on the curve P-256 */
export async function x509Authority(certificate: X509Certificate, key: KeyObject): Promise<CertificateAuthority> {
  const own = new x509.X509Certificate(certificate.raw);
  const der = key.export({ type: 'pkcs8', format: 'der' });
  const signingKey = await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
  const signing = { signingAlgorithm: algorithm, signingKey };

  return {
    certificate: certificate.toString(),
    read: readRequest,
    async issue({ publicKey }, site, at) {
      const serial = newSerial();
      const expires = daysAfter(at, certificateDays);
      const issued = await x509.X509CertificateGenerator.create({
        ...signing,
        serialNumber: serial,
        subject: `CN=${site}`,
        issuer: own.subjectName,
        // a site's clock may be behind
        notBefore: daysAfter(at, -1),
        notAfter: expires,
        publicKey: new x509.PublicKey(publicKey),
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
          await x509.AuthorityKeyIdentifierExtension.create(own, false),
        ],
      });
      return { serial, pem: `${issued.toString('pem')}\n`, publicKey, expires };
    },
    async revocationList(revoked: readonly RevokedCertificate[], number, at) {
      const list = await x509.X509CrlGenerator.create({
        ...signing,
        issuer: own.subjectName,
        thisUpdate: daysAfter(at, -1),
        nextUpdate: daysAfter(at, listDays),
        entries: revoked.map((one) => ({ serialNumber: one.serial, revocationDate: one.revoked })),
        extensions: [
          new x509.Extension('2.5.29.20', false, derInteger(number)),
          await x509.AuthorityKeyIdentifierExtension.create(own, false),
        ],
      });
      // OpenSSL and Mosquitto read this label only
      return `${list.toString('pem').replaceAll(' CRL-', ' X509 CRL-')}\n`;
    },
  };
}

async function readRequest(csr: string): Promise<CertificateRequest | null> {
  try {
    const request = new x509.Pkcs10CertificateRequest(csr);
    const publicKey = Buffer.from(request.publicKey.rawData);
    const key = createPublicKey({ key: publicKey, type: 'spki', format: 'der' });
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1' || !(await request.verify())) return null;
    return { publicKey };
  } catch {
    // the library throws errors of many kinds for a malformed request
    return null;
  }
}

/** DER of a non-negative number. */
function derInteger(number: bigint): Uint8Array<ArrayBuffer> {
  const hex = number.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  // a first bit of 1 would be a negative number
  const bytes = Buffer.from(/^[89a-f]/u.test(even) ? `00${even}` : even, 'hex');
  return Uint8Array.from([0x02, bytes.length, ...bytes]);
}
