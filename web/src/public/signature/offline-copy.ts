/** What this worker needs of its own scope: the DOM's types have no service workers. */
export interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  skipWaiting: () => Promise<void>;
  readonly clients: { claim: () => Promise<void> };
  readonly caches: CacheStorage;
  readonly fetch: typeof fetch;
}

interface WorkerEvent {
  waitUntil: (work: Promise<unknown>) => void;
}

interface RequestEvent {
  readonly request: Request;
  respondWith: (answer: Promise<Response>) => void;
}

/** What the build has for the page. */
export interface OfflineBuild {
  version: string;
  /** Addresses of its scripts and styles, all with a hash. */
  files: readonly string[];
}

/** Address of the page, whatever its query. */
const page = '/signatureSystem';
/** Time after which a started tablet shows its copy of the page. */
const pageWithinMs = 3_000;
const cacheNames = 'signature-page-';

/** Keeps a copy of the page on its tablet, which starts from it without a connection (docs/decisions/0077-tablets-start-offline.md). */
export function serveOffline(scope: WorkerScope, { version, files }: OfflineBuild): void {
  const { caches } = scope;
  const copy = cacheNames + version;

  const load = async (address: string): Promise<Response> => {
    const answer = await scope.fetch(address, { cache: 'no-cache' });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    return answer;
  };
  const install = async (): Promise<void> => {
    const html = await load(page);
    // while processes of two releases run: the copy is made at the next start
    if (!filesIn(await html.clone().text()).every((file) => files.includes(file))) throw new Error('The page is of another release');
    const cache = await caches.open(copy);
    await cache.put(page, html);
    await Promise.all(files.map(async (file) => cache.put(file, await load(file))));
    await scope.skipWaiting();
  };
  const activate = async (): Promise<void> => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(cacheNames) && name !== copy).map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  const copyOf = async (file: string): Promise<Response | undefined> => (await caches.open(copy)).match(file);

  const current = async (request: Request): Promise<Response> => {
    const sent = scope.fetch(request);
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), pageWithinMs));
    const answer = await Promise.race([sent.catch(() => null), late]);
    if (answer && answer.status < 500) return answer;
    return (await copyOf(page).catch(() => undefined)) ?? sent;
  };
  const hashed = async (request: Request, file: string): Promise<Response> =>
    (await copyOf(file).catch(() => undefined)) ?? scope.fetch(request);

  scope.addEventListener('install', (event) => event.waitUntil(install()));
  scope.addEventListener('activate', (event) => event.waitUntil(activate()));
  scope.addEventListener('fetch', (event) => {
    const { pathname } = new URL(event.request.url);
    if (event.request.mode === 'navigate') event.respondWith(current(event.request));
    else if (files.includes(pathname)) event.respondWith(hashed(event.request, pathname));
  });
}

const filesIn = (html: string): string[] => [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
