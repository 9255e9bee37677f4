import { hostname } from 'node:os';
import { agentFilters } from '@washdesk/site-protocol/topics';
import type { CloudConfiguration } from '../host-process.ts';
import { BrokerOutage } from '../mqtt/broker-outage.ts';
import { CloudAnswers } from '../mqtt/cloud-answers.ts';
import { BrokerConnection } from '../mqtt/connection.ts';
import { LeasePublisher } from '../mqtt/lease-publisher.ts';
import { Leases } from '../mqtt/leases.ts';
import { LivePublisher } from '../mqtt/live-publisher.ts';
import { OutboxPublisher } from '../mqtt/outbox-publisher.ts';
import { Presence } from '../mqtt/presence.ts';
import { siteVitals } from '../mqtt/site-vitals.ts';
import type { Core } from './core.ts';
import type { SiteDevices } from './devices.ts';

export type BrokerParts = ReturnType<typeof composeBroker>;

/** The connection to the broker, and what is published on it: presence, live events, leases, the journal's events. */
export function composeBroker(core: Core, { identities }: SiteDevices, configuration: CloudConfiguration | null) {
  const { config, version, boot, cloudTime, clock, journal, problems, events, log } = core;
  const { site } = config;
  const outage = new BrokerOutage(problems, clock);
  const presence = new Presence({
    site,
    boot,
    version,
    devices: identities,
    roster: journal.roster,
    problems,
    outage,
    configuration: () => configuration?.running,
    clock,
    log,
  });
  const broker = new BrokerConnection({
    ...config.broker,
    outage,
    // two agents of one site must not end each other's connections: the cloud serves one of them
    clientId: `washdesk-agent-${site}-${boot.slice(0, 8)}`,
    filters: agentFilters(site),
    will: () => presence.will(),
    log,
  });
  presence.attach(broker);
  events.subscribe((event) => {
    if (event.kind === 'device') presence.show(event.payload.device, event.payload.health);
  });
  const leases = new Leases();
  const answers = new CloudAnswers({ boot, leases, cloudTime, problems, journal, show: () => presence.showAll(), log });
  const leasePublisher = new LeasePublisher({
    broker,
    leases,
    journal: () => journal.id,
    agent: { boot, host: hostname().slice(0, 80) },
    vitals: () => siteVitals(journal, answers),
    site,
    log,
  });
  return {
    outage,
    broker,
    presence,
    live: new LivePublisher(broker, site, clock, log),
    leases,
    answers,
    leasePublisher,
    outbox: new OutboxPublisher(broker, journal, log),
  };
}
