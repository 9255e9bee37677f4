import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serveOffline, type WorkerScope } from './offline-copy.ts';

const page = '/signatureSystem';
const script = '/assets/page-2.js';
const html = (address: string): string => `<script type="module" src="${address}"></script>`;
/** Never, as on a connection that swallows everything. */
const silence = (): Promise<Response> => new Promise(() => undefined);

let stored: Map<string, Map<string, Response>>;
let isWaiting: boolean;
let network: (address: string) => Promise<Response>;
let listeners: Map<string, (event: unknown) => void>;

beforeEach(() => {
  stored = new Map([
    ['signature-page-v1', new Map()],
    ['other', new Map()],
  ]);
  isWaiting = true;
  network = async (address) => new Response(address === page ? html(script) : `online ${address}`);
  listeners = new Map();
  const caches = {
    open: async (name: string) => {
      const entries = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, entries);
      return {
        put: async (file: string, answer: Response) => entries.set(file, answer),
        match: async (file: string) => entries.get(file)?.clone(),
      };
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  };
  const scope = {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    skipWaiting: async () => void (isWaiting = false),
    clients: { claim: async () => undefined },
    caches,
    fetch: (asked: string | { url: string }) => network(typeof asked === 'string' ? asked : new URL(asked.url).pathname),
  };
  serveOffline(scope as unknown as WorkerScope, { version: 'v2', files: [script] });
});

async function emit(type: 'install' | 'activate'): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners.get(type)?.({ waitUntil: (given: Promise<unknown>) => (work = given) });
  await work;
}

/** Returns the text that the browser gets, or null if the worker leaves the request alone. */
async function ask(path: string, mode = 'cors'): Promise<string | null> {
  let answer: Promise<Response> | null = null;
  const request = { url: `https://wash.example${path}`, mode };
  listeners.get('fetch')?.({ request, respondWith: (given: Promise<Response>) => (answer = given) });
  return answer && (await (await (answer as Promise<Response>)).text());
}
const open = (): Promise<string | null> => ask(`${page}?terminal=choose`, 'navigate');

async function installed(): Promise<void> {
  await emit('install');
  await emit('activate');
}

describe('the worker of the signature page', () => {
  it('replaces the copy of the release before, and no cache of others', async () => {
    await installed();
    expect([...stored.keys()]).toEqual(['other', 'signature-page-v2']);
    expect([...(stored.get('signature-page-v2')?.keys() ?? [])]).toEqual([page, script]);
    expect(isWaiting).toBe(false);
  });

  it('opens the page of the cloud whenever it answers', async () => {
    await installed();
    network = async () => new Response('a later release');
    expect(await open()).toBe('a later release');
  });

  it.each([
    ['is unreachable', () => Promise.reject(new TypeError('offline'))],
    ['is being replaced', async () => new Response('Bad gateway', { status: 502 })],
  ])('opens its copy if the cloud %s', async (_name, answer) => {
    await installed();
    network = answer;
    expect(await open()).toBe(html(script));
    expect(await ask(script)).toBe(`online ${script}`);
  });

  it('opens its copy if nothing has arrived for 3 s', async () => {
    await installed();
    network = silence;
    vi.useFakeTimers();
    const opened = open();
    await vi.advanceTimersByTimeAsync(3_000);
    vi.useRealTimers();
    expect(await opened).toBe(html(script));
  });

  it('leaves calls and other files to the browser', async () => {
    await installed();
    expect([await ask('/api/signature'), await ask('/assets/app-1.js')]).toEqual([null, null]);
  });

  it('asks the cloud if the tablet has lost its copy', async () => {
    await installed();
    stored.clear();
    expect([await open(), await ask(script)]).toEqual([html(script), `online ${script}`]);
  });

  it.each([
    ['a page of another release', async (path: string) => new Response(path === page ? html('/assets/page-3.js') : 'file')],
    ['a missing file', async (path: string) => new Response(html(script), { status: path === page ? 200 : 404 })],
  ])('is not installed with %s', async (_name, answer) => {
    network = answer;
    await expect(emit('install')).rejects.toThrow(/release|404/);
    expect(isWaiting).toBe(true);
  });
});
