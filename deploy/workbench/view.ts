import type { Company } from '@washdesk/simulators/company/company';
import { messagesView, type MessagesView } from './message-view.ts';
import { GATES } from './site-services.ts';
import type { Workbench } from './workbench.ts';

/** What the page workbench shows, as JSON. */
export interface WorkbenchView {
  /** The company's time in ISO 8601; null while the Stripe stand-in, which keeps it, does not answer. */
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
  readonly gates: readonly GateView[];
  /** Null while the reader's stand-in does not answer. */
  readonly reader: { readonly connected: boolean; readonly sent: number } | null;
  /** `problem` is what keeps it from printing. */
  readonly printer: { readonly problem: string | null; readonly receipts: number } | null;
  /** Null while the tablet's stand-in does not answer. */
  readonly tablet: TabletView | null;
}

export interface TabletView {
  readonly enrolled: boolean;
  /** What customers are asked to sign, the oldest first. */
  readonly waiting: readonly { readonly id: string; readonly plate: string | null; readonly item: string }[];
  readonly signed: number;
}

export interface GateView {
  readonly name: string;
  /** Null while the board's stand-in does not answer. */
  readonly state: { readonly coil: boolean; readonly gateOpen: boolean; readonly pulses: number } | null;
}

interface GateBoard {
  readonly gates: readonly { readonly coil: boolean; readonly gateOpen: boolean; readonly pulses: number }[];
}

interface Reader {
  readonly connections: number;
  readonly sent: number;
}

interface Printer {
  readonly behaviour: Record<string, unknown>;
  readonly paper: readonly object[];
}

interface Tablet {
  readonly enrolment: object | null;
  readonly waiting: TabletView['waiting'];
  readonly signed: readonly string[];
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
  const [board, reader, printer, tablet] = await Promise.all([
    stateOf<GateBoard>(workbench.control(`gate-${number}`)),
    stateOf<Reader>(workbench.control(`rfid-${number}`)),
    stateOf<Printer>(workbench.control(`printer-${number}`)),
    stateOf<Tablet>(workbench.control(`tablet-${number}`)),
  ]);
  return {
    number,
    gates: GATES.map((name, index) => ({ name, state: board?.gates[index] ?? null })),
    reader: reader && { connected: reader.connections > 0, sent: reader.sent },
    printer: printer && {
      problem: problemOf(printer),
      receipts: printer.paper.length,
    },
    tablet: tablet && {
      enrolled: tablet.enrolment !== null,
      waiting: tablet.waiting.map(({ id, plate, item }) => ({ id, plate, item })),
      signed: tablet.signed.length,
    },
  };
}

const PRINTER_PROBLEMS = { paperOut: 'paper out', coverOpen: 'cover open', offline: 'offline', refuse: 'switched off' };

function problemOf({ behaviour }: Printer): string | null {
  return Object.entries(PRINTER_PROBLEMS).find(([name]) => behaviour[name] === true)?.[1] ?? null;
}

const stateOf = <T>(control: string): Promise<T | null> => answerOf<T>(`${control}/state`);

async function answerOf<T>(url: string): Promise<T | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) });
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    // The stand-in is down; the page says so.
    return null;
  }
}
