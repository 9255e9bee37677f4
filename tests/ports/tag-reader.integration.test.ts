import { describe, expect, it } from 'vitest';
import { startRfidSimulator, type RfidSimulator } from '@washdesk/simulators/rfid/rfid-simulator';
import { lineTextReader } from '@washdesk/site-agent/drivers/line-text-reader/definition';
import { readerBench, readerSuite } from './tag-reader-suite.ts';
import { until } from './until.ts';

const lineTextBench = (format: 'encompass' | 'alien') =>
  readerBench<RfidSimulator>({
    start: (behaviour) => startRfidSimulator({ format, behaviour }),
    create(device, changes) {
      const config = { id: 'lanes', name: 'Lanes', driver: 'line-text-reader', host: '127.0.0.1', port: device.port, format };
      return lineTextReader.create(lineTextReader.config.parse({ ...config, antennas: { '1': 1, '3': 2 }, ...changes }));
    },
    isListening: (device) => device.state().connections === 1 && (format === 'alien' || device.state().received.endsWith('#00\r\n')),
  });

describe.each([
  { name: 'Encompass', format: 'encompass', counts: false, antenna: 1, rssi: undefined },
  { name: 'Alien', format: 'alien', counts: true, antenna: 3, rssi: -48.5 },
] as const)('tag reader: line text, $name', ({ format, ...reading }) => {
  readerSuite(lineTextBench(format), reading);
});

describe('tag reader: line text, Encompass', () => {
  const { startDevice, startReader } = lineTextBench('encompass');

  it('switches the RF back on', async () => {
    const device = await startDevice();
    await device.behave({ commandMode: true });
    const { reader } = await startReader(device);

    await until('the reader is ready', () => reader.health().status === 'ready');
    await until('the RF is on', () => device.state().rfOn);
    expect(device.state().received).toBe('#00\r\n');
  });
});
