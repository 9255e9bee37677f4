import { z } from 'zod';
import { fileContents } from '../config-secrets.ts';
import type { TlsOptions, TlsTrust } from '../transports/tls.ts';

/**
 * How a device is reached over TLS. Its certificate is verified by `caFile` or by its `fingerprint`; `certificateFile` and `keyFile` are for
 * a device that requires a certificate of its clients. All files are PEM.
 */
export const deviceTls = z
  .strictObject({
    caFile: fileContents.optional(),
    fingerprint: z
      .string()
      .regex(/^[\da-f]{2}(?::?[\da-f]{2}){31}$/iu, 'use the SHA-256 fingerprint that `openssl x509 -noout -fingerprint -sha256` prints')
      .optional(),
    certificateFile: fileContents.optional(),
    keyFile: fileContents.optional(),
  })
  .refine(({ caFile, fingerprint }) => (caFile === undefined) !== (fingerprint === undefined), 'give caFile or fingerprint')
  .refine(
    ({ certificateFile, keyFile }) => (certificateFile === undefined) === (keyFile === undefined),
    'give certificateFile and keyFile together',
  )
  .transform(({ caFile, fingerprint, certificateFile: cert, keyFile: key }): TlsOptions => {
    const trust: TlsTrust = caFile === undefined ? { fingerprint: fingerprint ?? '' } : { ca: caFile };
    return { trust, client: cert !== undefined && key !== undefined ? { cert, key } : undefined };
  });
