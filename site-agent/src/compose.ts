import type { Logger } from 'pino';
import { agentDevice } from '@washdesk/site-protocol/commands';
import { ackTopic, rosterTopic } from '@washdesk/site-protocol/topics';
import { AtMostOnce } from './actions/at-most-once.ts';
import { CommandDispatcher } from './actions/command-dispatcher.ts';
import { composeBroker } from './compose/broker.ts';
import { composeCloud } from './compose/cloud.ts';
import { composeCore, composeTime } from './compose/core.ts';
import { composeDevices, loadDevices } from './compose/devices.ts';
import { composeLanes, composeTags, composeTraces } from './compose/lanes.ts';
import type { AgentConfig } from './config.ts';
import { stoppedLanes, stoppedLanesProblem } from './configuration/lane-settings.ts';
import { reportResult } from './configuration/report-result.ts';
import { deviceCommands } from './drivers/registry.ts';
import { AgentHealth } from './features/sites/agent-health/agent-health.ts';
import { sitewatchWrites } from './features/sites/sitewatch/sitewatch-writes.ts';
import { sitewatchCommands } from './features/sites/sitewatch/sitewatch.ts';
import { supportCommands } from './features/sites/support/support-commands.ts';
import { noHost, type HostProcess } from './host-process.ts';
import { createLocalPage } from './local-page/create-local-page.ts';
import { Probes } from './local-page/probes.ts';
import type { AgentMetrics, AgentMetricsOptions } from './metrics/agent-metrics.ts';
import { CommandReceiver } from './mqtt/command-receiver.ts';

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

/** Builds an agent from its configuration. */
export async function composeAgent(config: AgentConfig, version: string, log: Logger, host: HostProcess = noHost): Promise<Agent> {
  const { site } = config;
  const { configuration } = host;
  const time = composeTime(config);
  // before the journal: a driver that can't be loaded must not leave it open
  const loaded = await loadDevices(config, time.clock);
  const core = composeCore(config, time, version, log);
  const { boot, cloudTime, clock, journal, backups, problems, events } = core;
  problems.set('configuration', configuration?.problem ?? null);
  const stopped = stoppedLanes(config);
  for (const problem of stopped) log.warn({ problem }, 'A setting stops a lane');
  problems.set('lanes', stoppedLanesProblem(stopped));
  problems.set('enrollment', host.codeProblem === null ? null : 'The installer’s code was not used', { cause: host.codeProblem });

  const siteDevices = composeDevices(core, loaded);
  const { all, configured, identities, devices, readers, sitewatch, saleWatcher } = siteDevices;
  const traces = composeTraces(core, siteDevices);
  const rfid = composeTags(core, siteDevices, traces);

  const brokerParts = composeBroker(core, siteDevices, configuration);
  const { outage, broker, presence, live, leases, answers, leasePublisher, outbox } = brokerParts;
  const cloud = composeCloud(core, brokerParts, host, () => dispatcher.whenIdle());
  const { roster, configurationPull, siteCertificate, commandKeys, renewal, update } = cloud;
  const reportConfiguration = (): void => {
    if (configuration) reportResult(configuration, journal, log);
    presence.showAgent();
  };

  const health = new AgentHealth({
    problems,
    journal,
    clock,
    hungBefore: host.hungBefore,
    disk: { folder: config.journal.folder, warnPercent: config.journal.diskWarnPercent },
    siteCertificate: () => siteCertificate.expires,
    brokerCertificate: () => broker.certificateExpiry(),
  });
  const metrics =
    config.localPage?.metricsToken === undefined
      ? null
      : await createMetrics({ version, journal, problems, outage, events, answers, clock });

  // one dispatcher for the commands of every source
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
      ...update.commands(),
      ...deviceCommands(configured, { clock, events, tags: rfid }),
      ...sitewatchCommands(sitewatch),
      ...sitewatchWrites(sitewatch),
    },
    atMostOnce,
    traces,
    onOutcome: (name, outcome, ms) => metrics?.executed(name, outcome, ms),
    log,
  });
  const lanes = composeLanes(core, siteDevices, { traces, dispatcher });
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
      lanes: lanes.decisions,
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
  broker.onMessage((message) => {
    if (message.topic === ackTopic(site)) outbox.acknowledge(message.payload);
    else if (message.topic === rosterTopic(site)) roster.notice(message.payload);
    else void receiver.handle(message);
  });

  return {
    // the broker last: commands arrive from then on and need everything else running
    start() {
      devices.start();
      lanes.pushReceiver?.start();
      localPage?.start();
      leasePublisher.start();
      answers.start();
      health.start();
      roster.start();
      renewal?.start();
      saleWatcher?.start();
      lanes.usageWriter.start();
      backups?.start();
      reportConfiguration();
      update.start();
      broker.start();
      log.info({ boot, version, devices: identities.map(({ id }) => id) }, 'Agent started');
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
      await update.stop();
      await roster.stop();
      await renewal?.stop();
      await saleWatcher?.stop();
      await lanes.decisions.stop();
      await atMostOnce.drain();
      await lanes.usageWriter.stop();
      presence.publishOffline();
      await broker.stop();
      await lanes.pushReceiver?.stop();
      await devices.stop();
      traces.stop();
      await backups?.stop();
      journal.close();
    },
  };
}

/** The library takes 20 MB of memory, so it is loaded only if a scraper is configured. */
async function createMetrics(options: AgentMetricsOptions): Promise<AgentMetrics> {
  const metrics = await import('./metrics/agent-metrics.ts');
  return new metrics.AgentMetrics(options);
}
