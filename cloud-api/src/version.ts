import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string };

/** The version in the header `x-api-version` and in the app's footer. */
export const apiVersion = manifest.version;
