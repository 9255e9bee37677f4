import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { AgentConfig } from './config.ts';
import { createDevice, ofKind, type CreatedDeviceOf } from './drivers/registry.ts';
import type { GateOptions } from './features/lane/gates/gate.ts';
import type { Device } from './features/sites/devices/devices.ts';
import type { Clock } from './ports/clock.ts';
import type { PosDatabase } from './ports/pos-database.ts';
import type { ReceiptPrinter } from './ports/receipt-printer.ts';
import type { Tablet } from './ports/tablet.ts';

/** The drivers of a site, by what they are for; none of them is started yet. */
export interface SiteDevices {
  /** All of them, to be started, stopped and shown. */
  all: Device[];
  gates: GateOptions[];
  readers: CreatedDeviceOf<'reader'>[];
  printers: Map<string, ReceiptPrinter>;
  tablets: Map<string, Tablet>;
  sitewatch: PosDatabase | null;
}

/** Loads the drivers that the configuration names, and no others. */
export async function createDevices(config: AgentConfig, clock: Clock): Promise<SiteDevices> {
  const devices = await Promise.all(config.devices.map(createDevice));
  const sitewatch = await createSitewatch(config, clock);
  const all: Device[] = [...devices];
  if (sitewatch) all.push({ identity: { id: sitewatchDevice, kind: 'sitewatch', name: 'Sitewatch', lane: null }, driver: sitewatch });
  return {
    all,
    gates: ofKind(devices, 'gate').map(({ config: { id, cooldownMs, maxPerHour, opensWithoutJournal }, driver }) => {
      return { id, driver, cooldownMs, maxPerHour, opensWithoutJournal };
    }),
    readers: ofKind(devices, 'reader'),
    printers: new Map(ofKind(devices, 'printer').map(({ identity, driver }) => [identity.id, driver])),
    tablets: new Map(ofKind(devices, 'tablet').map(({ identity, driver }) => [identity.id, driver])),
    sitewatch,
  };
}

async function createSitewatch({ site, timeZone, sitewatch }: AgentConfig, clock: Clock): Promise<PosDatabase | null> {
  if (!sitewatch) return null;
  const { Sitewatch } = await import('./drivers/sitewatch/sitewatch.ts');
  return new Sitewatch(site, timeZone, sitewatch, clock);
}
