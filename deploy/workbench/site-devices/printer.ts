import type { PrinterSimulator } from '@washdesk/simulators/printer/printer-simulator';
import { count, noAnswer, type SiteDevice } from './site-device.ts';

type PrinterState = ReturnType<PrinterSimulator['state']>;

const label = 'Printer';

export const printer: SiteDevice<PrinterState> = {
  simulator: 'printer',
  agentDevices: (address, siteName) => [
    {
      id: 'printer',
      name: `${siteName} printer`,
      driver: 'escpos-printer',
      terminals: ['Washcashier1', 'Washcashier2', 'Washcashier3', 'Washcashier4'],
      ...address,
    },
  ],
  faults: [
    {
      name: 'paper-out',
      label: 'Printer out of paper',
      on: { paperOut: true },
      off: { paperOut: false },
      isOn: ({ behaviour }) => behaviour.paperOut,
    },
    { name: 'off', label: 'Printer switched off', on: { refuse: true }, off: { refuse: false }, isOn: ({ behaviour }) => behaviour.refuse },
  ],
  rows(state, control) {
    if (!state) return [{ label, mark: noAnswer }];
    const problem = problemOf(state);
    const mark = problem ? ({ tone: 'stop', text: problem } as const) : ({ tone: 'go', text: 'ready' } as const);
    const receipts = state.paper.length;
    const picture = receipts > 0 ? { url: `${control}/receipt.svg`, version: receipts } : null;
    return [{ label, mark, page: { text: count(receipts, 'receipt'), url: control, picture } }];
  },
};

const problems = { paperOut: 'paper out', coverOpen: 'cover open', offline: 'offline', refuse: 'switched off' };

/** Returns what keeps the printer from printing. */
function problemOf({ behaviour }: PrinterState): string | null {
  const switches: Partial<Record<string, unknown>> = { ...behaviour };
  return Object.entries(problems).find(([name]) => switches[name] === true)?.[1] ?? null;
}
