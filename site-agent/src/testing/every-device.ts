import { startCameraSimulator } from '@washdesk/simulators/camera/camera-simulator';
import { startControlByWebSimulator, webWiring } from '@washdesk/simulators/controlbyweb/controlbyweb-simulator';
import { startGateSimulator, wiring } from '@washdesk/simulators/gate/gate-simulator';
import { startLlrpSimulator } from '@washdesk/simulators/llrp/llrp-simulator';
import { startPrinterSimulator } from '@washdesk/simulators/printer/printer-simulator';
import { startR700Simulator } from '@washdesk/simulators/r700/r700-simulator';
import { startRfidSimulator } from '@washdesk/simulators/rfid/rfid-simulator';
import { startScannerSimulator } from '@washdesk/simulators/scanner/scanner-simulator';
import { startTabletSimulator } from '@washdesk/simulators/tablet/tablet-simulator';
import type { AgentConfigInput } from '../config.ts';

/** The secret of the camera's path. */
export const cameraSecret = '0123456789abcdef0123456789abcdef';
/** Cars at one antenna until its silent neighbor is named. */
export const silentAfterCars = 5;

/** Starts a simulator for each driver of a device on the network. */
export const startEveryDevice = async () => ({
  gate: await startGateSimulator(),
  webGate: await startControlByWebSimulator(),
  textReader: await startRfidSimulator(),
  llrpReader: await startLlrpSimulator(),
  r700: await startR700Simulator(),
  printer: await startPrinterSimulator(),
  scanner: await startScannerSimulator(),
  tablet: await startTabletSimulator(),
  camera: await startCameraSimulator({ format: 'hikvision' }),
});
export type EveryDevice = Awaited<ReturnType<typeof startEveryDevice>>;

export type DevicePorts = Record<keyof EveryDevice, number>;

export function everyDeviceConfig(ports: DevicePorts, { r700 }: Pick<EveryDevice, 'r700'>): AgentConfigInput['devices'] {
  const host = '127.0.0.1';
  return [
    { id: 'north', name: 'North', driver: 'modbus-gate', lane: 1, host, port: ports.gate, ...wiring(0) },
    { id: 'south', name: 'South', driver: 'controlbyweb-gate', lane: 2, host, port: ports.webGate, ...webWiring(0) },
    {
      id: 'lanes',
      name: 'Lanes',
      driver: 'line-text-reader',
      format: 'encompass',
      sendAllReads: true,
      antennas: { '0': 1 },
      host,
      port: ports.textReader,
    },
    { id: 'zebra', name: 'Zebra', driver: 'llrp-reader', antennas: { '1': 1, '2': 2 }, silentAfterCars, host, port: ports.llrpReader },
    {
      id: 'impinj',
      name: 'Impinj',
      driver: 'r700-reader',
      antennas: { '1': 1 },
      login: { user: 'root', password: 'impinj' },
      tls: { fingerprint: r700.fingerprint },
      host,
      port: ports.r700,
    },
    { id: 'printer', name: 'Register 1', driver: 'escpos-printer', host, port: ports.printer },
    { id: 'scanner', name: 'Scanner', driver: 'barcode-scanner', terminal: 'Washcashier1', host, port: ports.scanner },
    { id: 'tablet', name: 'Desk', driver: 'http-tablet', host, port: ports.tablet },
    {
      id: 'camera',
      name: 'Camera',
      driver: 'plate-camera',
      format: 'hikvision',
      lane: 1,
      state: 'IL',
      host,
      probePort: ports.camera,
      push: { secret: cameraSecret },
    },
  ];
}
