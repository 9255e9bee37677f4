import type { TabletSimulator } from '@washdesk/simulators/tablet/tablet-simulator';
import { count, noAnswer, type SiteDevice } from './site-device.ts';

const label = 'Signature tablet';

export const tablet: SiteDevice<ReturnType<TabletSimulator['state']>> = {
  simulator: 'tablet',
  flags: ({ file }) => ({ file }),
  agentDevices: (address, siteName) => [{ id: 'tablet', name: `${siteName} tablet`, driver: 'http-tablet', ...address }],
  faults: [
    {
      name: 'asleep',
      label: 'Signature tablet asleep',
      on: { asleep: true },
      off: { asleep: false },
      isOn: ({ behaviour }) => behaviour.asleep,
    },
  ],
  rows(state) {
    if (!state) return [{ label, mark: noAnswer }];
    const mark = state.enrolment ? ({ tone: 'go', text: 'enrolled' } as const) : ({ tone: 'wait', text: 'not enrolled' } as const);
    const agreements = state.waiting.map(({ id, plate, item }) => ({ id, plate, item }));
    return [{ label, mark, note: `${count(state.signed.length, 'agreement')} signed`, agreements }];
  },
};
