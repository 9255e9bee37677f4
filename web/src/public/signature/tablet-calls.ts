import type { z } from 'zod';
import type { Device } from '@washdesk/contracts/access/device';
import type { currentDevice as currentDeviceContract } from '@washdesk/contracts/access/device';
import type { getAgreement } from '@washdesk/contracts/billing/receipt';
import type { getConfig } from '@washdesk/contracts/company/config';
import type { signAgreement, SignatureRequest } from '@washdesk/contracts/members/signature';
import { call, CallFailed } from '../lib/call.ts';

export type Agreement = z.output<typeof getAgreement.response>;

/** The tablet as the cloud sees it. */
export interface Tablet {
  /** Null if this browser is not enrolled. */
  device: Device | null;
  /** The terminals to choose from. */
  terminals: readonly string[];
  versions: { api: string; client: string };
}

export async function readTablet(): Promise<Tablet> {
  const [{ device }, { apiVersion, clientVersion, configOptions }] = await Promise.all([
    call<typeof currentDeviceContract>('GET', '/device/current'),
    call<typeof getConfig>('GET', '/config'),
  ]);
  return { device, terminals: configOptions?.tabletTerminals ?? [], versions: { api: apiVersion, client: clientVersion } };
}

export interface Waiting {
  requests: readonly SignatureRequest[];
  /** Sent with the next poll, which then costs the cloud almost nothing. */
  version: string | null;
  apiVersion: string | null;
}

interface Poll {
  terminal: string | null;
  known: Waiting | null;
  /** After a hint: reads what has just changed. */
  isHinted: boolean;
}

const pollWithinMs = 10_000;

/**
 * Polls the list of pending requests; a list that is unchanged comes without a body.
 * @throws CallFailed
 */
export async function readWaiting({ terminal, known, isHinted }: Poll): Promise<Waiting> {
  const query = new URLSearchParams({ ...(terminal !== null && { terminal }), ...(isHinted && { noCache: 'true' }) }).toString();
  const response = await fetch(`/api/signature${query && `?${query}`}`, {
    headers: { accept: 'application/json', ...(known?.version && { 'if-none-match': known.version }) },
    credentials: 'same-origin',
    signal: AbortSignal.timeout(pollWithinMs),
  }).catch(() => {
    throw new CallFailed(null, 'unreachable');
  });
  const apiVersion = response.headers.get('x-api-version');
  if (response.status === 304 && known) return { ...known, apiVersion };
  if (!response.ok) throw new CallFailed(response.status, `http_${response.status}`);
  const { signatures } = (await response.json()) as { signatures: SignatureRequest[] };
  return { requests: signatures, version: response.headers.get('etag'), apiVersion };
}

export const readAgreement = (id: string): Promise<Agreement> =>
  call<typeof getAgreement>('GET', `/receipt/agreement/${encodeURIComponent(id)}`);

/** A signature as the customer gave it: a drawing or a typed name. */
export type Signed = { signature: string } | { typedName: string };

export const sendSignature = (id: string, signed: Signed): Promise<SignatureRequest> =>
  call<typeof signAgreement>('PUT', '/signature', { body: { id, ...signed } });
