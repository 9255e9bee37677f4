import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { v4 as uuidv4 } from 'uuid';
import { agentDevice, sitewatchDevice } from '@washdesk/site-protocol/commands';
import type { RunningConfiguration } from '@washdesk/site-protocol/site-configuration/delivery';
import { ackTopic, agentFilters, rosterTopic } from '@washdesk/site-protocol/topics';
import { AtMostOnce } from './actions/at-most-once.ts';
import { CloudTime } from './actions/cloud-time.ts';
import { CommandDispatcher } from './actions/command-dispatcher.ts';
import { SiteProblems } from './actions/site-problems.ts';
import { companyClock } from './clock.ts';
import { CloudClient } from './cloud/cloud-client.ts';
import { ConfigurationPull } from './cloud/configuration-pull.ts';
import { ReleaseClient } from './cloud/release-client.ts';
import { RosterSync } from './cloud/roster-sync.ts';
import type { AgentConfig } from './config.ts';
import type { CloudPart } from './configuration/configuration-store.ts';
import { stoppedLanes, stoppedLanesProblem } from './configuration/lane-settings.ts';
import { reportResult, type ReportedConfiguration } from './configuration/report-result.ts';
import { createDevice, deviceCommands, ofKind } from './drivers/registry.ts';
import { LaneDecisions } from './features/lane/decisions/lane-decisions.ts';
import { UsageWriter } from './features/lane/decisions/usage-writer.ts';
import { cameraKind } from './features/lane/plates/camera-kind.ts';
import { Plates } from './features/lane/plates/plates.ts';
import { readerKind } from './features/lane/rfid/reader-kind.ts';
import { Rfid } from './features/lane/rfid/rfid.ts';
import { watchAntennas } from './features/lane/rfid/watch-antennas.ts';
import { LaneTraces } from './features/lane/traces/lane-traces.ts';
import { AgentHealth } from './features/sites/agent-health/agent-health.ts';
import { Devices } from './features/sites/devices/devices.ts';
import { SaleWatcher } from './features/sites/sales/sale-watcher.ts';
import { sitewatchWrites } from './features/sites/sitewatch/sitewatch-writes.ts';
import { sitewatchCommands } from './features/sites/sitewatch/sitewatch.ts';
import { supportCommands } from './features/sites/support/support-commands.ts';
import { AgentUpdate, noUpdate, type AgentUpdateOptions } from './features/sites/update/agent-update.ts';
import { VersionFolders } from './features/sites/update/version-folders.ts';
import { IdentityFolder } from './identity/identity-folder.ts';
import { Backups } from './journal/backups.ts';
import { Journal } from './journal/journal.ts';
import { certificateOf, keepIdentity } from './keep-identity.ts';
import { createLocalPage, noProcess, type AgentProcess } from './local-page/create-local-page.ts';
import { Probes } from './local-page/probes.ts';
import type { AgentMetrics, AgentMetricsOptions } from './metrics/agent-metrics.ts';
import { BrokerOutage } from './mqtt/broker-outage.ts';
import { CloudAnswers } from './mqtt/cloud-answers.ts';
import { CommandReceiver } from './mqtt/command-receiver.ts';
import { BrokerConnection, type Message } from './mqtt/connection.ts';
import { LeasePublisher } from './mqtt/lease-publisher.ts';
import { Leases } from './mqtt/leases.ts';
import { LivePublisher } from './mqtt/live-publisher.ts';
import { OutboxPublisher } from './mqtt/outbox-publisher.ts';
import { Presence } from './mqtt/presence.ts';
import { siteVitals } from './mqtt/site-vitals.ts';
import type { Clock } from './ports/clock.ts';
import type { DeviceIdentity } from './ports/device.ts';
import type { PlateCamera } from './ports/plate-camera.ts';
import { SiteEventBus } from './site-event-bus.ts';
import { PushReceiver, type PushRoute } from './transports/push-receiver.ts';
import { TrialLock } from './trial-lock.ts';
import { updateSupport, type UpdateSupport } from './update-support.ts';

/** The process that runs the agent. */
export interface HostProcess extends AgentProcess {
  /** Returns the newest lines of the log, oldest first. */
  lastLines: (count: number) => string[];
  /** Returns the configuration file without its secrets. */
  redactedConfig: () => string;
  /** Ends the process, for the service host to start it again; null without a host. */
  restart: (() => void) | null;
  trials: TrialLock;
  /** Whether the service host ended the last run because it hung. */
  hungBefore: boolean;
  /** Why the installer’s code was not traded; null for an agent that had none. */
  codeProblem: string | null;
  update: UpdateSupport;
  /** The configuration of the cloud; null for an agent whose file is the whole configuration. */
  configuration: CloudConfiguration | null;
}

export interface CloudConfiguration extends ReportedConfiguration {
  /** The newest version that was applied, refused or rolled back. */
  readonly newest: number | null;
  readonly running: RunningConfiguration;
  /** What of the site's configuration this computer can't use, in a sentence; null if nothing. */
  readonly problem: string | null;
  /** Receives a version that the cloud wants. */
  onWanted: (part: CloudPart) => void;
}

const withoutTrials = new TrialLock();
const noHost: HostProcess = {
  ...noProcess,
  lastLines: () => [],
  redactedConfig: () => '',
  restart: null,
  trials: withoutTrials,
  hungBefore: false,
  codeProblem: null,
  update: updateSupport(null, null, withoutTrials),
  configuration: null,
};

export interface Agent {
  /** Starts everything and returns at once. Broker, cloud, Sitewatch and devices may all be unreachable and are retried. */
  start(): void;
  /** Calls the listener at each connection to the broker. */
  onConnected(listener: () => void): void;
  /** Calls the listener at each response of the cloud to a lease of this agent: the connection works in both directions. */
  onAnswered(listener: () => void): void;
  /** Stores the result of a version for the cloud, and shows which one runs. */
  reportConfiguration(): void;
  /** Fetches the version that the cloud wants. */
  pullConfiguration(): void;
  /** Publishes the agent's offline state and closes everything, the journal last. */
  stop(): Promise<void>;
}

/** An opening has reached its relay by then. */
const liveAfterMs = 10;

const bytesPerMegabyte = 1_048_576;

/** Builds an agent from its configuration. */
export async function composeAgent(config: AgentConfig, version: string, log: Logger, host: HostProcess = noHost): Promise<Agent> {
  const { site } = config;
  const boot = uuidv4();

  // time, journal, problems and events: used by all parts, and independent of the broker
  const cloudTime = new CloudTime();
  const clock = companyClock(config.clockFile, { now: () => cloudTime.reckoned() });
  // before the journal: a driver that can't be loaded must not leave it open
  const configured = await Promise.all(config.devices.map(createDevice));
  const sitewatch = await createSitewatch(config, clock);
  const { folder, maxMegabytes, diskWarnPercent, backupFolder } = config.journal;
  const maxBytes = maxMegabytes * bytesPerMegabyte;
  const journal = new Journal({ folder, maxBytes, site, clock, cloudTime: () => cloudTime.now(), log });
  const problems = new SiteProblems();
  const backups =
    backupFolder === undefined
      ? null
      : new Backups({
          journal,
          folder: backupFolder,
          log,
          onProblem: (cause) => problems.set('backup', cause && 'The journal’s daily copy can’t be written', { cause }),
        });
  problems.set('journal-damage', journal.damage);
  problems.set('journal', journal.lost && `Executed commands and unsent events may be lost: ${journal.lost}`);
  const events = new SiteEventBus(log);

  // the devices; their reports become site events
  const all = [...configured, ...(sitewatch ? [sitewatch] : [])];
  const identities = all.map(({ identity }) => identity);
  const devices = new Devices(all, events, log);
  const readers = ofKind(configured, readerKind);
  const gates = new Map(identities.flatMap(({ id, kind, lane }) => (kind === 'gate' ? [[id, lane]] : [])));
  const autoOpen = new Set(config.lanes.autoOpen);
  const traces = new LaneTraces({ gates, autoOpen, journal, clock, log });
  events.subscribe((event) => {
    if (event.kind === 'tag') traces.tag(event);
    if (event.kind === 'decision') traces.decision(event);
    if (event.kind === 'scan') traces.scan(event);
    if (event.kind === 'ignored-scan') traces.ignoredScan(event);
    if (event.kind === 'held-end') traces.heldEnd(event);
  });
  const rfid = new Rfid({
    readers: readers.map((reader) => reader.config),
    format: config.tags,
    events,
    onIgnored: (tag) => traces.ignored(tag),
  });
  for (const { driver } of readers) driver.onRead((read) => rfid.read(read));
  watchAntennas(readers, gates, events, (reader, problem) => devices.observe(reader, problem));
  const cameras = ofKind(configured, cameraKind);
  const plates = new Plates({
    cameras: cameras.map((camera) => camera.config),
    autoOpen: new Set(config.lanes.autoOpenForPlates),
    events,
    onTraced: (plate) => traces.plate(plate),
    decide: (read) => laneDecisions.read(read),
    clock,
  });
  for (const { driver } of cameras) driver.onPlate((read) => plates.read(read));
  const pushReceiver = config.receiver && new PushReceiver({ ...config.receiver, routes: cameras.map(routeOf) });
  const saleWatcher =
    sitewatch &&
    config.sitewatch &&
    new SaleWatcher({ sales: sitewatch.driver, journal, everyMs: config.sitewatch.salesEverySeconds * 1_000, log });

  // the broker connection and what is published on it: presence, live events, leases, the journal's events
  const outage = new BrokerOutage(problems, clock);
  const broker = new BrokerConnection({
    ...config.broker,
    outage,
    // two agents of one site must not end each other's connections: the cloud serves one of them
    clientId: `washdesk-agent-${site}-${boot.slice(0, 8)}`,
    filters: agentFilters(site),
    will: () => presence.will(),
    log,
  });
  const { configuration } = host;
  problems.set('configuration', configuration?.problem ?? null);
  const stopped = stoppedLanes(config);
  for (const problem of stopped) log.warn({ problem }, 'A setting stops a lane');
  problems.set('lanes', stoppedLanesProblem(stopped));
  problems.set('enrollment', host.codeProblem === null ? null : 'The installer’s code was not used', { cause: host.codeProblem });
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
  presence.attach(broker);
  const live = new LivePublisher(broker, site, clock, log);
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
  const outbox = new OutboxPublisher(broker, journal, log);

  // the members, by HTTPS
  const cloud = new CloudClient(config.cloud);
  const roster = new RosterSync({
    cloud,
    roster: journal.roster,
    clock,
    onMoved: () => presence.showAgent(),
    policy: config.lanes,
    onProblems: (found) => {
      for (const [code, sentence] of Object.entries(found)) problems.set(code, sentence);
    },
    log,
  });
  broker.onConnected(() => roster.pull());

  const configurationPull = configuration && new ConfigurationPull({ cloud, configuration, log });
  if (configurationPull) broker.onConnected(() => configurationPull.pull());
  const reportConfiguration = (): void => {
    if (configuration) reportResult(configuration, journal, log);
    presence.showAgent();
  };

  const siteCertificate = certificateOf(config.broker.tls?.cert);
  const commandKeys = new Map(Object.entries(config.commandKeys));
  const identity = config.identity && new IdentityFolder(config.identity.folder);
  const renewal = identity && keepIdentity({ identity, cloud, broker, clock, problems, siteCertificate, commandKeys, log });

  const health = new AgentHealth({
    problems,
    journal,
    clock,
    hungBefore: host.hungBefore,
    disk: { folder, warnPercent: diskWarnPercent },
    siteCertificate: () => siteCertificate.expires,
    brokerCertificate: () => broker.certificateExpiry(),
  });

  const metrics =
    config.localPage?.metricsToken === undefined
      ? null
      : await createMetrics({ version, journal, problems, outage, events, answers, clock });

  const agentUpdate = createUpdate(host.update, { source: new ReleaseClient(cloud), journal, whenIdle: () => dispatcher.whenIdle(), log });
  broker.onConnected(() => agentUpdate.ask());

  // the commands: one dispatcher for every source, MQTT first
  const atMostOnce = new AtMostOnce(journal);
  const dispatcher = new CommandDispatcher({
    devices: new Map([[agentDevice, 'agent'], ...identities.map(({ id, kind }) => [id, kind] as const)]),
    table: {
      'agent.ping': () => Promise.resolve({ boot }),
      ...answers.commands(),
      ...supportCommands({
        version,
        boot,
        journal,
        problems,
        cloudTime,
        clock,
        outage,
        lastLines: host.lastLines,
        redactedConfig: host.redactedConfig,
        restart: host.restart,
        trials: host.trials,
        configuration: () => configuration?.running,
        configure: configurationPull && (() => configurationPull.pull()),
        restartDriver: (device) => devices.restart(device),
      }),
      ...agentUpdate.commands(),
      ...deviceCommands(configured, { clock, events, tags: rfid }),
      ...sitewatchCommands(sitewatch?.driver ?? null),
      ...sitewatchWrites(sitewatch?.driver ?? null),
    },
    atMostOnce,
    traces,
    onOutcome: (name, outcome, ms) => metrics?.executed(name, outcome, ms),
    log,
  });
  // cars at the lanes, decided by the roster
  const usageWriter = new UsageWriter({ sitewatch: sitewatch?.driver ?? null, journal, log });
  const laneDecisions = new LaneDecisions({
    policy: config.lanes,
    gates: new Map([...gates].flatMap(([id, lane]) => (lane !== null && autoOpen.has(lane) ? [[lane, id]] : []))),
    journal,
    clock,
    dispatcher,
    usageWriter,
    events,
    log,
  });
  events.subscribe(({ kind, source, payload, at }) => {
    if (kind === 'tag' && payload.lane !== null && at !== undefined)
      void laneDecisions.read({ lane: payload.lane, source, code: payload.tag, at });
  });
  // a little later: what the event causes at a device must not wait for it
  events.subscribe((event) => void setTimeout(() => live.publish(event), liveAfterMs));

  const localPage =
    config.localPage &&
    createLocalPage({
      config: config.localPage,
      site: { number: site, name: config.name, timeZone: config.timeZone },
      version,
      app: config.cloud.url,
      devices: identities,
      probes: new Probes(all, readers),
      events,
      traces,
      problems,
      journal,
      cloudTime,
      outage,
      dispatcher,
      lanes: laneDecisions,
      recentLog: host.recentLog,
      checkConfig: host.checkConfig,
      metrics: metrics && (() => metrics.text()),
      clock,
      log,
    });

  const receiver = new CommandReceiver({
    site,
    keys: commandKeys,
    dispatcher,
    leases,
    cloudTime,
    boot,
    reply: (topic, reply, qos) => broker.publishText(topic, reply, { qos }),
    log,
  });

  broker.onMessage((message: Message) => {
    if (message.topic === ackTopic(site)) outbox.acknowledge(message.payload);
    else if (message.topic === rosterTopic(site)) roster.notice(message.payload);
    else void receiver.handle(message);
  });

  return {
    // the broker last: commands arrive from then on and need everything else running
    start() {
      devices.start();
      pushReceiver?.start();
      localPage?.start();
      leasePublisher.start();
      answers.start();
      health.start();
      roster.start();
      renewal?.start();
      saleWatcher?.start();
      usageWriter.start();
      backups?.start();
      reportConfiguration();
      agentUpdate.start();
      broker.start();
      log.info({ site, boot, devices: identities.map(({ id }) => id) }, 'Agent started');
    },
    onConnected: (listener) => broker.onConnected(listener),
    onAnswered: (listener) => answers.onAnswered(listener),
    reportConfiguration,
    pullConfiguration: () => configurationPull?.pull(),
    // leases end first, so that the cloud sends no more gate commands; running commands are answered while connection and devices are
    // available; the journal closes last
    async stop() {
      await localPage?.stop();
      leasePublisher.stop();
      answers.stop();
      health.stop();
      outbox.stop();
      rfid.stop();
      await configurationPull?.stop();
      await agentUpdate.stop();
      await roster.stop();
      await renewal?.stop();
      await saleWatcher?.stop();
      await laneDecisions.stop();
      await atMostOnce.drain();
      await usageWriter.stop();
      await presence.publishOffline();
      await broker.stop();
      await pushReceiver?.stop();
      await devices.stop();
      await backups?.stop();
      journal.close();
    },
  };
}

function createUpdate(update: UpdateSupport, parts: Pick<AgentUpdateOptions, 'source' | 'journal' | 'whenIdle' | 'log'>) {
  if ('unsupported' in update) return noUpdate(update.unsupported);
  const { folder, ...support } = update;
  return new AgentUpdate({ folders: new VersionFolders(folder), ...support, ...parts });
}

/** The library takes 20 MB of memory, so it is loaded only if a scraper is configured. */
async function createMetrics(options: AgentMetricsOptions): Promise<AgentMetrics> {
  const metrics = await import('./metrics/agent-metrics.ts');
  return new metrics.AgentMetrics(options);
}

/** Sitewatch is not an entry of `devices` in the configuration, because a site has at most one */
async function createSitewatch({ site, timeZone, sitewatch }: AgentConfig, clock: Clock) {
  if (!sitewatch) return null;
  const { Sitewatch } = await import('./drivers/sitewatch/sitewatch.ts');
  const identity: DeviceIdentity = { id: sitewatchDevice, kind: 'sitewatch', name: 'Sitewatch', lane: null };
  return { identity, driver: new Sitewatch(site, timeZone, sitewatch, clock) };
}

const routeOf = ({ id, driver }: { id: string; driver: PlateCamera }): PushRoute => ({
  path: `/plates/${id}`,
  ...driver.source,
  take: (documents) => driver.take(documents),
  report: (problem) => driver.report(problem),
});
