import type { DeviceKind } from '@washdesk/site-protocol/envelope';
import type { LiveEventKind, LivePayload } from '@washdesk/site-protocol/events';
import type { DeviceHealth } from './device.ts';

/** Events as they happen: lost when the site is offline, never stored. */
export interface LiveEvents {
  publish<K extends LiveEventKind>(kind: K, source: string, payload: LivePayload<K>): void;
}

/** A device as the cloud lists it. `lane` is null for what serves no single lane. */
export interface DeviceIdentity {
  id: string;
  kind: DeviceKind;
  name: string;
  lane: number | null;
}

/** Where the state of devices is published. The last state of each is stored and published again after a broken connection. */
export interface DeviceStates {
  show(device: DeviceIdentity, health: DeviceHealth): void;
}
