import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { provideChromium } from '@washdesk/local-servers/chromium';
import { ROOT } from '@washdesk/local-servers/processes/program';
import { runMarked } from '@washdesk/tools/test-runner/marked-run';
import type { Screenshot } from '../e2e/support/view.ts';
import { albumPage, type EarlierAlbum } from './album-page.ts';

/**
 * `npm run screens`: takes screenshots of every screen and dialog of the accessibility tests, on its workbench, into one page; `-- <word>`
 * only those whose walk or name contains the word; `-- --dark` in the dark theme; `-- --before <folder>` with the pictures of an earlier album beside them.
 */
const folder = path.join(ROOT, '.washdesk/screens');

// Calls the 'exit' handlers, which end the browser tests with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const { values, positionals } = parseArgs({ allowPositionals: true, options: { before: { type: 'string' }, dark: { type: 'boolean' } } });
const [word = ''] = positionals;
const earlier = values.before === undefined ? undefined : await earlierAlbum(path.resolve(values.before));
await rm(folder, { recursive: true, force: true });
const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const { code } = await runMarked(
  [
    path.join(ROOT, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config=tests/e2e/playwright.config.ts',
    '--reporter=line',
    `--grep=${word === '' ? '' : `${escaped}|every screen`}`,
    'accessibility',
    'rare-states',
  ],
  {
    env: {
      WASHDESK_CHROMIUM: await provideChromium(),
      WASHDESK_SCREENS: folder,
      WASHDESK_SCREENS_WORD: word,
      WASHDESK_SCREENS_THEME: values.dark ? 'dark' : 'light',
    },
    isShown: true,
  },
);

const pictures = await picturesIn(folder);
if (pictures.length === 0) {
  console.error(word === '' ? 'No picture was taken' : `No screen, dialog or walk has “${word}” in its name`);
  process.exit(1);
}
await writeFile(path.join(folder, 'index.html'), albumPage(pictures, earlier));
console.log(`${pictures.length} screens and dialogs: ${path.join(folder, 'index.html')}`);
process.exitCode = code;

/** The new album replaces the contents of its folder, so an earlier one must be elsewhere. */
async function earlierAlbum(where: string): Promise<EarlierAlbum> {
  const found = await picturesIn(where);
  const isInTheWay = !path.relative(folder, where).startsWith('..');
  if (isInTheWay || found.length === 0) {
    console.error(isInTheWay ? `The new album replaces ${folder}: move the earlier one away first` : `${where} contains no album`);
    process.exit(1);
  }
  return { folder: path.relative(folder, where).replaceAll(path.sep, '/'), pictures: found };
}

async function picturesIn(album: string): Promise<Screenshot[]> {
  const files = await readdir(album).catch(() => []);
  const facts = files.filter((file) => file.endsWith('.json')).map((file) => readFile(path.join(album, file), 'utf8'));
  return (await Promise.all(facts)).map((text) => JSON.parse(text) as Screenshot);
}
