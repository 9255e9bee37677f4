import type { z } from 'zod';
import { agentDevice, sitewatchDevice } from '../commands.ts';
import { kindOfDriver, type DeviceDriver } from './devices.ts';

interface Parts {
  devices: readonly { id: string; driver: DeviceDriver; lane?: number }[];
  receiver?: object | undefined;
  lanes: { autoOpen: readonly number[]; autoOpenForPlates: readonly number[] };
}

/** Adds what is wrong with the devices together, in the cloud's configuration and in a file. */
export function addDeviceProblems({ devices, receiver, lanes: { autoOpen, autoOpenForPlates } }: Parts, context: z.RefinementCtx): void {
  const add = (path: PropertyKey[], message: string): void => context.addIssue({ code: 'custom', path, message });
  if (!receiver && devices.some(({ driver }) => driver === 'plate-camera')) add(['receiver'], 'set the address that the cameras post to');
  const taken = new Set<string>([agentDevice, sitewatchDevice]);
  for (const [place, { id }] of devices.entries()) {
    if (taken.has(id)) add(['devices', place, 'id'], `'${id}' is taken`);
    taken.add(id);
  }
  for (const number of autoOpenForPlates) {
    if (!autoOpen.includes(number)) add(['lanes', 'autoOpenForPlates'], `lane ${number} isn’t in autoOpen`);
  }
  const gates = devices.filter(({ driver }) => kindOfDriver[driver] === 'gate');
  for (const number of new Set(autoOpen)) {
    const count = gates.filter(({ lane }) => lane === number).length;
    if (count !== 1) add(['lanes', 'autoOpen'], `lane ${number} has ${count === 0 ? 'no gate' : 'several gates'}`);
  }
}
