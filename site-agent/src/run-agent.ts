import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cloudPartTitle, configurationText, splitFileName } from '@washdesk/site-protocol/site-configuration/configuration-text';
import type { SiteConfiguration } from '@washdesk/site-protocol/site-configuration/site-configuration';
import { AgentRunner } from './agent-runner.ts';
import { composeAgent, type Agent } from './compose.ts';
import {
  configProblems,
  identityFolderIn,
  openStore,
  openUsableStore,
  readAgentConfig,
  readStartConfig,
  type StartConfig,
  dataFolderIn,
} from './config-file.ts';
import { ofComputer, type ConfigurationStore } from './configuration/configuration-store.ts';
import { SecretsFolder } from './configuration/secrets-folder.ts';
import { leftOutProblem } from './configuration/without-problems.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { VersionFolders } from './features/sites/update/version-folders.ts';
import type { CloudConfiguration } from './host-process.ts';
import { enrollByFile, EnrollmentError } from './identity/enroll.ts';
import { IdentityFolder } from './identity/identity-folder.ts';
import { RecentLog } from './local-page/recent-log.ts';
import { createLog } from './log/create-log.ts';
import { LogFile } from './log/log-file.ts';
import { redactedConfig, withoutSecretsOf } from './redacted-config.ts';
import { hostOf, type ServiceHost } from './service-host.ts';
import { TrialLock } from './trial-lock.ts';
import { updateSupport } from './update-support.ts';
import { agentVersion } from './version.ts';

/** The exit code after which the service host starts the agent again. */
const startAgain = 75;
const bytesPerMegabyte = 1_048_576;
/** Shorter than the time after which the service host kills an agent that it stops. */
const stopTimeoutMs = 15_000;

/**
 * Trades the installer's code before the agent starts.
 * @returns why it was not traded, if the agent has an identity to start with
 */
async function tradeCode(file: string): Promise<EnrollmentError | null> {
  const identity = identityFolderIn(file);
  if (identity === null) return null;
  try {
    await enrollByFile(identity, agentVersion);
    return null;
  } catch (error) {
    if (error instanceof EnrollmentError && new IdentityFolder(identity).isEnrolled) return error;
    throw error;
  }
}

/** Runs the agent of one wash site until it is stopped. */
export async function runAgent(file: string): Promise<number> {
  const folder = dataFolderIn(file);
  // before anything else: a trial of the other agent would be rolled back
  const unlock = folder === null ? null : lockDataFolder(folder);
  try {
    return await runAlone(file);
  } finally {
    unlock?.();
  }
}

async function runAlone(file: string): Promise<number> {
  const host = hostOf(process.env);
  const endAlive = host?.stayAlive();
  const codeProblem = await tradeCode(file);
  const { store, died, ...found } = readAtStart(file, host);
  const { config } = found.start;
  const recentLog = new RecentLog();
  const { level, folder = host && path.join(path.dirname(file), 'log'), maxMegabytes, files } = config.log;
  const logFile = folder === null ? null : new LogFile({ folder, maxBytes: maxMegabytes * bytesPerMegabyte, files });
  const log = createLog({ level, site: config.site, recent: recentLog, file: logFile });
  if (codeProblem) log.error({ err: codeProblem }, 'Enrollment code not traded; the agent keeps its identity');
  if (died !== null) log.error({ version: died }, 'Configuration of the cloud rolled back: the agent ended during the trial');
  if (found.damage !== null) log.error({ damage: found.damage }, 'Configuration of the cloud moved aside');
  for (const problem of found.start.leftOut) log.error({ problem }, 'A part of the site’s configuration is left out');
  try {
    store?.noteWithout(found.without);
  } catch (error) {
    log.warn(
      { err: error },
      'What is left out of the configuration is not stored; an update would be compared with the last start that stored it',
    );
  }
  let hungBefore = host?.hungBefore() ?? false;
  if (hungBefore) log.error('The last run hung, and the service host ended it');
  const stopped = Promise.withResolvers<{ by: string; exitCode: number }>();
  const stop = (by: string, exitCode = 0): void => stopped.resolve({ by, exitCode });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal));
  const stopListening = host?.onStop(() => stop('service host'));
  const restart = host && ((): void => stop('restart', startAgain));

  const trials = new TrialLock();

  async function compose({ config: composed, leftOut }: StartConfig): Promise<Agent> {
    const read = readFileSync(file, 'utf8');
    const withoutSecrets = withoutSecretsOf(read, config.data && new SecretsFolder(config.data.folder).files());
    const agent = await composeAgent(composed, agentVersion, log, {
      recentLog,
      lastLines: (count) => (logFile ?? recentLog).last(count).map(withoutSecrets),
      checkConfig: () => ({ problems: configProblems(file), changed: readFileSync(file, 'utf8') !== read }),
      redactedConfig: () => shownConfig(file, store),
      restart,
      trials,
      update: updateSupport(host, restart, trials),
      hungBefore,
      codeProblem: codeProblem?.message ?? null,
      configuration: store && reportedBy(store, { problem: leftOutProblem(leftOut), onWanted: (part) => runner.want(part) }),
    });
    hungBefore = false;
    agent.onConnected(() => host?.healthy());
    return agent;
  }

  const runner = new AgentRunner({ file, store, compose, stopped: stopped.promise, trials, log });
  await runner.start(found.start);
  // the process that started the agent waits for this line; everything else is a log line
  process.stdout.write(`${JSON.stringify({ ready: true })}\n`);

  void stopped.promise.then(({ by, exitCode }) => {
    log.info({ by }, 'Agent stopping');
    // a part that does not stop must not leave the site without its agent
    setTimeout(() => {
      log.error({ waited: stopTimeoutMs }, 'Agent not stopped in time, and ended');
      process.exit(exitCode);
    }, stopTimeoutMs).unref();
  });
  await runner.run();
  const { exitCode } = await stopped.promise;
  await runner.stop();
  stopListening?.();
  endAlive?.();
  return exitCode;
}

interface FoundAtStart {
  start: StartConfig;
  store: ConfigurationStore | null;
  /** The version on trial when the last run ended. */
  died: number | null;
  /** What was moved aside. */
  damage: string | null;
  /** What the start leaves out, by name. */
  without: readonly string[];
}

/**
 * Reads what the agent starts with. A version of the agent on trial must be able to use all that the version before used: otherwise the
 * service host goes back to it (docs/decisions/0138-update-with-parts-left-out.md).
 * @throws ConfigError
 */
function readAtStart(file: string, host: ServiceHost | null): FoundAtStart {
  const isStrict = host !== null && new VersionFolders(host.folder).isUpdate;
  const { store, damage } = isStrict ? { store: openStore(file), damage: null } : openUsableStore(file);
  const died = store?.onTrial ?? null;
  if (died !== null) store?.rollBack('The agent ended during the trial');
  const part = store?.current() ?? null;
  const usable = readStartConfig(file, part);
  const { leftOut, without } = usable;
  const config = isStrict && !store?.isNoWorse(without) ? readAgentConfig(file, part) : usable.config;
  return { start: { config, leftOut: damage === null ? leftOut : [damage, ...leftOut] }, store, died, damage, without };
}

/** The store as the agent uses it. */
const reportedBy = (store: ConfigurationStore, more: Pick<CloudConfiguration, 'problem' | 'onWanted'>): CloudConfiguration => ({
  get newest() {
    return store.newest;
  },
  get running() {
    return store.running;
  },
  get unreported() {
    return store.unreported;
  },
  reported: () => store.reported(),
  ...more,
});

/** Returns the file without its secrets, and the part of the cloud, which has none. */
function shownConfig(file: string, store: ConfigurationStore | null): string {
  const own = redactedConfig(readFileSync(file, 'utf8'));
  const part = store?.current();
  if (!part) return own;
  const title = part.version === ofComputer ? splitFileName : cloudPartTitle(part.version);
  return `${own}# ${title}\n${configurationText(part.content as SiteConfiguration)}`;
}
