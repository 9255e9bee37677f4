import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The folder of the installed `stripe` package, the one that this file's imports get. */
export const sdkFolder = dirname(dirname(createRequire(import.meta.url).resolve('stripe')));
