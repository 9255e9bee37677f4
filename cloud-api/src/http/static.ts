import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import type { Context, Next } from 'koa';

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

/** Pages of their own, without staff code (design section 7); everything else is the staff app. */
const entries: Record<string, string> = { '/online': 'online.html', '/signaturesystem': 'signature.html' };

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

function send(ctx: Context, file: string, size: number): void {
  ctx.type = types[extname(file)] ?? 'application/octet-stream';
  ctx.length = size;
  // the build puts a hash into the names under /assets
  ctx.set('Cache-Control', ctx.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
  ctx.body = createReadStream(file);
}

/** Serves the built web app from one folder: files by name, every other address the app's page. */
export function webApp(root: string) {
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
    send(ctx, page, size);
    return undefined;
  };
}
