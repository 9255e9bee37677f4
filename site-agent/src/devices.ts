import { sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { AgentConfig } from './config.ts';
import { createGateDriver, createReceiptPrinter, createTablet, createTagReader } from './drivers/registry.ts';
import type { Device } from './features/sites/devices/devices.ts';
import type { GateOptions } from './features/lane/gates/gate.ts';
import type { Clock } from './ports/clock.ts';
import type { PosDatabase } from './ports/pos-database.ts';
import type { ReceiptPrinter } from './ports/receipt-printer.ts';
import type { TagRead } from './ports/tag-reader.ts';
import type { Tablet } from './ports/tablet.ts';

/** The drivers of a site, by what they are for; none of them is started yet. */
export interface SiteDevices {
  /** All of them, to be started, stopped and shown. */
  all: Device[];
  gates: GateOptions[];
  printers: Map<string, ReceiptPrinter>;
  tablets: Map<string, Tablet>;
  sitewatch: PosDatabase | null;
}

/** Loads the drivers that the configuration names, and no others. */
export async function createDevices(config: AgentConfig, clock: Clock, onRead: (read: TagRead) => void): Promise<SiteDevices> {
  const all: Device[] = [];

  const gates = await Promise.all(
    config.gates.map(async (gate) => {
      const { id, name, lane, opensWithoutJournal, cooldownMs, maxPerHour } = gate;
      const driver = await createGateDriver(gate);
      all.push({ identity: { id, kind: 'gate', name, lane }, driver, start: () => driver.start() });
      return { id, driver, opensWithoutJournal, cooldownMs, maxPerHour };
    }),
  );

  for (const reader of config.readers) {
    const driver = await createTagReader(reader);
    const identity = { id: reader.id, kind: 'reader', name: reader.name, lane: onlyLane(reader.antennas) } as const;
    all.push({ identity, driver, start: () => driver.start(onRead) });
  }

  const printers = new Map<string, ReceiptPrinter>();
  for (const printer of config.printers) {
    const driver = await createReceiptPrinter(printer);
    printers.set(printer.id, driver);
    all.push({ identity: { id: printer.id, kind: 'printer', name: printer.name, lane: null }, driver, start: () => driver.start() });
  }

  const tablets = new Map<string, Tablet>();
  for (const tablet of config.tablets) {
    const driver = await createTablet(tablet);
    tablets.set(tablet.id, driver);
    all.push({ identity: { id: tablet.id, kind: 'tablet', name: tablet.name, lane: null }, driver, start: () => driver.start() });
  }

  const sitewatch = await createSitewatch(config, clock);
  if (sitewatch) {
    const identity = { id: sitewatchDevice, kind: 'sitewatch', name: 'Sitewatch', lane: null } as const;
    all.push({ identity, driver: sitewatch, start: () => sitewatch.start() });
  }
  return { all, gates, printers, tablets, sitewatch };
}

async function createSitewatch({ site, timeZone, sitewatch }: AgentConfig, clock: Clock): Promise<PosDatabase | null> {
  if (!sitewatch) return null;
  const { Sitewatch } = await import('./drivers/sitewatch/sitewatch.ts');
  return new Sitewatch(site, timeZone, sitewatch, clock);
}

/** The lane of a reader whose antennas all belong to the same lane. */
function onlyLane(antennas: Readonly<Record<string, number>>): number | null {
  const [lane, ...others] = new Set(Object.values(antennas));
  return lane !== undefined && others.length === 0 ? lane : null;
}
