import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import { Failure } from '../common/failure.ts';

export interface FormRequest {
  method: 'GET' | 'POST';
  /** The called address: path and query after the public address. */
  address: string;
  /** The parameters of the path's pattern. */
  named: Readonly<Record<string, string>>;
  /** The form of a POST. */
  form: URLSearchParams;
  header: (name: string) => string;
}

/** An address outside the contracts, for programs and browsers that post forms. */
export interface FormEndpoint {
  /** The pattern for the log. */
  pattern: string;
  path: RegExp;
  methods: readonly FormRequest['method'][];
  type: 'text/html' | 'text/xml';
  answer(request: FormRequest): Promise<string>;
}

const longestForm = 65_536;

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > longestForm) throw new Failure(413, 'too_large', 'The form is too large');
    parts.push(part);
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'));
}

/** Endpoints without a signed-in user; each one authenticates its callers itself. */
export function formEndpoints(endpoints: readonly FormEndpoint[]) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const endpoint = endpoints.find(({ path, methods }) => path.test(ctx.path) && methods.some((method) => method === ctx.method));
    if (!endpoint) return next();
    ctx.state['pattern'] = endpoint.pattern;
    const body = await endpoint.answer({
      method: ctx.method as FormRequest['method'],
      address: ctx.originalUrl,
      named: { ...endpoint.path.exec(ctx.path)?.groups },
      form: ctx.method === 'POST' ? await formOf(ctx.req) : new URLSearchParams(),
      header: (name) => ctx.get(name),
    });
    ctx.set('Cache-Control', 'no-store');
    ctx.type = endpoint.type;
    ctx.body = body;
    return undefined;
  };
}
