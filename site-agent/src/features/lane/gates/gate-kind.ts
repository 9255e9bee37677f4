import { gateFields } from '@washdesk/site-protocol/site-configuration/devices/gate';
import { defineDeviceKind } from '../../../ports/device-kind.ts';
import type { GateDriver } from '../../../ports/gate-driver.ts';
import { gateCommands } from './gates.ts';

/** A gate of one lane, with the same limits for every driver. */
export const gateKind = defineDeviceKind<GateDriver>()({
  name: 'gate',
  fields: gateFields,
  laneOf: ({ lane }) => lane,
  commands(devices, services) {
    const gates = devices.map(({ id, driver, config: { cooldownMs, maxPerHour, opensWithoutJournal } }) => {
      return { id, driver, cooldownMs, maxPerHour, opensWithoutJournal };
    });
    return gateCommands({ gates, ...services });
  },
});
