import type { LocalRefusal } from '@washdesk/site-protocol/local-page';

/** The agent refused a call, or did not respond: then a press may or may not have taken effect. */
export class LocalCallFailed extends Error {
  readonly code: LocalRefusal['code'] | 'no_response';
  readonly waitSeconds: number;

  constructor({ code, message, waitSeconds = 0 }: Omit<LocalRefusal, 'code'> & { code: LocalCallFailed['code'] }) {
    super(message);
    this.code = code;
    this.waitSeconds = waitSeconds;
  }
}

const deadlineMs = 6_000;

export const readLocal = <T>(path: string): Promise<T> => send<T>(path, { method: 'GET' }, deadlineMs);

export const pressLocal = <T>(path: string, body: object, withinMs = deadlineMs): Promise<T> =>
  send<T>(
    path,
    { method: 'POST', headers: { 'content-type': 'application/json', 'x-washdesk-local': '1' }, body: JSON.stringify(body) },
    withinMs,
  );

/** @throws LocalCallFailed */
async function send<T>(path: string, init: RequestInit, withinMs: number): Promise<T> {
  try {
    const response = await fetch(`/api${path}`, { ...init, credentials: 'same-origin', signal: AbortSignal.timeout(withinMs) });
    const answer: unknown = await response.json();
    if (response.ok) return answer as T;
    throw new LocalCallFailed(answer as LocalRefusal);
  } catch (error) {
    if (error instanceof LocalCallFailed) throw error;
    throw new LocalCallFailed({ code: 'no_response', message: '' });
  }
}

/** Returns a random UUID. `crypto.randomUUID` is missing on plain HTTP. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
