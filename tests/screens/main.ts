import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '@washdesk/deploy/local/processes/program';
import { provideChromium } from '@washdesk/deploy/local/testing/chromium';
import { runMarked } from '@washdesk/deploy/local/testing/marked-run';
import type { Screenshot } from '../e2e/support/view.ts';
import { albumPage } from './album-page.ts';

/**
 * `npm run screens`: photographs every screen and dialog that the accessibility test walks through, on its workbench, into one page;
 * `-- <word>` those alone whose walk or name contains the word.
 */
const folder = path.join(ROOT, '.washdesk/screens');

// Calls the 'exit' handlers, which end the browser tests with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const [word = ''] = process.argv.slice(2);
await rm(folder, { recursive: true, force: true });
const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const { code } = await runMarked(
  [
    path.join(ROOT, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config=tests/e2e/playwright.config.ts',
    '--reporter=line',
    `--grep=${word === '' ? '' : `${escaped}|every screen`}`,
    'accessibility.spec.ts',
    'rare-states.spec.ts',
  ],
  { env: { WASHDESK_CHROMIUM: await provideChromium(), WASHDESK_SCREENS: folder, WASHDESK_SCREENS_WORD: word }, isShown: true },
);

const pictures = await picturesIn(folder);
if (pictures.length === 0) {
  console.error(word === '' ? 'No picture was taken.' : `No screen, dialog or walk has “${word}” in its name.`);
  process.exit(1);
}
await writeFile(path.join(folder, 'index.html'), albumPage(pictures));
console.log(`${pictures.length} screens and dialogs: ${path.join(folder, 'index.html')}`);
process.exitCode = code;

async function picturesIn(album: string): Promise<Screenshot[]> {
  const files = await readdir(album).catch(() => []);
  const facts = files.filter((file) => file.endsWith('.json')).map((file) => readFile(path.join(album, file), 'utf8'));
  return (await Promise.all(facts)).map((text) => JSON.parse(text) as Screenshot);
}
