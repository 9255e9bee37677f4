import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

export interface PageFile {
  type: string;
  content: Buffer;
  /** The name changes with the content. */
  immutable: boolean;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const asset = /^\/assets\/[\w.-]+\.(?:js|css)$/u;
const page = 'local.html';

/** Returns a file of the built page; null if there is none at this path. */
export async function pageFile(folder: string, path: string): Promise<PageFile | null> {
  const name = path === '/' ? page : path;
  if (path !== '/' && path !== '/favicon.svg' && !asset.test(path)) return null;
  try {
    return { type: types[extname(name)] ?? '', content: await readFile(join(folder, name)), immutable: asset.test(path) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
