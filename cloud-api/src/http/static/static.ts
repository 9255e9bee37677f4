import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import type { Context, Next } from 'koa';
import { allowScriptsOf } from '../access/guards.ts';

/** Stripe's scripts from another address: without internet, a simulator has them (workbench). */
const paths = ['/endive/stripe.js', '/terminal/v1/'];

/** Returns the app's page with these scripts before its own, so that Stripe's loaders find them loaded; inline scripts come first. */
function withStripeScripts(page: string, origin: string): string {
  const tags = paths.map((path) => `<script src="${origin}${path}"></script>`).join('');
  return page.replace(/<script(?=\s)/, `${tags}$&`);
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** Separate pages without staff code; every other address is the staff app. */
const entries: Record<string, string> = {
  '/online': 'online.html',
  '/member': 'member.html',
  '/setupintentcomplete': 'setup.html',
  '/signaturesystem': 'signature.html',
};

async function existing(file: string): Promise<{ size: number } | null> {
  try {
    const found = await stat(file);
    return found.isFile() ? found : null;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

function fileFor(root: string, path: string): string | null {
  const wanted = normalize(join(root, path));
  return wanted.startsWith(normalize(`${root}/`)) && types[extname(wanted)] ? wanted : null;
}

/** The build's compressed copies, by HTTP encoding; smallest first, because browsers list it last. */
const copies = { br: '.br', gzip: '.gz' } as const;
const encodings = Object.keys(copies) as (keyof typeof copies)[];

/** Returns the smallest copy of a file that the browser accepts. */
async function copyFor(ctx: Context, file: string): Promise<{ encoding: string; file: string; size: number } | null> {
  const encoding = encodings.find((one) => ctx.acceptsEncodings(one) === one);
  if (!encoding) return null;
  const copy = file + copies[encoding];
  const found = await existing(copy);
  return found && { encoding, file: copy, size: found.size };
}

/** The build adds a hash to names under /assets. */
const cacheControl = (path: string): string => (path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');

async function send(ctx: Context, file: string, size: number): Promise<void> {
  const copy = await copyFor(ctx, file);
  ctx.type = types[extname(file)] ?? 'application/octet-stream';
  ctx.vary('Accept-Encoding');
  if (copy) ctx.set('Content-Encoding', copy.encoding);
  ctx.length = copy?.size ?? size;
  ctx.set('Cache-Control', cacheControl(ctx.path));
  ctx.body = createReadStream(copy?.file ?? file);
}

/**
 * Serves the built web app from one folder: files by name, for every other address the app's page.
 * @param stripeScripts where the app's page loads Stripe's scripts from instead of Stripe
 */
export function webApp(root: string, stripeScripts?: string) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (!['GET', 'HEAD'].includes(ctx.method) || /^\/(api|health)(\/|$)/i.test(ctx.path)) return next();
    const named = ctx.path.includes('\0') ? null : fileFor(root, ctx.path);
    const found = named && (await existing(named));
    if (named && found) return send(ctx, named, found.size);
    if (ctx.path.startsWith('/assets/')) return next();
    ctx.state['pattern'] = '(web app)';
    const page = join(root, entries[ctx.path.toLowerCase().replace(/\/$/, '')] ?? 'index.html');
    const size = (await existing(page))?.size;
    if (size === undefined) return next();
    const content = await readFile(page, 'utf8');
    allowScriptsOf(ctx, content);
    if (stripeScripts === undefined || !page.endsWith('index.html')) return send(ctx, page, size);
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = withStripeScripts(content, stripeScripts);
    return undefined;
  };
}
