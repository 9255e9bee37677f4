import type { Company } from '@washdesk/simulators/company/company';
import type { Car, Cars } from './cars.ts';
import { messagesView, type MessagesView } from './message-view.ts';
import type { DeviceRow } from './site-devices/site-device.ts';
import { siteDevices } from './site-devices/site-devices.ts';
import type { Tour, TourView } from './tour/tour.ts';
import type { Workbench } from './workbench.ts';

/** The content of the page workbench, as JSON. */
export interface WorkbenchView {
  /** The company's time in ISO 8601; null while the Stripe simulator, which keeps it, does not respond. */
  readonly time: string | null;
  readonly services: readonly ServiceView[];
  readonly sites: readonly SiteView[];
  readonly messages: MessagesView;
  /** Null while no tour runs, and while the database, which knows its steps, does not respond. */
  readonly tour: TourView | null;
}

export interface ServiceView {
  readonly name: string;
  readonly pid: number | null;
}

export interface SiteView {
  readonly number: number;
  readonly rows: readonly DeviceRow[];
  readonly lanes: readonly LaneView[];
  /** `isOn` is null while the simulator does not respond. */
  readonly faults: readonly { readonly device: string; readonly name: string; readonly label: string; readonly isOn: boolean | null }[];
}

export interface LaneView {
  readonly lane: number;
  /** Null while the relay board does not respond. */
  readonly gateOpen: boolean | null;
  readonly car: Car | null;
}

/** What the page itself moves. */
export interface PageParts {
  readonly cars: Cars;
  readonly tour: Tour;
}

export async function viewOf(workbench: Workbench, { cars, tour }: PageParts): Promise<WorkbenchView> {
  return {
    time: await timeOf(workbench),
    services: workbench.services.map(({ name, pid }) => ({ name, pid })),
    sites: await Promise.all(workbench.company.sites.map((site) => siteView(workbench, site, cars))),
    messages: await messagesView((name) => stateOf(workbench.control(name))),
    // a stopped database is a fault to try, not an end of the page
    tour: await tour.view().catch(() => null),
  };
}

/** Returns the company's time; null while the Stripe simulator does not respond. */
export async function timeOf(workbench: Workbench): Promise<string | null> {
  const clock = await answerOf<{ now: string }>(`${workbench.control('stripe')}/clock`);
  return clock && clock.now;
}

/** Whether the gate of a lane is open; null while its board does not respond. */
export async function gateOpen(workbench: Workbench, site: number, lane: number): Promise<boolean | null> {
  const board = await stateOf<GateBoard>(workbench.control(`gate-${site}`));
  return board?.gates[lane - 1]?.gateOpen ?? null;
}

interface GateBoard {
  readonly gates: readonly { readonly gateOpen: boolean }[];
}

async function siteView(workbench: Workbench, { number }: Company['sites'][number], cars: Cars): Promise<SiteView> {
  const devices = await Promise.all(
    siteDevices.map(async (device) => {
      const control = workbench.control(`${device.simulator}-${number}`);
      return { device, control, state: await stateOf(control) };
    }),
  );
  const board = devices.find(({ device }) => device.simulator === 'gate')?.state as GateBoard | null;
  return {
    number,
    rows: devices.flatMap(({ device, control, state }) => device.rows?.(state, control) ?? []),
    lanes: [1, 2].map((lane) => ({ lane, gateOpen: board?.gates[lane - 1]?.gateOpen ?? null, car: cars.of(number, lane) })),
    faults: devices.flatMap(({ device, state }) =>
      (device.faults ?? []).map(({ name, label, isOn }) => ({
        device: device.simulator,
        name,
        label,
        isOn: state === null ? null : isOn(state),
      })),
    ),
  };
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
