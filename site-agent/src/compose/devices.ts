import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { AgentConfig } from '../config.ts';
import { createDevice, ofKind } from '../drivers/registry.ts';
import { cameraKind } from '../features/lane/plates/camera-kind.ts';
import { readerKind } from '../features/lane/rfid/reader-kind.ts';
import { Devices } from '../features/sites/devices/devices.ts';
import { SaleWatcher } from '../features/sites/sales/sale-watcher.ts';
import type { Clock } from '../ports/clock.ts';
import type { DeviceIdentity } from '../ports/device.ts';
import type { Core } from './core.ts';

export type LoadedDevices = Awaited<ReturnType<typeof loadDevices>>;

/** @throws Error for a driver that can't be loaded */
export async function loadDevices(config: AgentConfig, clock: Clock) {
  return { configured: await Promise.all(config.devices.map(createDevice)), sitewatch: await loadSitewatch(config, clock) };
}

/** Sitewatch is not an entry of `devices` in the configuration, because a site has at most one */
async function loadSitewatch({ site, timeZone, sitewatch }: AgentConfig, clock: Clock) {
  if (!sitewatch) return null;
  const { Sitewatch } = await import('../drivers/sitewatch/sitewatch.ts');
  const identity: DeviceIdentity = { id: sitewatchDevice, kind: 'sitewatch', name: 'Sitewatch', lane: null };
  return { identity, driver: new Sitewatch(site, timeZone, sitewatch, clock) };
}

export type SiteDevices = ReturnType<typeof composeDevices>;

/** The devices of the site; their reports become site events. */
export function composeDevices({ config, journal, events, log }: Core, { configured, sitewatch }: LoadedDevices) {
  const all = [...configured, ...(sitewatch ? [sitewatch] : [])];
  const identities = all.map(({ identity }) => identity);
  const watched = sitewatch && config.sitewatch && { sales: sitewatch.driver, everyMs: config.sitewatch.salesEverySeconds * 1_000 };
  return {
    all,
    configured,
    identities,
    devices: new Devices(all, events, log),
    readers: ofKind(configured, readerKind),
    cameras: ofKind(configured, cameraKind),
    /** The lane of each gate, by the gate's id. */
    gates: new Map(identities.flatMap(({ id, kind, lane }) => (kind === 'gate' ? [[id, lane]] : []))),
    sitewatch: sitewatch?.driver ?? null,
    saleWatcher: watched && new SaleWatcher({ ...watched, journal, log }),
  };
}
