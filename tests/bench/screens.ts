import { chromium, type Page } from '@playwright/test';
import type { Workbench } from '@washdesk/workbench/workbench';
import { isolatedChromium } from '../e2e/support/chromium.ts';
import { personWith } from '../e2e/support/people.ts';
import { staff } from '../e2e/support/register.ts';
import { sampleAddress, screens } from '../e2e/support/screens.ts';
import { describeLatencies, latencyRatio, type Run } from './figures.ts';
import { addChangeScreen, changeTo, emptyPath, startPath } from './screen-change.ts';
import { runs, screenChanges } from './sizes.ts';

const aim = 3;

/** The front desk's screens, each by an address with content. */
const frontDesk = ({ company }: Workbench): readonly string[] =>
  screens.flatMap((screen) => (screen.frontDesk ? [sampleAddress(screen.path, screen, company.edgeCases.ordinary.customer)] : []));

interface Measured {
  screen: Run;
  empty: Run;
}

/** Changes to a screen and to the empty one, alternately. */
async function changes(page: Page, path: string): Promise<Measured> {
  const screen: number[] = [];
  const empty: number[] = [];
  for (let turn = 0; turn < screenChanges; turn += 1) {
    empty.push(await changeTo(page, emptyPath));
    screen.push(await changeTo(page, path));
  }
  return { screen: runOf(screen), empty: runOf(empty) };
}

const runOf = (latencies: number[]): Run => ({ latencies, elapsedMs: latencies.reduce((sum, each) => sum + each, 0) });

async function measure(page: Page, path: string): Promise<string[]> {
  const measured: Measured[] = [];
  // the first run loads the screen's script and data, and is not counted
  for (let run = 0; run <= runs; run += 1) {
    const both = await changes(page, path);
    if (run > 0) measured.push(both);
  }
  const ours = measured.map(({ screen }) => screen);
  const floor = measured.map(({ empty }) => empty);
  const ratio = latencyRatio(ours, floor);
  return [
    path,
    describeLatencies('screen', ours),
    describeLatencies('empty', floor),
    `  ratio      ${ratio.toFixed(2)} times the empty screen's p50; the aim is at most ${aim}: ${ratio <= aim ? 'reached' : 'missed'}`,
  ];
}

/** Measures every screen of the front desk beside an empty one of the same app, in one browser. */
export async function benchScreens(workbench: Workbench): Promise<string[]> {
  const browser = await chromium.launch(isolatedChromium);
  try {
    const context = await browser.newContext({ baseURL: workbench.url, locale: 'en-US', viewport: { width: 1280, height: 800 } });
    await staff(context, workbench, personWith(workbench.company, 'Admin'));
    await addChangeScreen(context);
    const page = await context.newPage();
    await page.goto(startPath);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const lines = [`Screen changes: ${screenChanges} a run, from the change of the address until the screen's heading is painted`];
    for (const path of frontDesk(workbench)) lines.push(...(await measure(page, path)));
    return lines;
  } finally {
    await browser.close();
  }
}
