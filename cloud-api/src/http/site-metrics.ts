import { Gauge, type Registry } from 'prom-client';
import type { FleetSite } from '@washdesk/contracts/sites/fleet';

/** What each metric shows of a site; null if the site has not reported it. */
const figures: Readonly<Record<string, { help: string; of: (site: FleetSite, now: Date) => number | null }>> = {
  washdesk_site_up: { help: '1 while the agent is online and heard from', of: ({ state }) => (state === 'online' ? 1 : 0) },
  washdesk_site_causes: { help: 'What is wrong with the site, as the fleet dashboard names it', of: ({ causes }) => causes.length },
  washdesk_site_devices_down: { help: 'Devices that do not work', of: ({ devices }) => devices.all - devices.working },
  washdesk_site_round_trip_seconds: {
    help: 'From a lease of the agent to the response of the cloud',
    of: ({ roundTripMs }) => roundTripMs && roundTripMs / 1_000,
  },
  washdesk_site_leases_ratio: {
    help: 'Leases of the last minute that arrived, from 0 to 1',
    of: ({ leasesPercent }) => leasesPercent && leasesPercent / 100,
  },
  washdesk_site_events_waiting: { help: 'Events that the cloud has not acknowledged', of: ({ waiting }) => waiting && waiting.events },
  washdesk_site_roster_age_seconds: {
    help: 'Since the cloud last confirmed that the roster of the site was complete',
    of: ({ rosterConfirmed }, now) => (rosterConfirmed === null ? null : (now.getTime() - Date.parse(rosterConfirmed)) / 1_000),
  },
};

/** Adds metrics by site, read from memory at each scrape. Sites are those of the company: a caller cannot add a label. */
export function siteMetrics(registry: Registry, sites: () => readonly FleetSite[], now: () => Date): void {
  for (const [name, { help, of }] of Object.entries(figures)) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['site'],
      registers: [],
      collect() {
        this.reset();
        for (const site of sites()) {
          const value = of(site, now());
          if (value !== null) this.set({ site: site.site }, value);
        }
      },
    });
    registry.registerMetric(gauge);
  }
}
