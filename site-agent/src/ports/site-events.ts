import type { LiveEventKind, LivePayload } from '@washdesk/site-protocol/events';
import type { DeviceHealth, DeviceIdentity, Unsubscribe } from './device.ts';
import type { HeldEnd } from './gate-driver.ts';

type LiveSiteEvent = { [K in LiveEventKind]: { kind: K; source: string; payload: LivePayload<K>; at?: number } }[LiveEventKind];

/**
 * The events of the site: decided tags and gate states, which the cloud receives live, scans that no register receives, ends of held requests, and the health of devices. `source` is the device's
 * id. `at` is the time of a tag's read, on the clock of `performance.now()`.
 */
export type SiteEvent =
  | LiveSiteEvent
  | { kind: 'ignored-scan'; source: string; payload: { terminal: string; reason: string }; at?: undefined }
  | { kind: 'held-end'; source: string; payload: HeldEnd & { command: string }; at?: undefined }
  | { kind: 'device'; source: string; payload: { device: DeviceIdentity; health: DeviceHealth }; at?: undefined };

/** Events of the site inside this process, with or without a broker connection. Nothing is stored. */
export interface SiteEvents {
  publish(event: SiteEvent): void;
  /** Calls the listener with each event before `publish` returns. */
  subscribe(listener: (event: SiteEvent) => void): Unsubscribe;
}
