import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { chooseLocation, loginEmployee, type Session } from '@washdesk/contracts/access/auth';
import { enrol } from '@washdesk/contracts/access/device';
import { checkGate, openGate, type GateAnswer } from '@washdesk/contracts/lane/gate';
import { redeem } from '@washdesk/contracts/lane/redeem';
import { abortOnHang } from '@washdesk/local-servers/processes/timeouts';
import { Role } from '@washdesk/rules/company/roles';
import type { Workbench } from '@washdesk/workbench/workbench';

export type DxtResult = z.infer<typeof redeem.response>;

export interface ApiAnswer {
  status: number;
  body: unknown;
}

interface CallOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Cuts the connection after this time; by default only a hang is cut. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** A register as the API sees it: an enrolled device with a signed-in user. It uses only HTTP. */
export class Register {
  readonly #url: string;
  #cookie = '';
  #session: Session | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  get session(): Session {
    if (!this.#session) throw new Error('No user is signed in at this register');
    return this.#session;
  }

  /** The device's cookie; its session is valid only together with it. */
  get cookie(): string {
    return this.#cookie;
  }

  async enrol(link: string): Promise<void> {
    const token = link.slice(link.lastIndexOf('/') + 1);
    const response = await this.#fetch(enrol.path, { method: 'POST', body: { token } });
    if (!response.ok) throw new Error(`Enrollment returned ${response.status}: ${await response.text()}`);
    this.#cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  async signIn(employee: number, pin: string, locationId: string): Promise<void> {
    const first = await this.call(loginEmployee.path, { method: 'POST', body: { employee, pin } });
    this.#session = loginEmployee.response.parse(first.body);
    const chosen = await this.call(chooseLocation.path, { method: 'POST', body: { locationId } });
    this.#session = chooseLocation.response.parse(chosen.body);
  }

  async call(path: string, options: CallOptions = {}): Promise<ApiAnswer> {
    const response = await this.#fetch(path, options);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  }

  redeem(code: string, key: string = randomUUID(), timeoutMs?: number): Promise<ApiAnswer> {
    return this.call(`/dxt/${encodeURIComponent(code)}?redeem=yes&type=WASH`, { headers: { 'idempotency-key': key }, timeoutMs });
  }

  async openGate(host: string, commandId: string = randomUUID()): Promise<GateAnswer> {
    const { status, body } = await this.call(`/gate/${host}/open`, { method: 'POST', body: { commandId } });
    if (status !== 200) throw new Error(`Open Gate returned ${status}: ${JSON.stringify(body)}`);
    return openGate.response.parse(body);
  }

  async checkGate(host: string, commandId: string): Promise<GateAnswer> {
    const { status, body } = await this.call(`/gate/${host}/check`, { method: 'POST', body: { commandId } });
    if (status !== 200) throw new Error(`Check returned ${status}: ${JSON.stringify(body)}`);
    return checkGate.response.parse(body);
  }

  #fetch(path: string, { method = 'GET', body, headers = {}, timeoutMs, signal }: CallOptions): Promise<Response> {
    return fetch(`${this.#url}/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.#cookie && { cookie: this.#cookie }),
        ...(this.#session && { authorization: `Bearer ${this.#session.accessToken}` }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.any([timeoutMs === undefined ? abortOnHang() : AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    });
  }
}

/** Enrolls a register of that site by a fresh link and signs in the first person of the company who has exactly these roles. */
export async function openRegister(
  workbench: Pick<Workbench, 'url' | 'company' | 'enrolmentLink'>,
  site: number,
  terminal = 'Washcashier1',
  roles: number = Role.Cashier,
): Promise<Register> {
  const link = await workbench.enrolmentLink({ kind: 'register', name: `${terminal} ${randomUUID().slice(0, 8)}`, site, terminal });
  const register = new Register(workbench.url);
  await register.enrol(link);
  const person = workbench.company.logins.find((login) => login.roles === roles);
  const location = workbench.company.sites.find(({ number }) => number === site);
  if (!person || !location) throw new Error(`The company has no person with the roles ${roles} or no site ${site}`);
  await register.signIn(person.employeeNumber, person.pin, location.locationId);
  return register;
}
