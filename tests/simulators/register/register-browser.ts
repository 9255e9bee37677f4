import { currentDevice, enrol, type Device } from '@washdesk/contracts/access/device';
import type { CookieJar } from './cookie-jar.ts';

const answersWithinMs = 60_000;

/** The enrollment in the register's embedded browser: opens an enrollment link. The cookie stays in the jar. */
export class RegisterBrowser {
  readonly #jar: CookieJar;

  constructor(jar: CookieJar) {
    this.#jar = jar;
  }

  /** Returns the device as stored by the cloud; null before enrollment. */
  async device(cloud: string): Promise<Device | null> {
    return currentDevice.response.parse(await this.#ask(cloud, currentDevice)).device;
  }

  /** @throws Error with the cloud's message */
  async enrol(cloud: string, link: string): Promise<Device> {
    const token = new URL(link).pathname.split('/').at(-1);
    return enrol.response.parse(await this.#ask(cloud, enrol, { token })).device;
  }

  async #ask(cloud: string, { method, path }: { method: string; path: string }, body?: unknown): Promise<unknown> {
    const response = await fetch(`${cloud}/api${path}`, {
      method,
      headers: { cookie: this.#jar.header(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answersWithinMs),
    });
    if (!response.ok) throw new Error(`Cloud request failed: ${response.status} ${await response.text()}`);
    this.#jar.take(response.headers.getSetCookie());
    return response.json();
  }
}
