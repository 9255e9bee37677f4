import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ScreenDescription } from '@washdesk/web/lib/screen-description';

/** A screen; `load` is null if it is not built yet. */
type Screen = ScreenDescription & { load: unknown };

const source = path.join(import.meta.dirname, '../../../web/src');
const files = globSync('{app,features}/**/*.screen.ts', { cwd: source }).toSorted();
const declarations = await Promise.all(
  files.map(async (file) => (await import(pathToFileURL(path.join(source, file)).href)) as { screens: readonly Screen[] }),
);

export const screens: readonly Screen[] = declarations.flatMap((declared) => declared.screens);

/** Returns a path of a screen with the query that makes it show content. */
export const sampleAddress = (screenPath: string, { sampleQuery }: Screen, customer: string): string =>
  screenPath.replace(':id', customer).replace(':site', '12') + (sampleQuery?.() ?? '');
