import { vi } from 'vitest';

/** A request that the app sent. */
export interface SentRequest {
  method: string;
  /** After `/api`, with its query. */
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

export interface StubAnswer {
  status: number;
  body: unknown;
}

/** Answers by 'METHOD /path'; the path may end in '*'. A function receives the request and may answer later. */
export type StubAnswers = Record<string, StubAnswer | ((request: SentRequest) => StubAnswer | Promise<StubAnswer>)>;

export const ok = (body: unknown): StubAnswer => ({ status: 200, body });
export const fails = (status: number, code: string, message: string): StubAnswer => ({
  status,
  body: { code, message, requestId: 'request-1' },
});

/** Replaces `fetch` with a server of these answers; other addresses are unreachable. Returns the requests sent. */
export function stubFetch(answers: StubAnswers): SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}): Promise<Response> => {
    const request: SentRequest = {
      method: init.method ?? 'GET',
      path: input.replace(/^\/api/, ''),
      headers: { ...(init.headers as Record<string, string>) },
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    sent.push(request);
    const answer = find(answers, `${request.method} ${request.path.split('?')[0]}`);
    if (!answer) throw new TypeError(`No answer for ${request.method} ${request.path}`);
    const { status, body } = typeof answer === 'function' ? await answer(request) : answer;
    return Response.json(body, { status, headers: { 'x-api-version': '9.9.9' } });
  });
  return sent;
}

function find(answers: StubAnswers, wanted: string): StubAnswers[string] | undefined {
  const name = Object.keys(answers).find((key) => (key.endsWith('*') ? wanted.startsWith(key.slice(0, -1)) : key === wanted));
  return name === undefined ? undefined : answers[name];
}
