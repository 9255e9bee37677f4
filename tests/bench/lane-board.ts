import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import type { Member } from '@washdesk/simulators/company/member-model';
import { DeviceServer } from '@washdesk/simulators/device-kit/device-server';
import { until } from '@washdesk/test-support/until';
import type { Workbench } from '@washdesk/workbench/workbench';
import { isolatedChromium } from '../e2e/support/chromium.ts';
import { personWith } from '../e2e/support/people.ts';
import { staff } from '../e2e/support/register.ts';
import { washMembers } from '../workbench/wash-members.ts';
import { describeLatencies, describeP95, type Run } from './figures.ts';
import { presses, runs } from './sizes.ts';

const site = 12;
const aimMs = 250;
/** The gate of the car before has opened, and the board has read its end. */
const betweenCarsMs = 700;

/** Resolves with the system's time once the lane shows this plate and has been painted (`lane-board.page.js`). */
const shownAt = (page: Page, plate: string): Promise<number> => page.evaluate<number>(`plateShownAt(${JSON.stringify(`Plate ${plate}`)})`);

/** Measures from the bytes of a tag reader to the painted car on the lane board: agent, broker, cloud, socket, call and browser. */
export async function benchLaneBoard(workbench: Workbench): Promise<string[]> {
  // the benchmark is the reader, in place of the simulator
  await workbench.service(`rfid-${site}`).stop();
  const reader = new DeviceServer(workbench.port(`rfid-${site}`), () => undefined);
  await reader.listen();
  await until('the agent has connected to the reader', () => (reader.connections > 0 ? true : null));
  const members = washMembers(workbench.company).filter((member): member is Member & { tag: string } => member.tag !== null);
  const browser = await chromium.launch(isolatedChromium);
  try {
    const context = await browser.newContext({ baseURL: workbench.url, locale: 'en-US', viewport: { width: 1280, height: 800 } });
    await staff(context, workbench, personWith(workbench.company, 'Cashier'));
    await context.addInitScript({ path: path.join(import.meta.dirname, 'lane-board.page.js') });
    const page = await context.newPage();
    await page.goto('/lanes');
    await page.getByText('Live', { exact: true }).waitFor();

    const measured: Run[] = [];
    const pass = async ({ tag, plate }: Member & { tag: string }): Promise<number> => {
      const shown = shownAt(page, plate);
      const readAt = Date.now();
      reader.send(Buffer.from(`#${tag}\r\n`.repeat(2)));
      const took = (await shown) - readAt;
      await sleep(betweenCarsMs);
      return took;
    };
    // the warm-up run is not counted
    for (let run = 0; run <= runs; run += 1) {
      const latencies: number[] = [];
      for (const member of members.slice(run * presses, (run + 1) * presses)) latencies.push(await pass(member));
      if (run > 0) measured.push({ latencies, elapsedMs: latencies.reduce((sum, each) => sum + each, 0) });
    }
    return [
      `Lane board, from the read of a tag to the painted car: ${presses} cars a run, one after the other`,
      describeLatencies('board', measured),
      `${describeP95('board', measured)}; the aim is at most ${aimMs} ms`,
    ];
  } finally {
    await browser.close();
    await reader.close();
  }
}
