import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { enrol } from '@washdesk/contracts/access/device';

const enrolment = z.object({ cloud: z.url(), cookie: z.string(), name: z.string(), site: z.int(), terminal: z.string().nullable() });
export type Enrolment = z.infer<typeof enrolment>;

export interface CloudAnswer {
  status: number;
  body: unknown;
}

const answersWithinMs = 60_000;

/** A tablet's client of the API, with the cookie of its enrollment link stored in a file, as in a browser. */
export class EnrolledTablet {
  readonly #file: string | null;
  #enrolment: Enrolment | null;

  /** @param file null: the cookie is lost when the tablet is switched off */
  constructor(file: string | null) {
    this.#file = file;
    this.#enrolment = file !== null && existsSync(file) ? enrolment.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
  }

  get enrolment(): Enrolment | null {
    return this.#enrolment;
  }

  /** Opens a one-time link. @throws Error with the cloud's message */
  async enrol(cloud: string, link: string): Promise<void> {
    const token = new URL(link).pathname.split('/').at(-1);
    const response = await request(cloud, { method: 'POST', path: enrol.path, body: { token } });
    if (!response.ok) throw new Error(`Enrollment failed: ${response.status} ${await response.text()}`);
    const { device } = enrol.response.parse(await response.json());
    const cookie = response.headers.getSetCookie().map((set) => set.split(';')[0]);
    const { name, site, terminal } = device;
    this.#enrolment = { cloud, cookie: cookie.join('; '), name, site, terminal };
    if (this.#file !== null) writeFileSync(this.#file, JSON.stringify(this.#enrolment), { mode: 0o600 });
  }

  /** @throws Error before enrollment, or if the cloud is unreachable */
  async ask(call: { method: string; path: string; body?: unknown }): Promise<CloudAnswer> {
    if (!this.#enrolment) throw new Error('Tablet is not enrolled');
    const { cloud, cookie } = this.#enrolment;
    const response = await request(cloud, { ...call, cookie });
    return { status: response.status, body: await response.json() };
  }
}

interface Request {
  method: string;
  path: string;
  body?: unknown;
  cookie?: string;
}

function request(cloud: string, { method, path, body, cookie }: Request): Promise<Response> {
  const headers = { ...(cookie !== undefined && { cookie }), ...(body !== undefined && { 'content-type': 'application/json' }) };
  return fetch(`${cloud}/api${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answersWithinMs),
  });
}
