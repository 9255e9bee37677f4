import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const validYears = 20;

export interface NewCertificate {
  certificate: string;
  key: string;
}

export interface NewAuthority extends NewCertificate {
  /** Issues the certificate of a server with these host names or addresses. */
  issueServer(names: readonly string[]): Promise<NewCertificate>;
}

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

async function pemOf(certificate: x509.X509Certificate, key: webcrypto.CryptoKey): Promise<NewCertificate> {
  const der = await webcrypto.subtle.exportKey('pkcs8', key);
  return { certificate: `${certificate.toString('pem')}\n`, key: `${x509.PemConverter.encode(der, 'PRIVATE KEY')}\n` };
}

/** Creates the CA of the sites' certificates and of the broker. */
export async function newAuthority(name: string, at: Date): Promise<NewAuthority> {
  const keys = await newKeys();
  const validity = { notBefore: at, notAfter: new Date(Date.UTC(at.getUTCFullYear() + validYears, at.getUTCMonth(), at.getUTCDate())) };
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    ...(await pemOf(own, keys.privateKey)),
    async issueServer(names) {
      const server = await newKeys();
      const issued = await x509.X509CertificateGenerator.create({
        ...validity,
        subject: `CN=${names[0]}`,
        issuer: own.subjectName,
        publicKey: server.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
          new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }))),
          await x509.AuthorityKeyIdentifierExtension.create(own, false),
        ],
      });
      return pemOf(issued, server.privateKey);
    },
  };
}
