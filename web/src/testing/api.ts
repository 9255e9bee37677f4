import { vi } from 'vitest';

export interface StubCall {
  method: string;
  /** After `/api`, decoded. */
  path: string;
  query: Record<string, string>;
  body: unknown;
  headers: Headers;
}

/** The API's response: a status and a typed body; `lost` is a dropped connection. */
export type StubAnswer = { status?: number; body: unknown; type?: string } | 'lost';
type Answering = StubAnswer | ((call: StubCall) => StubAnswer | Promise<StubAnswer>);

export interface StubApi {
  /** Sets the response for `GET /path` and the like; a later one replaces an earlier one. */
  on: (route: string, answer: Answering) => void;
  /** Returns the calls of a route so far, oldest first. */
  calls: (route: string) => StubCall[];
}

/** Replaces `fetch`. A route without a response is 404, as in the API. Undo with `vi.unstubAllGlobals()`. */
export function stubApi(): StubApi {
  const answers = new Map<string, Answering>();
  const made: StubCall[] = [];
  const routeOf = ({ method, path }: StubCall): string => `${method} ${path}`;

  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}): Promise<Response> => {
    const call = readCall(address, init);
    made.push(call);
    const answering = answers.get(routeOf(call)) ?? { status: 404, body: stubError('not_found', 'Address not found') };
    const answer = typeof answering === 'function' ? await answering(call) : answering;
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    const headers = { 'x-server-time': new Date().toISOString(), ...(answer.type && { 'content-type': answer.type }) };
    return new Response(text, { status: answer.status ?? 200, headers });
  });

  return {
    on: (route, answer) => answers.set(route, answer),
    calls: (route) => made.filter((call) => routeOf(call) === route),
  };
}

/** Returns an error in the API's one shape. */
export function stubError(code: string, message: string): { code: string; message: string; requestId: string } {
  return { code, message, requestId: 'request-1' };
}

function readCall(address: string, init: RequestInit): StubCall {
  const url = new URL(address, 'http://desk.example');
  return {
    method: init.method ?? 'GET',
    path: decodeURIComponent(url.pathname).replace(/^\/api/, ''),
    query: Object.fromEntries(url.searchParams),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    headers: new Headers(init.headers),
  };
}
