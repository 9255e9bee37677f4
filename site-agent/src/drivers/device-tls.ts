import { z } from 'zod';
import { fingerprint } from '@washdesk/site-protocol/site-configuration/device-tls';
import { fileContents } from '../config-secrets.ts';
import type { TlsOptions, TlsTrust } from '../transports/tls.ts';

const pem = z.string().startsWith('-----BEGIN ', 'use PEM').optional();
const given = (...values: (string | undefined)[]): number => values.filter((value) => value !== undefined).length;

/**
 * How a device is reached over TLS. Its certificate is verified by its CA (`ca`, or `caFile`) or by its `fingerprint`. For a device that
 * requires a certificate of its clients: `certificate` or `certificateFile`, and `keyFile`. All are PEM.
 */
export const deviceTls = z
  .strictObject({
    ca: pem,
    caFile: fileContents.optional(),
    fingerprint: fingerprint.optional(),
    certificate: pem,
    certificateFile: fileContents.optional(),
    keyFile: fileContents.optional(),
  })
  .refine(({ ca, caFile, fingerprint: known }) => given(ca, caFile, known) === 1, 'give caFile or fingerprint')
  .refine(
    ({ certificate, certificateFile, keyFile }) => given(certificate, certificateFile) === given(keyFile),
    'give certificateFile and keyFile together',
  )
  .transform(({ ca, caFile, fingerprint: known, certificate, certificateFile, keyFile: key }): TlsOptions => {
    const authority = ca ?? caFile;
    const trust: TlsTrust = authority === undefined ? { fingerprint: known ?? '' } : { ca: authority };
    const cert = certificate ?? certificateFile;
    return { trust, client: cert !== undefined && key !== undefined ? { cert, key } : undefined };
  });
