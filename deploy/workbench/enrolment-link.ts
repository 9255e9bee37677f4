import { z } from 'zod';
import { loginUser } from '@washdesk/contracts/access/auth';
import { createEnrolment } from '@washdesk/contracts/access/device';
import { createAgentCode } from '@washdesk/contracts/access/site-agent';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import type { Company } from '@washdesk/simulators/company/company';
import { REGISTER_TERMINAL } from './registers.ts';

export type EnrolmentRequest = z.input<typeof createEnrolment.body>;

/** The input for enrolling a company's simulated devices. */
export interface EnrolmentContext {
  /** Address of cloud-api. */
  readonly url: string;
  readonly company: Company;
  /** Returns the control address of a simulator, by its name. */
  control(name: string): string;
  linkFor: MakeLink;
}

type MakeLink = (newDevice: EnrolmentRequest) => Promise<string>;

/** Creates one-time enrollment links as an Admin does, over the API: signs in once, because cloud-api limits sign-ins of one network. */
export function enrolmentLinks(url: string, company: Company): MakeLink {
  let token: Promise<string> | undefined;
  return async (newDevice) => {
    token ??= signInAdmin(url, company);
    return createEnrolment.response.parse(await post(`${url}/api${createEnrolment.path}`, newDevice, await token)).link;
  };
}

/** Creates the one-time code that enrolls the agent of a site, as an Admin does, and returns the content of the agent's file for it. */
export async function agentCode(url: string, company: Company, site: number): Promise<string> {
  const path = createAgentCode.path.replace('{site}', String(site));
  const { code } = createAgentCode.response.parse(await post(`${url}/api${path}`, {}, await signInAdmin(url, company)));
  return `${url} ${code}`;
}

async function signInAdmin(url: string, { logins }: Company): Promise<string> {
  const admin = logins.find(({ roles }) => atLeast(roles, Role.Admin));
  if (!admin) throw new Error('The company has no Admin');
  const session = await post(`${url}/api${loginUser.path}`, { username: admin.username, password: admin.password });
  return loginUser.response.parse(session).accessToken;
}

/** Enrolls the tablet of each site without one, by a one-time link like any tablet. A tablet serves every terminal of its site. */
export async function enrolTablets({ url, company, control, linkFor }: EnrolmentContext): Promise<void> {
  await Promise.all(
    company.sites.map(async ({ number, name }) => {
      const tablet = control(`tablet-${number}`);
      const { enrolment } = (await (await fetch(`${tablet}/state`)).json()) as { enrolment: object | null };
      if (enrolment) return;
      const link = await linkFor({ kind: 'tablet', name: `${name} tablet`, site: number, terminal: null });
      await post(`${tablet}/enrol`, { cloud: url, link });
    }),
  );
}

const known = z.object({ device: z.object({ name: z.string() }).nullable() });

/** Enrolls the embedded browser of each site's register if needed, by a one-time link like any register. */
export async function enrolRegisters({ url, company, control, linkFor }: EnrolmentContext): Promise<void> {
  await Promise.all(
    company.sites.map(async ({ number, name }) => {
      const register = control(`register-${number}`);
      const { device } = known.parse(await post(`${register}/device`, { cloud: url }));
      if (device) return;
      const newDevice = { kind: 'register', name: `${name} ${REGISTER_TERMINAL}`, site: number, terminal: REGISTER_TERMINAL } as const;
      await post(`${register}/enrol`, { cloud: url, link: await linkFor(newDevice) });
    }),
  );
}

async function post(url: string, body: unknown, token?: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: abortOnHang() });
  const text = await response.text();
  if (response.status === 403 && text.includes('"code_'))
    throw new Error(
      'Admins need a one-time code. Start this folder once without WASHDESK_ONE_TIME_CODES, which enrolls its agents and devices',
    );
  if (!response.ok) throw new Error(`POST ${new URL(url).pathname} returned ${response.status}: ${text}`);
  return JSON.parse(text);
}
