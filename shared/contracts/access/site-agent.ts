import { z } from 'zod';
import { readEnrollmentCode } from '@washdesk/rules/codes/enrollment-code';
import {
  enrollmentRequest,
  enrollmentResult,
  renewalRequest,
  renewalResult,
  tokenRequest,
  tokenResult,
} from '@washdesk/site-protocol/enrollment';
import { atLeastRole, endpoint, publicAccess, signedIn } from '../endpoint.ts';
import { isoTime, numberText, siteNumber, trimmedText } from '../values.ts';

/** The agent of a site and its permission to connect. */
export const siteAgent = z.object({
  site: siteNumber,
  name: z.string(),
  online: z.boolean(),
  version: z.string().nullable(),
  /** The last change of `online`; null if no agent of the site ever connected. */
  lastSeen: isoTime.nullable(),
  /** The current certificate; null before the first enrollment and after a revocation. */
  certificate: z.object({ host: z.string(), issued: isoTime, expires: isoTime }).nullable(),
  /** The last revocation, until a new enrollment. */
  revoked: z.object({ at: isoTime, by: z.string(), reason: z.string() }).nullable(),
  /** When the open code expires; null without one. */
  codeExpires: isoTime.nullable(),
});
export type SiteAgent = z.infer<typeof siteAgent>;

/** An attempt to enroll with a code that was refused. `site` is null for an unknown code. `host` is what the computer calls itself. */
const refusedCode = z.object({
  at: isoTime,
  site: siteNumber.nullable(),
  host: z.string(),
  reason: z.enum(['unknown', 'used', 'expired']),
});
export type RefusedCode = z.infer<typeof refusedCode>;

const params = z.object({ site: numberText });

/**
 * `enabled` is false on an installation without a site CA. `download` is the address of the agent's installers, if it has one. `refused`
 * lists the newest attempts of the last day.
 */
export const listSiteAgents = endpoint({
  id: 'listSiteAgents',
  method: 'GET',
  path: '/site-agent',
  access: atLeastRole('Admin'),
  summary: 'All sites with their agents',
  response: z.object({ enabled: z.boolean(), download: z.url().nullable(), agents: z.array(siteAgent), refused: z.array(refusedCode) }),
});

/** The code is returned only once; an earlier open code of the site stops working. 409 `enrollment_off` without a site CA. */
export const createAgentCode = endpoint({
  id: 'createAgentCode',
  method: 'POST',
  path: '/site-agent/{site}/code',
  access: atLeastRole('Admin'),
  summary: 'Create a one-time code that enrolls the agent of a site, valid for 24 h',
  params,
  response: z.object({ code: z.string(), expires: isoTime }),
});

/** The agent is disconnected and rejected until a new enrollment. Revoking a revoked agent changes nothing. */
export const revokeSiteAgent = endpoint({
  id: 'revokeSiteAgent',
  method: 'POST',
  path: '/site-agent/{site}/revoke',
  access: atLeastRole('Admin'),
  idempotency: 'natural',
  summary: 'Revoke every certificate and code of a site',
  params,
  body: z.object({ reason: trimmedText(200).min(3, 'must have at least 3 characters') }),
  response: z.object({ agent: siteAgent }),
});

const code = z
  .string()
  .max(40)
  .transform((typed, context) => {
    const read = readEnrollmentCode(typed);
    if (read !== null) return read;
    context.addIssue('must be an enrollment code of 10 letters and digits');
    return z.NEVER;
  });

/**
 * Trades a one-time code for the site's certificate. A repetition with the same key returns the same certificate. 404 `code_unknown`; 410
 * `code_used` or `code_expired`.
 */
export const enrollAgent = endpoint({
  id: 'enrollAgent',
  method: 'POST',
  path: '/agent/enrolment',
  access: publicAccess,
  summary: "Enroll a site's agent by a one-time code",
  body: enrollmentRequest.extend({ code }),
  response: enrollmentResult,
});

/** 401 `assertion_refused`, or `assertion_time` if the agent's clock is wrong. */
export const agentToken = endpoint({
  id: 'agentToken',
  method: 'POST',
  path: '/agent/token',
  access: publicAccess,
  summary: "Sign in a site's agent by an assertion of its certificate's key",
  body: tokenRequest,
  response: tokenResult,
});

/** Only for an enrolled agent; other callers get 403. The current certificate stays valid until it expires. */
export const renewAgentCertificate = endpoint({
  id: 'renewAgentCertificate',
  method: 'POST',
  path: '/agent/certificate',
  access: signedIn,
  summary: "Renew the certificate of the calling agent's site",
  body: renewalRequest,
  response: renewalResult,
});

export const revokedCertificates = endpoint({
  id: 'revokedCertificates',
  method: 'GET',
  path: '/agent/revoked',
  access: publicAccess,
  conditional: true,
  summary: 'Serial numbers and sites of revoked certificates, for a broker',
  response: z.object({ certificates: z.array(z.object({ serial: z.string(), site: siteNumber })) }),
});

/** For a broker that reads files, such as Mosquitto. Signed by the site CA, valid for 30 days and renewed daily. */
export const revocationList = endpoint({
  id: 'revocationList',
  method: 'GET',
  path: '/agent/revocation-list',
  access: publicAccess,
  produces: 'text/plain',
  summary: 'Certificate revocation list of the site CA, in PEM',
  response: z.string(),
});
