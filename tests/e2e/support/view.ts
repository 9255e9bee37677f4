import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expectTouchTargets } from './touch-targets.ts';

/**
 * Views one state of a screen or dialog: in the browser tests axe checks it, no link may be cut off and no control too low to touch,
 * in `npm run screens` a screenshot is taken.
 */
export type View = (page: Page, name: string, within?: string) => Promise<void>;

/** Set by `npm run screens`: the folder of the pictures, and the word that a picture's name or walk must contain. */
export const album = process.env['WASHDESK_SCREENS'];
/** The theme of the pictures; the browser tests start in the light one. */
export const theme = process.env['WASHDESK_SCREENS_THEME'] === 'dark' ? 'dark' : 'light';
const word = (process.env['WASHDESK_SCREENS_WORD'] ?? '').toLowerCase();

/** Two sizes of a register, a phone, the register at 200 % zoom, which halves the space of a page, and a tablet for public pages. */
export const sizes = [
  { name: '1280x800', width: 1280, height: 800 },
  { name: '1024x768', width: 1024, height: 768 },
  { name: '390x844', width: 390, height: 844 },
  { name: '1280x800 at 200 %', width: 640, height: 400 },
  { name: '820x1180', width: 820, height: 1180 },
] as const;

const publicPage = /^\/(online|member|setupintentcomplete|signaturesystem)\b/i;

/** The metadata of a picture. */
export interface Screenshot {
  /** The file of the walk, without its endings. */
  spec: string;
  /** Position of the walk in its file and of the picture in the walk. */
  order: readonly [line: number, step: number];
  walk: string;
  name: string;
  role: string;
  route: string;
  /** The files, in the order of `sizes`. */
  files: readonly string[];
}

/** Returns the name of a walk's file, proof or not. */
export const specName = (file: string): string => path.basename(file).replace(/(\.proof)?\.spec\.ts$/, '');

export const isAsked = (walk: string, name: string): boolean => `${walk} ${name}`.toLowerCase().includes(word);

/** Adds the signed-in role to a picture's caption. */
export const noteRole = (info: TestInfo, role: string): void => void info.annotations.push({ type: 'role', description: role });

export function viewOf(info: TestInfo): View {
  if (!album) {
    return async (page, name, within) => {
      await expectWholeLinks(page);
      await expectAccessible(page, name, within);
      await expectTouchTargets(page, name, [sizes[1], sizes[2]]);
    };
  }
  let step = 0;
  return async (page, name) => {
    step += 1;
    if (isAsked(info.title, name)) await photograph(page, album, { info, name, step });
  };
}

/** Fails if a link of the bar is cut off, which must not happen at a register's size; on a phone the bar scrolls sideways. */
async function expectWholeLinks(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < sizes[1].width) return;
  const hidden = await page
    .getByRole('navigation', { name: 'Tools' })
    .evaluateAll((bars) => bars.map((bar) => bar.scrollWidth - bar.clientWidth));
  expect(hidden.filter((width) => width > 0)).toEqual([]);
}

async function photograph(page: Page, folder: string, { info, name, step }: { info: TestInfo; name: string; step: number }): Promise<void> {
  const before = page.viewportSize();
  const spec = specName(info.file);
  const base = `${spec}-${info.line}-${String(step).padStart(2, '0')}-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  await mkdir(folder, { recursive: true });
  // Under a dialog the page cannot be scrolled; otherwise the whole page is shown.
  const fullPage = (await page.locator('[role=dialog]:visible').count()) === 0;
  const route = page.url().replace(/^https?:\/\/[^/]+/, '');
  const isPublic = publicPage.test(route);
  const files: string[] = [];
  for (const { width, height } of isPublic ? sizes : sizes.slice(0, -1)) {
    const file = `${base}-${width}.png`;
    await page.setViewportSize({ width, height });
    // What stays at the bottom of the window would otherwise cover the middle of the picture.
    if (isPublic) await page.setViewportSize({ width, height: await page.locator('html').evaluate(({ scrollHeight }) => scrollHeight) });
    await page.screenshot({ path: path.join(folder, file), fullPage, animations: 'disabled' });
    files.push(file);
  }
  if (before) await page.setViewportSize(before);
  const role = info.annotations.findLast(({ type }) => type === 'role')?.description ?? 'nobody';
  const facts: Screenshot = { spec, order: [info.line, step], walk: info.title, name, role, route, files };
  await writeFile(path.join(folder, `${base}.json`), JSON.stringify(facts));
}
