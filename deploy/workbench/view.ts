import type { Company } from '@washdesk/simulators/company/company';
import { messagesView, type MessagesView } from './message-view.ts';
import type { DeviceRow } from './site-devices/site-device.ts';
import { siteDevices } from './site-devices/site-devices.ts';
import type { Workbench } from './workbench.ts';

/** The content of the page workbench, as JSON. */
export interface WorkbenchView {
  /** The company's time in ISO 8601; null while the Stripe simulator, which keeps it, does not respond. */
  readonly time: string | null;
  readonly services: readonly ServiceView[];
  readonly sites: readonly SiteView[];
  readonly messages: MessagesView;
}

export interface ServiceView {
  readonly name: string;
  readonly pid: number | null;
}

export interface SiteView {
  readonly number: number;
  readonly rows: readonly DeviceRow[];
}

export async function viewOf(workbench: Workbench): Promise<WorkbenchView> {
  const clock = await answerOf<{ now: string }>(`${workbench.control('stripe')}/clock`);
  return {
    time: clock && clock.now,
    services: workbench.services.map(({ name, pid }) => ({ name, pid })),
    sites: await Promise.all(workbench.company.sites.map((site) => siteView(workbench, site))),
    messages: await messagesView((name) => stateOf(workbench.control(name))),
  };
}

async function siteView(workbench: Workbench, { number }: Company['sites'][number]): Promise<SiteView> {
  const rows = siteDevices.map(async ({ simulator, rows: rowsOf }) => {
    const control = workbench.control(`${simulator}-${number}`);
    return rowsOf?.(await stateOf(control), control) ?? [];
  });
  return { number, rows: (await Promise.all(rows)).flat() };
}

const stateOf = <T>(control: string): Promise<T | null> => answerOf<T>(`${control}/state`);

async function answerOf<T>(url: string): Promise<T | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) });
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    // the simulator is down; the page shows that
    return null;
  }
}
