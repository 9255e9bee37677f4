import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { byAttention } from '@washdesk/rules/company/site-attention';
import { sizeOf } from '@washdesk/test-support/sizes';
import { until } from '@washdesk/test-support/until';
import { startFaultSite, type FaultSite, type LoggedFault } from './fault-site.ts';
import { restarts, siteFaults } from './site-faults.ts';

const { faults } = sizeOf('faults');
const cases = siteFaults.slice(0, faults);

let site: FaultSite;
const figures: string[] = [];
/** The alerts of the faults, as they were at the end. */
const opened: { id: string; sentence: string; step: string | null }[] = [];

beforeAll(async () => {
  site = await startFaultSite();
});
beforeEach(() => site.mended());
afterAll(async () => {
  console.log(['Seconds until each cause was named on the dashboard:', ...figures].join('\n'));
  await site.stop();
});

const number = 12;
const isOf = (source: string, { alert, device }: LoggedFault): boolean => (device ? device === source : alert === `site.${source}`);
/** A relay board has 400 ms to respond, which a busy machine may take. Such a moment is logged, and is too short for an alert to IT. */
const isSlowBoard = ({ device = '', msg }: LoggedFault): boolean => ['north', 'south'].includes(device) && /didn’t respond/.test(msg);
/** What is wrong at the site, on an open dashboard. */
const shown = () => site.dashboard.sites.get(number)?.causes ?? [];
/** An id, a setting of the agent’s file or a code, which a person need not know. */
const codes = /'|\b[a-z]+[A-Z]|_|[0-9a-f]{8}-/u;
const sites = () => [...site.dashboard.sites.values()].toSorted(byAttention).map((one) => one.site);

describe('a fault of a site', () => {
  it.each(cases)(
    '$name is named with cause and next step, alerts once and is cleared when mended',
    async ({ source, sentence, step, inject, mend }) => {
      const from = site.logged.length;
      const logged = () => site.logged.slice(from).filter(({ alert }) => alert !== undefined);
      const before = new Set((await site.alerts.ofSite()).map(({ id }) => id));
      const alerts = async () => (await site.alerts.ofSite()).filter(({ id }) => !before.has(id));
      const began = performance.now();
      try {
        await inject(site);
        const cause = await until(`the next step ${step} on the dashboard`, () => shown().find((one) => step.test(one.step)), 60_000);
        figures.push(`${((performance.now() - began) / 1_000).toFixed(1)} s ${source}: ${cause.sentence} | ${cause.step}`);
        await until('it is on the page of the site', async () => (await site.causesOnPage()).find((one) => step.test(one.step)));
        expect(`${cause.sentence} ${cause.step}`).not.toMatch(codes);
        expect(sites()[0]).toBe(number);
        await until(
          `the cause ${sentence}`,
          async () =>
            logged().some((line) => isOf(source, line) && sentence.test(line.msg)) ||
            sentence.test((await site.reasonOf(source)) ?? '') ||
            null,
          60_000,
        );
        await until('the alert', () => logged().find((line) => isOf(source, line)));
        await until('the alert is open', async () => (await site.alerts.open(source), (await alerts())[0]), 60_000);
      } finally {
        // also after a failure: the next fault begins at a site where nothing is wrong
        await mend(site);
      }
      await site.mended();
      const lines = logged();
      expect(lines.filter((line) => isOf(source, line)).map(({ msg }) => msg)).toEqual([expect.any(String)]);
      const others = lines.filter(
        (line) => !isOf(source, line) && !isSlowBoard(line) && !(restarts.includes(source) && isOf('agent-offline', line)),
      );
      expect(others).toEqual([]);
      await until(
        'the site is the last on the dashboard',
        () => (shown().length === 0 && sites().join() === `27,${number}`) || null,
        60_000,
      );

      await site.alerts.clear();
      const [alert, ...more] = await alerts();
      expect(more).toEqual([]);
      expect(alert).toMatchObject({
        sentence: expect.stringContaining('Joliet (12): '),
        step: expect.stringMatching(step),
        cleared: expect.any(Date),
      });
      opened.push(alert!);
    },
  );

  it('sends one message with cause and next step, and one when it is mended', async () => {
    const told = (kind: string) =>
      site.told
        .filter((message) => message.kind === kind)
        .flatMap((message) => message.alerts)
        .filter((one) => opened.some(({ id }) => id === one.id))
        .map(({ id, sentence, step }) => `${id}: ${sentence}. ${step}`);
    await until('all messages', () => told('cleared').length >= opened.length || null);
    expect(opened).toHaveLength(cases.length);
    expect(told('opened').toSorted()).toEqual(opened.map(({ id, sentence, step }) => `${id}: ${sentence}. ${step}`).toSorted());
  });
});
