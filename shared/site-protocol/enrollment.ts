import { z } from 'zod';

/** PEM of one certificate, key or request. */
const pem = z.string().max(8_000).startsWith('-----BEGIN ');

/** The cloud's public keys by `kid`, with which an agent verifies commands. */
export const commandKeys = z.record(z.string().min(1).max(64), pem);

/** A request of an agent for its certificate: the key that signed it never leaves the agent's computer. */
export const certificateRequest = pem;

export const enrollmentRequest = z.object({
  code: z.string().max(40),
  csr: certificateRequest,
  /** The computer's name. */
  host: z
    .string()
    .max(80)
    .regex(/^[^\p{C}]+$/u),
  version: z.string().regex(/^[\w.+-]{1,40}$/),
});

/** What an agent receives for its one-time code. */
export const enrollmentResult = z.object({
  site: z.int().positive(),
  name: z.string().min(1).max(80),
  timeZone: z.string().min(1).max(60),
  certificate: pem,
  broker: z.object({
    url: z.string().max(300),
    /** The CA of the broker's certificate; null for one that the system trusts. */
    ca: pem.nullable(),
  }),
  commandKeys,
});
export type EnrollmentResult = z.output<typeof enrollmentResult>;

/** A new certificate before the current one expires. */
export const renewalRequest = z.object({ csr: certificateRequest });
export const renewalResult = z.object({ certificate: pem });

/** RFC 7523: the agent signs the assertion with the key of its certificate (ES256), whose serial number is the `kid`. */
export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
export const assertionAudience = 'washdesk:agent-token';
export const tokenRequest = z.object({
  grant_type: z.literal('client_credentials'),
  client_assertion_type: z.literal(assertionType),
  client_assertion: z.string().max(2_000),
});
export const tokenResult = z.object({ accessToken: z.string().min(1), expiresIn: z.int().positive(), commandKeys });
