import { hostname } from 'node:os';
import { z } from 'zod';
import { readEnrollmentCode } from '@washdesk/rules/codes/enrollment-code';
import { enrollmentResult } from '@washdesk/site-protocol/enrollment';
import { clockProblem } from '../transports/clock-problem.ts';
import { reasonOf, sendRequest, type WholeResponse } from '../transports/http-client.ts';
import { certificateRequest } from './certificate-request.ts';
import { CodeFile } from './code-file.ts';
import { IdentityFolder } from './identity-folder.ts';

/** The agent could not be enrolled. The message says what to do. */
export class EnrollmentError extends Error {
  override readonly name = 'EnrollmentError';
  /** Whether the same code will never work: the cloud refused it, or it is none. */
  readonly isRefusal: boolean;

  constructor(message: string, options: ErrorOptions & { isRefusal?: boolean } = {}) {
    super(message, options);
    this.isRefusal = options.isRefusal ?? false;
  }
}

const deadlineMs = 20_000;
const largestAnswerBytes = 1_048_576;
/** An unknown, a used or an expired code. */
const refusals: readonly number[] = [404, 410];
const problem = z.object({ message: z.string() });
const loopback: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

export interface Enrollment {
  cloudUrl: string;
  code: string;
  version: string;
}

/** Trades a one-time code for the identity of a site. @returns the site's number. @throws EnrollmentError */
export async function enroll(folder: IdentityFolder, { cloudUrl, code, version }: Enrollment): Promise<number> {
  const url = cloudOf(cloudUrl);
  if (readEnrollmentCode(code) === null)
    throw new EnrollmentError('An enrollment code has 10 letters and digits. Check the code', { isRefusal: true });
  const csr = certificateRequest(folder.nextKey());
  const body = JSON.stringify({ code, csr, host: hostname().slice(0, 80) || 'unnamed', version });
  const { broker, certificate, ...result } = await send(new URL('/api/agent/enrolment', url), body);
  folder.store({ certificate, ca: broker.ca, cloudUrl: url.origin, brokerUrl: broker.url, ...result });
  new CodeFile(folder.folder).traded();
  return result.site;
}

/** The code travels over this connection, so it must be encrypted and the cloud verified. */
function cloudOf(given: string): URL {
  const url = URL.parse(given.includes('://') ? given : `https://${given}`);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.includes(url.hostname));
  if (url && isSafe) return url;
  throw new EnrollmentError(`${given} is not the address of the cloud: use https://, such as https://desk.example.com`, {
    isRefusal: true,
  });
}

async function send(url: URL, body: string) {
  const response = await responseOf(url, body);
  if (!response.ok) {
    const isRefusal = refusals.includes(response.status);
    const reason = reasonIn(response.body) ?? `The cloud at ${url.host} returned ${response.status}. Check its address`;
    throw new EnrollmentError(reason, { isRefusal });
  }
  const parsed = enrollmentResult.safeParse(jsonIn(response.body));
  if (!parsed.success) throw new EnrollmentError(`${url.host} isn’t a Washdesk cloud, or has another version. Check its address`);
  return parsed.data;
}

async function responseOf(url: URL, body: string): Promise<WholeResponse> {
  try {
    const headers = { 'content-type': 'application/json' };
    return await sendRequest(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(deadlineMs), maxBytes: largestAnswerBytes });
  } catch (error) {
    const reason = (await clockProblem(error, url)) ?? reasonOf(error);
    throw new EnrollmentError(`The cloud at ${url.host} can’t be reached: ${reason}. The code stays valid`, { cause: error });
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const reasonIn = (text: string): string | null => problem.safeParse(jsonIn(text)).data?.message ?? null;

/**
 * Trades the code of the installer's file and deletes it; does nothing without the file.
 * @throws EnrollmentError
 */
export async function enrollByFile(identity: string, version: string): Promise<void> {
  const file = new CodeFile(identity);
  const given = file.read();
  if (given === null) return;
  try {
    await enroll(new IdentityFolder(identity), { ...given, version });
  } catch (error) {
    if (error instanceof EnrollmentError) file.failed(error.message, { isRefusal: error.isRefusal });
    throw error;
  }
}
