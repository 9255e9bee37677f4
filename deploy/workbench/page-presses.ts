import { LOOPBACK } from '@washdesk/local-servers/ports';
import { siteDevices } from './site-devices/site-devices.ts';
import { timeOf, type PageParts } from './view.ts';
import type { Workbench } from './workbench.ts';

/** What a press on the page does. @returns a result in place of the new view */
export type Press = (workbench: Workbench, given: readonly string[], parts: PageParts) => Promise<object | void>;

/** The tablet is enrolled without a terminal, as the simulated one is, so that it can serve all terminals of its site. */
const browsers = {
  register: { name: 'Washcashier1', terminal: 'Washcashier1' },
  tablet: { name: 'Signature tablet', terminal: null },
} as const;

type ServiceChange = 'start' | 'stop' | 'suspend' | 'resume';

/** Every press by the form of its address; the groups are what it is given. */
export const presses: readonly (readonly [RegExp, Press])[] = [
  [
    /^\/enrolment\/(register|tablet)\/(\d{1,6})$/,
    async (workbench, [kind, site]) => {
      const device = kind as keyof typeof browsers;
      return { link: await workbench.enrolmentLink({ kind: device, site: Number(site), ...browsers[device] }) };
    },
  ],
  [
    /^\/sign\/(\d{1,6})\/([0-9a-f-]{36})$/,
    async (workbench, [site, id]) => {
      const { status, body } = (await post(workbench, `tablet-${site}`, 'sign', { id })) as {
        status?: number;
        body?: { message?: string };
      };
      if (status !== 200) throw new Error(body?.message ?? 'The tablet didn’t sign.');
    },
  ],
  [
    /^\/reply\/(\+\d{8,15})\/(STOP|START)$/,
    async (workbench, [from, body]) => {
      const { answered } = (await post(workbench, 'phone', 'reply', { from, body })) as { answered?: number };
      if (answered !== 200) throw new Error(`The phone rejected the text: ${answered}`);
    },
  ],
  [
    /^\/clock\/(\d{1,3})$/,
    async (workbench, [days]) => {
      const time = await timeOf(workbench);
      if (time === null) throw new Error('The Stripe simulator isn’t responding.');
      await workbench.moveClock(new Date(Date.parse(time) + Number(days) * 86_400_000));
    },
  ],
  [
    /^\/service\/([\w-]{1,40})\/(start|stop|suspend|resume)$/,
    async (workbench, [name, change]) => {
      await workbench.service(name!)[change as ServiceChange]();
    },
  ],
  [
    /^\/fault\/(\d{1,6})\/([a-z]{1,20})\/([a-z-]{1,40})\/(on|off)$/,
    async (workbench, [site, device, name, to]) => {
      const fault = siteDevices.find(({ simulator }) => simulator === device)?.faults?.find((one) => one.name === name);
      if (!fault) throw new Error(`There is no fault ${name} of ${device}.`);
      await post(workbench, `${device}-${site}`, 'behaviour', to === 'on' ? fault.on : fault.off);
    },
  ],
  [
    /^\/car\/(\d{1,6})\/([12])\/([A-Z0-9+-]{4,24})$/,
    async (_workbench, [site, lane, code], { cars }) => cars.driveUp(Number(site), Number(lane), code!),
  ],
  [/^\/car\/(\d{1,6})\/([12])\/away$/, async (_workbench, [site, lane], { cars }) => cars.driveAway(Number(site), Number(lane))],
  [
    /^\/tour\/(start|stop|skip)$/,
    async (_workbench, [what], { tour }) => {
      if (what === 'start') await tour.start();
      else if (what === 'stop') tour.stop();
      else tour.skip();
    },
  ],
];

/** Sends to the control server of a simulator. @throws Error with what it says, or that it does not respond */
export async function post(workbench: Pick<Workbench, 'control'>, simulator: string, action: string, body: object): Promise<unknown> {
  const address = `${workbench.control(simulator)}/${action}`;
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(5_000) }).catch(
    () => null,
  );
  if (!response) throw new Error(`${simulator} isn’t responding.`);
  const answer = (await response.json()) as { message?: string };
  if (!response.ok) throw new Error(answer.message ?? `${simulator} responded ${response.status} at ${LOOPBACK}.`);
  return answer;
}
