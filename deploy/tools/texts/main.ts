import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, TEST_FILE } from '../lint/rule.ts';
import { repositoryFiles } from '../test-runner/changed-files.ts';
import { screenTextsIn, screenTextsOfPage } from './screen-texts.ts';

/**
 * `npm run texts`: lists the labels, sentences and messages on screens in `.washdesk/texts.txt`, by file; `-- <path>` lists those of the
 * files whose path contains it.
 */
const AREAS = ['web/', 'cloud-api/src/', 'site-agent/src/', 'shared/', 'deploy/workbench/', 'tests/simulators/register/'];
const OUTPUT = path.join(ROOT, '.washdesk/texts.txt');

const [part = ''] = process.argv.slice(2);
const files = repositoryFiles().filter(
  (file) => AREAS.some((area) => file.startsWith(area)) && /\.(?:tsx?|html)$/.test(file) && !TEST_FILE.test(file) && file.includes(part),
);
const texts = files.map((file) => {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  return { file, found: file.endsWith('.html') ? screenTextsOfPage(source) : screenTextsIn(file, source) };
});
const shown = texts.filter(({ found }) => found.length > 0);
mkdirSync(path.dirname(OUTPUT), { recursive: true });
writeFileSync(
  OUTPUT,
  shown.map(({ file, found }) => `${file}\n${found.map(({ line, text }) => `  ${line}: ${text}\n`).join('')}\n`).join(''),
);
console.log(`${shown.reduce((sum, { found }) => sum + found.length, 0)} texts of ${shown.length} files: ${OUTPUT}`);
