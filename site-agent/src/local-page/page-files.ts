import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { packaged } from '../packaged.ts';

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

/**
 * Returns a file of the built page; null if there is none at this path.
 * @param folder by default the page in the package, or the build of the web workspace
 */
export async function pageFile(folder: string | undefined, path: string): Promise<PageFile | null> {
  const name = path === '/' ? page : path.slice(1);
  if (path !== '/' && path !== '/favicon.svg' && !asset.test(path)) return null;
  const content = folder === undefined && packaged ? packagedFile(packaged.page[name]) : await readPageFile(folder ?? builtPage(), name);
  return content && { type: types[extname(name)] ?? '', content, immutable: asset.test(path) };
}

const packagedFile = (base64: string | undefined): Buffer | null => (base64 === undefined ? null : Buffer.from(base64, 'base64'));

const builtPage = (): string => join(import.meta.dirname, '../../../web/dist');

async function readPageFile(folder: string, name: string): Promise<Buffer | null> {
  try {
    return await readFile(join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
