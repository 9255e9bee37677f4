import type { Context, Next } from 'koa';
import type { ApiError } from '@washdesk/contracts/errors';
import { escapedHtml } from '@washdesk/rules/text/html';

const blocked = (address: string): string => `<h1>This address is blocked</h1>
<p>An Admin of Washdesk blocked ${escapedHtml(address)}. To use Washdesk here, ask an Admin to unblock it at Admin Tools, Blacklist.</p>`;

const page = (content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Washdesk</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 32em; margin: 4em auto; padding: 0 1em } h1 { font-size: 1.5em }</style>
${content}
</html>
`;

/** Shows a failure as a page if a person opened an address in a browser, rather than the app calling the API. */
export function errorPage() {
  return async (ctx: Context, next: Next): Promise<void> => {
    await next();
    if (ctx.status < 400 || typeof ctx.body !== 'object') return;
    // the address as sent: Koa throws when it reads the path of some that are refused
    const isOfApi = (ctx.req.url ?? '').toLowerCase().startsWith('/api/');
    if (ctx.method !== 'GET' || isOfApi || ctx.accepts('json', 'html') !== 'html') return;
    const { code, message, requestId } = ctx.body as ApiError;
    ctx.type = 'html';
    ctx.body = page(code === 'blocked' ? blocked(ctx.ip) : `<h1>${escapedHtml(message)}</h1>\n<p>Request ${escapedHtml(requestId)}</p>`);
  };
}
