import { z } from 'zod';
import type { RunningSimulator, SimulatorFlags } from './device-kit/run-simulator.ts';

/** A kind of simulator: its own flags with their defaults, and its start function. */
export interface SimulatorKind {
  readonly flags: SimulatorFlags;
  start(port: number, flags: SimulatorFlags): Promise<RunningSimulator>;
}

function kind<F extends SimulatorFlags>(flags: F, start: (port: number, flags: F) => Promise<RunningSimulator>): SimulatorKind {
  return { flags, start: (port, given) => start(port, { ...flags, ...given }) };
}

const cameraFormat = z.enum(['hikvision', 'axis', 'plate-recognizer']);
const tagFormat = z.enum(['encompass', 'alien']);
const yesNo = z.enum(['yes', 'no']);

/** Each kind is imported on start, so a process loads only what it runs. */
export const kinds = {
  gate: kind({ gates: '1' }, async (port, { gates }) => {
    const { startGateSimulator } = await import('./gate/gate-simulator.ts');
    return startGateSimulator({ port, gates: Number(gates) });
  }),
  controlbyweb: kind({ gates: '1' }, async (port, { gates }) => {
    const { startControlByWebSimulator } = await import('./controlbyweb/controlbyweb-simulator.ts');
    return startControlByWebSimulator({ port, gates: Number(gates) });
  }),
  'serial-relay': kind({ dialect: 'lcus', gates: '1' }, async (port, { dialect, gates }) => {
    const { relayDialects, startSerialRelaySimulator } = await import('./serial-relay/serial-relay-simulator.ts');
    return startSerialRelaySimulator({ port, dialect: z.enum(relayDialects).parse(dialect), gates: Number(gates) });
  }),
  rfid: kind({ format: 'encompass' }, async (port, { format }) => {
    const { startRfidSimulator } = await import('./rfid/rfid-simulator.ts');
    return startRfidSimulator({ port, format: tagFormat.parse(format) });
  }),
  r700: kind({}, async (port) => {
    const { startR700Simulator } = await import('./r700/r700-simulator.ts');
    return startR700Simulator({ port });
  }),
  llrp: kind({ antennas: '4', manufacturer: '25882', tls: 'no' }, async (port, { antennas, manufacturer, tls }) => {
    const { startLlrpSimulator } = await import('./llrp/llrp-simulator.ts');
    return startLlrpSimulator({ port, antennas: Number(antennas), manufacturer: Number(manufacturer), tls: yesNo.parse(tls) === 'yes' });
  }),
  camera: kind({ format: 'hikvision', target: '' }, async (port, { format, target }) => {
    const { startCameraSimulator } = await import('./camera/camera-simulator.ts');
    return startCameraSimulator({ port, format: cameraFormat.parse(format), target });
  }),
  scanner: kind({}, async (port) => {
    const { startScannerSimulator } = await import('./scanner/scanner-simulator.ts');
    return startScannerSimulator({ port });
  }),
  printer: kind({}, async (port) => {
    const { startPrinterSimulator } = await import('./printer/printer-simulator.ts');
    return startPrinterSimulator({ port });
  }),
  tablet: kind({ file: '' }, async (port, { file }) => {
    const { startTabletSimulator } = await import('./tablet/tablet-simulator.ts');
    return startTabletSimulator({ port, file: file || null });
  }),
  register: kind({ app: 'http://127.0.0.1:8080', terminal: 'Washcashier1', file: '' }, async (port, { app, terminal, file }) => {
    const { startRegisterSimulator } = await import('./register/register-simulator.ts');
    return startRegisterSimulator({ port, app, terminal, file: file || null });
  }),
  phone: kind(
    { account: 'AC00000000000000000000000000000000', token: 'a phone token', number: '+18155550199', inbound: '' },
    async (port, { inbound, ...account }) => {
      const { startPhoneSimulator } = await import('./phone/phone-simulator.ts');
      return startPhoneSimulator({ port, ...account, ...(inbound && { inbound: { url: inbound, signedAs: inbound } }) });
    },
  ),
  mailbox: kind({}, async (port) => {
    const { startMailboxSimulator } = await import('./mailbox/mailbox-simulator.ts');
    return startMailboxSimulator({ port });
  }),
  fetchapp: kind({ key: 'fetchapp-key', token: 'a fetchapp token' }, async (port, account) => {
    const { startFetchappSimulator } = await import('./fetchapp/fetchapp-simulator.ts');
    return startFetchappSimulator({ port, ...account });
  }),
} satisfies Record<string, SimulatorKind>;

export type KindName = keyof typeof kinds;

/** @throws Error for an unknown kind */
export function kindOf(name: string): SimulatorKind {
  const known: Partial<Record<string, SimulatorKind>> = kinds;
  const found = known[name];
  if (!found) throw new Error(`Unknown simulator: ${name} (available: ${Object.keys(kinds).join(', ')})`);
  return found;
}
