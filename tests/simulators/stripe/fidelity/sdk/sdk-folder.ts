import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The folder of the installed `stripe` package that this file's imports resolve to. */
export const sdkFolder = dirname(dirname(createRequire(import.meta.url).resolve('stripe')));
