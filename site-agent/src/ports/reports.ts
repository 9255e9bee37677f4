import type { DeviceKind } from '@washdesk/site-protocol/envelope';
import type { LiveEventKind, LivePayload } from '@washdesk/site-protocol/events';
import type { DeviceHealth } from './device.ts';

/** What happens right now: lost when the site is offline, never kept. */
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

/** Where the state of devices is shown. The last state of each is kept and shown again after a broken line. */
export interface DeviceStates {
  show(device: DeviceIdentity, health: DeviceHealth): void;
}
