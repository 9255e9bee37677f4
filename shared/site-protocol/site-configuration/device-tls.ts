import { z } from 'zod';
import { secretName } from './secret-name.ts';

/** A certificate is public and may be given as text. */
const certificate = z.string().trim().startsWith('-----BEGIN CERTIFICATE-----', 'use a certificate in PEM').max(16_000);

export const fingerprint = z
  .string()
  .regex(/^[\da-f]{2}(?::?[\da-f]{2}){31}$/iu, 'use the SHA-256 fingerprint that `openssl x509 -noout -fingerprint -sha256` prints')
  .meta({ title: 'Fingerprint', description: 'SHA-256 fingerprint of the device’s own certificate' });

interface Tls {
  ca?: string | undefined;
  fingerprint?: string | undefined;
  certificate?: string | undefined;
  keySecret?: string | undefined;
}

function tlsProblem({ ca, fingerprint: known, certificate: own, keySecret }: Tls): string | null {
  if ((ca === undefined) === (known === undefined)) return 'give ca or fingerprint';
  return (own === undefined) === (keySecret === undefined) ? null : 'give certificate and keySecret together';
}

/** How a device is reached over TLS. Its certificate is verified by the CA or by its fingerprint. */
export const deviceTls = z
  .strictObject({
    ca: certificate.optional().meta({ title: 'CA', description: 'Certificate of the CA that signed the device’s certificate, in PEM' }),
    fingerprint: fingerprint.optional(),
    certificate: certificate
      .optional()
      .meta({ title: 'Client certificate', description: 'For a device that requires a certificate of its clients, in PEM' }),
    keySecret: secretName
      .optional()
      .meta({ title: 'Client key', description: 'Name of the secret with the private key of the client certificate, in PEM' }),
  })
  .superRefine((tls, context) => {
    const message = tlsProblem(tls);
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .meta({ title: 'TLS', description: 'For a device that is reached over TLS' });
