import { sendRequest } from './http-client.ts';

const aboutTime: readonly unknown[] = ['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED'];
const noticedMs = 3_600_000;
const limits = { deadlineMs: 3_000, maxBytes: 65_536 };

/** Asks a server for its time by plain HTTP; null if it does not respond. */
async function timeOf(url: URL): Promise<Date | null> {
  try {
    const { headers } = await sendRequest(url, { signal: AbortSignal.timeout(limits.deadlineMs), maxBytes: limits.maxBytes });
    const time = new Date(headers.date ?? '');
    return Number.isNaN(time.getTime()) ? null : time;
  } catch {
    return null;
  }
}

function plainAddress({ hostname }: URL): URL {
  return new URL(`http://${hostname}/`);
}

const shown = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Returns that the computer's clock is wrong, if that is why the server's certificate was refused; null otherwise. The time is that of a
 * plain HTTP response: good for this sentence and for nothing else.
 */
export async function clockProblem(error: unknown, url: URL, { now = new Date(), plain = plainAddress(url) } = {}): Promise<string | null> {
  if (!aboutTime.includes((error as { code?: unknown }).code)) return null;
  const time = await timeOf(plain);
  if (time === null || Math.abs(time.getTime() - now.getTime()) < noticedMs) return null;
  return `This computer’s clock says ${shown(now)}, but it is ${shown(time)}; set the clock`;
}
