import { mayWash } from '@washdesk/rules/plans/statuses';
import { createRandom } from '@washdesk/simulators/company/random';
import type { Workbench } from './workbench.ts';

const everyMs = 20_000;
/** Every fourth car has no tag; its camera is unsure of the plate. */
const cameraEvery = 4;
const unsureScore = 0.72;

/** Lets a car drive up at every site, one after the other, so that the lane boards and registers are alive (`npm start -- --cars`). */
export function startPassingCars({ company, control }: Workbench, log: (line: string) => void): { stop(): void } {
  const random = createRandom(company.members.length + 3);
  const tagged = company.members.filter(({ tag, deleted }) => tag !== null && !deleted);
  const plated = company.members.filter(
    ({ plate, deleted, subscription }) => !deleted && plate.endsWith('-IL') && mayWash(subscription?.status ?? ''),
  );
  let count = 0;

  const pass = async (site: number): Promise<void> => {
    const byCamera = count % cameraEvery === cameraEvery - 1;
    const [device, action, car] = byCamera
      ? ['camera', 'car', { plate: random.pick(plated).plate.slice(0, -'-IL'.length), score: unsureScore }]
      : ['rfid', 'tag', { tag: random.pick(tagged).tag, antenna: 1 + random.whole(0, 1) }];
    const response = await fetch(`${control(`${device}-${site}`)}/${action}`, { method: 'POST', body: JSON.stringify(car) });
    if (!response.ok) throw new Error(`${device} answered ${response.status}: ${await response.text()}`);
  };
  const timer = setInterval(() => {
    for (const { number, name } of company.sites) pass(number).catch((error: Error) => log(`No car at ${name}: ${error.message}`));
    count += 1;
  }, everyMs);
  return { stop: () => clearInterval(timer) };
}
