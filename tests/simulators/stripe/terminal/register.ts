import { makeNewReader, type Reader } from '../objects/terminal.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter } from '../wire/errors.ts';

interface Model {
  deviceType: string;
  /** The prefix of its serial numbers. */
  serial: string;
  ipAddress: string;
}

const simulated: Readonly<Record<string, Model>> = {
  'simulated-wpe': { deviceType: 'simulated_wisepos_e', serial: 'simulated-wpe', ipAddress: '0.0.0.0' },
  'simulated-s700': { deviceType: 'simulated_stripe_s700', serial: 'simulated-s700', ipAddress: '0.0.0.0' },
};

const pairable: Model = { deviceType: 'bbpos_wisepos_e', serial: 'WSC', ipAddress: '192.168.1.77' };

/** The code that a reader shows for pairing: three words. */
const pairingCode = /^[a-z]+-[a-z]+-[a-z]+$/;

interface ReaderRegistration {
  code: string;
  label: string | undefined;
  location: string;
  metadata: Record<string, string>;
}

/** Pairs a reader by its registration code. @throws StripeFault 400 for an unknown code: those that begin with `invalid` are never known */
export function registerReader(sandbox: Sandbox, { code, label, location, metadata }: ReaderRegistration): Reader {
  const model = simulated[code] ?? (pairingCode.test(code) && !code.startsWith('invalid') ? pairable : undefined);
  if (!model) {
    throw invalidParameter(
      'registration_code',
      'The registration code you provided is invalid or has expired. Generate a new code on the reader.',
    );
  }
  const id = sandbox.newId('tmr');
  const serialNumber = `${model.serial}-${id.slice(-8).toLowerCase()}`;
  return makeNewReader({
    id,
    deviceType: model.deviceType,
    ipAddress: model.ipAddress,
    label: label || serialNumber,
    lastSeenMs: sandbox.now() * 1_000,
    location,
    metadata,
    serialNumber,
    online: true,
  });
}
