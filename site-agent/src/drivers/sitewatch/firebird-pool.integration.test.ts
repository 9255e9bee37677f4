import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../../testing/support.ts';
import { FirebirdPool } from './firebird-pool.ts';
import { startTestSitewatch, type TestSitewatch } from './firebird.fixture.ts';
import { rowOf, type Query } from './queries.ts';
import { sitewatchSql } from './sitewatch-sql.ts';
import { SitewatchText } from './sitewatch-text.ts';

/** A router that can drop its connections: their ends stay open, but no data passes. New connections work, unless it hangs. */
class ForgetfulRouter {
  readonly #server: Server;
  readonly #ends = new Set<Socket>();
  #hangs = false;

  constructor(target: number) {
    this.#server = createServer((near) => {
      const far = connect(target, '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#ends.add(from);
        if (!this.#hangs) from.pipe(to);
        // a connection cut at one end is cut at the other too
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
      }
    });
  }

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  forget(): void {
    for (const end of this.#ends) end.unpipe().pause();
  }

  hang(): void {
    this.#hangs = true;
    this.forget();
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) end.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const folder = temporaryFolder();
let firebird: TestSitewatch;
let router: ForgetfulRouter;
let pool: FirebirdPool;

beforeAll(async () => {
  firebird = await startTestSitewatch(folder.path);
});

beforeEach(async () => {
  router = new ForgetfulRouter(firebird.server.port);
  pool = new FirebirdPool({ ...firebird.config, port: await router.start() }, 1, new SitewatchText('UTF8'));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await pool.close();
  await router.stop();
});

afterAll(async () => {
  await firebird.stop();
  folder.remove();
});

const one = { sql: sitewatchSql.probe, row: z.object({ alive: z.int() }) } satisfies Query<z.ZodType>;

const ask = (withinMs: number): Promise<{ alive: number } | null> => {
  const signal = AbortSignal.timeout(withinMs);
  return pool.use(signal, (database) => rowOf(database, one, [], signal));
};

function letTimePass(ms: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}

describe('the pool', () => {
  it('checks an idle connection before it is used, and takes another if it does not answer', async () => {
    await ask(2_000);
    router.forget();
    letTimePass(6_000);
    expect(await ask(4_000)).toEqual({ alive: 1 });
  });

  it('names a server that hangs within the time of a probe, although it first checks an idle connection', async () => {
    await ask(2_000);
    router.hang();
    letTimePass(6_000);
    await expect(ask(3_000)).rejects.toThrow('didn’t respond to the login in time');
  });

  it('lends one that served just now as it is', async () => {
    await ask(2_000);
    router.forget();
    await expect(ask(500)).rejects.toThrow('Sitewatch isn’t responding');
  });

  it('throws away a connection that failed: the next call is well', async () => {
    await ask(2_000);
    router.forget();
    await expect(ask(200)).rejects.toThrow();
    expect(await ask(4_000)).toEqual({ alive: 1 });
  });

  it('closes even if the server does not respond', async () => {
    await ask(2_000);
    router.forget();
    await pool.close();
    await expect(ask(500)).rejects.toThrow('destroyed');
  });
});
