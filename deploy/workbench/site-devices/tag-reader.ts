import type { RfidSimulator } from '@washdesk/simulators/rfid/rfid-simulator';
import { count, noAnswer, type SiteDevice } from './site-device.ts';

const label = 'Tag reader';

export const tagReader: SiteDevice<ReturnType<RfidSimulator['state']>> = {
  simulator: 'rfid',
  agentDevices: (address, siteName) => [
    {
      id: 'reader',
      name: `${siteName} reader`,
      driver: 'line-text-reader',
      format: 'encompass',
      sendAllReads: true,
      antennas: { '1': 1, '2': 2 },
      ...address,
    },
  ],
  faults: [
    {
      name: 'off',
      label: 'Tag reader switched off',
      on: { refuse: true },
      off: { refuse: false },
      isOn: ({ behaviour }) => behaviour.refuse,
    },
  ],
  rows(reader) {
    if (!reader) return [{ label, mark: noAnswer }];
    const isConnected = reader.connections > 0;
    const mark = isConnected ? ({ tone: 'go', text: 'connected' } as const) : ({ tone: 'wait', text: 'no agent connected' } as const);
    return [{ label, mark, note: `${count(reader.sent, 'tag')} read` }];
  },
};
