import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { configurationText } from '@washdesk/site-protocol/site-configuration/configuration-text';
import type { ConfigurationProblem } from '@washdesk/site-protocol/site-configuration/delivery';
import type { SiteConfiguration } from '@washdesk/site-protocol/site-configuration/site-configuration';
import type { Agent } from './compose.ts';
import { ConfigError } from './config-error.ts';
import { partProblems, readAgentConfig, readStartConfig, type StartConfig } from './config-file.ts';
import type { AgentConfig } from './config.ts';
import type { CloudPart, ConfigurationStore } from './configuration/configuration-store.ts';
import { startTrialWatchdog } from './configuration/trial-watchdog.ts';
import type { TrialLock } from './trial-lock.ts';

interface Parts {
  file: string;
  /** Null for an agent whose file is the whole configuration. */
  store: ConfigurationStore | null;
  /** Builds an agent that is not started. */
  compose: (start: StartConfig) => Promise<Agent>;
  /** Resolves when the process ends. */
  stopped: Promise<unknown>;
  /** No update is installed while a configuration is on trial. */
  trials: Pick<TrialLock, 'take'>;
  log: Logger;
}

/** Until the process of a trial without a result is ended. Devices and running commands may need some of it to stop. */
const watchdogExtraMs = 30_000;

/**
 * Runs the agent with one configuration after another: a version of the cloud is tried in this process, and either proven or rolled back
 * (docs/decisions/0115-configuration-proven-or-rolled-back.md).
 */
export class AgentRunner {
  readonly #parts: Parts;
  #agent: Agent | null = null;
  #wanted = Promise.withResolvers<CloudPart>();
  readonly #stopping = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
    void parts.stopped.then(() => this.#stopping.abort());
  }

  /** Receives a version that the cloud wants. */
  want(part: CloudPart): void {
    this.#wanted.resolve(part);
  }

  async start(config: StartConfig): Promise<void> {
    this.#agent = await this.#parts.compose(config);
    this.#agent.start();
  }

  /** Applies versions of the cloud until the process ends. */
  async run(): Promise<void> {
    for (;;) {
      const part = await Promise.race([this.#parts.stopped.then(() => null), this.#wanted.promise]);
      if (part === null || this.#stopping.signal.aborted) return;
      this.#wanted = Promise.withResolvers();
      const { store } = this.#parts;
      if (store && part.version > (store.newest ?? 0)) await this.#apply(part, store);
    }
  }

  async stop(): Promise<void> {
    await this.#agent?.stop();
  }

  async #apply(part: CloudPart, store: ConfigurationStore): Promise<void> {
    const { file, trials, log } = this.#parts;
    const { version } = part;
    const problems = problemsAt(file, part);
    if (problems.length > 0) {
      log.warn({ version, problems }, 'Configuration of the cloud refused');
      if (this.#isStored(version, () => store.refuse(version, problems))) this.#agent?.reportConfiguration();
      return;
    }
    const endTrial = await trials.take(this.#stopping.signal);
    if (endTrial === null) return;
    if (!this.#isStored(version, () => store.begin(version, configurationText(part.content as SiteConfiguration)))) return endTrial();
    log.info({ version }, 'Configuration of the cloud on trial');
    const config = readAgentConfig(file, part);
    const proveMs = (config.data?.proveSeconds ?? 0) * 1_000;
    const stopWatchdog = startTrialWatchdog(proveMs + watchdogExtraMs);
    // an opening in progress is finished, and the devices are closed with their relays off
    await this.stop();
    const failure = await this.#failureOf(config, proveMs);
    if (this.#stopping.signal.aborted) return store.abandon();
    if (failure === null) {
      store.keep();
      log.info({ version }, 'Configuration of the cloud applied');
      this.#agent?.reportConfiguration();
      this.#agent?.pullConfiguration();
    } else {
      log.error({ version, failure }, 'Configuration of the cloud rolled back');
      store.rollBack(failure);
      await this.stop();
      await this.start(readStartConfig(file, store.current()));
    }
    await stopWatchdog();
    endTrial();
  }

  /** On a full disk the agent goes on with what runs. It fetches the version again at its next connection. */
  #isStored(version: number, store: () => void): boolean {
    try {
      store();
      return true;
    } catch (error) {
      this.#parts.log.error({ err: error, version }, 'Configuration of the cloud not stored, and not tried');
      return false;
    }
  }

  /** Runs the agent with the configuration on trial. @returns why it is not proven; null if it is */
  async #failureOf(config: AgentConfig, proveMs: number): Promise<string | null> {
    const answered = Promise.withResolvers<null>();
    try {
      this.#agent = null;
      const agent = await this.#parts.compose({ config, leftOut: [] });
      agent.onAnswered(() => answered.resolve(null));
      agent.start();
      this.#agent = agent;
    } catch (error) {
      return `The agent can’t start with it: ${error instanceof Error ? error.message : String(error)}`;
    }
    const ending = new AbortController();
    const late = wait(proveMs, `The cloud didn’t respond within ${proveMs / 1_000} s`, { signal: ending.signal });
    // aborted once another one is first
    late.catch(() => undefined);
    const failure = await Promise.race([answered.promise, late, this.#parts.stopped.then(() => null)]);
    ending.abort();
    return failure;
  }
}

/** An unusable file refuses the version as well: the agent could not be restarted with it. */
function problemsAt(file: string, part: CloudPart): ConfigurationProblem[] {
  try {
    return partProblems(file, part);
  } catch (error) {
    if (error instanceof ConfigError) return [{ path: '', sentence: error.message.slice(0, 400) }];
    throw error;
  }
}
