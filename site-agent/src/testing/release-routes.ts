import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedRelease } from '@washdesk/site-protocol/release-manifest';
import type { MoreRoutes } from './agent.ts';

/** The cloud's calls for updates, as an agent sees them. */
export class ReleaseRoutes {
  offered: SignedRelease | null = null;
  /** The file of every release. */
  file: Buffer = Buffer.alloc(0);
  /** After how many bytes a response is cut. */
  cutAfter = Infinity;
  /** How fast a file is sent. */
  bytesPerSecond = Infinity;
  /** Whether a download can be continued. */
  continues = true;
  /** The bytes at which files were asked for. */
  readonly asked: number[] = [];

  readonly routes: MoreRoutes = (url, request, response) => {
    if (url.pathname === '/api/agent/update') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ update: this.offered }));
      return true;
    }
    if (!url.pathname.startsWith('/api/agent/releases/') || this.offered === null) return false;
    const from = Number(/^bytes=(\d+)-$/u.exec(request.headers.range ?? '')?.[1] ?? 0);
    this.asked.push(from);
    const begin = this.continues ? from : 0;
    const { length } = this.file;
    const range = begin > 0 ? { 'content-range': `bytes ${begin}-${length - 1}/${length}` } : {};
    response.writeHead(begin > 0 ? 206 : 200, { 'content-length': length - begin, ...range });
    void this.#send(response, begin, Math.min(length, begin + this.cutAfter));
    return true;
  };

  async #send(response: ServerResponse, begin: number, end: number): Promise<void> {
    const { file, bytesPerSecond } = this;
    const step = Math.min(file.length, Math.ceil(bytesPerSecond / 20)) || 1;
    for (let at = begin; at < end && !response.destroyed; at += step) {
      response.write(file.subarray(at, Math.min(end, at + step)));
      if (bytesPerSecond < Infinity) await sleep(50);
    }
    if (end === file.length) response.end();
    // after what was written
    else response.write('', () => response.destroy());
  }
}
