import { loginUser } from '@washdesk/contracts/access/auth';
import { createEnrolment } from '@washdesk/contracts/access/device';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import type { Company } from '@washdesk/tests/simulators/company/company';
import type { z } from 'zod';

export type EnrolmentRequest = z.input<typeof createEnrolment.body>;

/** Where the devices of a company are enrolled. */
export interface Desk {
  /** Where cloud-api listens. */
  readonly url: string;
  readonly company: Company;
  /** The hidden side of a stand-in, by its name. */
  control(name: string): string;
}

/** Makes a one-time enrolment link as an Admin does: signed in, over the API. */
export async function enrolmentLink(url: string, { logins }: Company, newDevice: EnrolmentRequest): Promise<string> {
  const admin = logins.find(({ roles }) => atLeast(roles, Role.Admin));
  if (!admin) throw new Error('The company has no Admin.');
  const credentials = { username: admin.username, password: admin.password };
  const { accessToken } = loginUser.response.parse(await post(`${url}/api${loginUser.path}`, credentials));
  const enrolment = createEnrolment.response.parse(await post(`${url}/api${createEnrolment.path}`, newDevice, accessToken));
  return enrolment.link;
}

async function post(url: string, body: unknown, token?: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${new URL(url).pathname} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
