import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { startFaultSite, type FaultSite, type LoggedFault } from './fault-site.ts';
import { restarts, siteFaults } from './site-faults.ts';

const { faults } = sizeOf('faults');
const cases = siteFaults.slice(0, faults);

let site: FaultSite;
const figures: string[] = [];

beforeAll(async () => {
  site = await startFaultSite();
});
beforeEach(() => site.mended());
afterAll(async () => {
  console.log(['Seconds until each cause was named:', ...figures].join('\n'));
  await site.stop();
});

const isOf = (source: string, { alert, device }: LoggedFault): boolean => (device ? device === source : alert === `site.${source}`);

describe('a fault of a site', () => {
  it.each(cases)('$name is named with its cause, alerts once and is cleared when mended', async ({ source, sentence, inject, mend }) => {
    const from = site.logged.length;
    const alerts = () => site.logged.slice(from).filter(({ alert }) => alert !== undefined);
    const began = performance.now();
    try {
      await inject(site);
      await until(
        `the cause ${sentence}`,
        async () => {
          const alerted = alerts().some((line) => isOf(source, line) && sentence.test(line.msg));
          return alerted || sentence.test((await site.reasonOf(source)) ?? '') || null;
        },
        60_000,
      );
      figures.push(`${((performance.now() - began) / 1_000).toFixed(1)} s ${source}: ${(await site.reasonOf(source)) ?? 'offline'}`);
      await until('the alert', () => alerts().find((line) => isOf(source, line)));
    } finally {
      // also after a failure: the next fault begins at a site where nothing is wrong
      await mend(site);
    }
    await site.mended();
    expect(alerts().filter((line) => isOf(source, line))).toHaveLength(1);
    const others = alerts().filter((line) => !isOf(source, line) && !(restarts.includes(source) && isOf('agent-offline', line)));
    expect(others).toEqual([]);
  });
});
