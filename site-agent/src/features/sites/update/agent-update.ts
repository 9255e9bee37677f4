import type { Logger } from 'pino';
import { agentDevice } from '@washdesk/site-protocol/commands';
import type { DurablePayload } from '@washdesk/site-protocol/events';
import type { ReleaseManifest, ReleasePlatform, SignedRelease } from '@washdesk/site-protocol/release-manifest';
import type { Journal } from '../../../journal/journal.ts';
import type { Outbox } from '../../../journal/outbox.ts';
import { CommandRefused, type CommandTable } from '../../../ports/commands.ts';
import type { ReleaseSource } from '../../../ports/release-source.ts';
import { RepeatedRun } from '../../../repeated-run.ts';
import type { TrialLock } from '../../../trial-lock.ts';
import { downloadRelease, isDownloaded } from './download-release.ts';
import { ReleaseRefused, verifyRelease, type ReleaseKeys } from './verify-release.ts';
import type { VersionFolders } from './version-folders.ts';

export interface AgentUpdateOptions {
  folders: VersionFolders;
  keys: ReleaseKeys;
  platform: ReleasePlatform;
  source: ReleaseSource;
  journal: Pick<Journal, 'note' | 'recordAll'> & { outbox: Pick<Outbox, 'isWaiting'> };
  /** Resolves when no command is being executed. */
  whenIdle: () => Promise<void>;
  /** Ends the process, for the service host to start the new version. */
  restart: () => void;
  /** No configuration is on trial from when an update is laid ready until the service host has decided about it. */
  trials: Pick<TrialLock, 'take' | 'tryTake'>;
  log: Logger;
}

type Outcome = DurablePayload<'update'>['outcome'];

/** Notes in the journal: the version that was laid ready, and the last refusal that was reported. */
const laidNote = 'update';
const refusedNote = 'update-refused';
/** The host decides within two minutes; nothing tells the agent. */
const decidedEveryMs = 2_000;
/** Waits after failed attempts; the last one repeats. */
const retryMs = [5_000, 30_000, 120_000, 600_000] as const;

/** Installs the release that the cloud offers this site (docs/decisions/0116-signed-releases.md). */
export class AgentUpdate {
  readonly #options: AgentUpdateOptions;
  readonly #attempts = new RepeatedRun((signal) => this.#attempt(signal));
  #deciding: NodeJS.Timeout | undefined;
  #endTrial: (() => void) | null = null;
  #failures = 0;

  constructor(options: AgentUpdateOptions) {
    this.#options = options;
  }

  /** Reports how the last update ended, once the service host has decided about it. */
  start(): void {
    const { folders, trials } = this.#options;
    if (folders.onTrial) this.#endTrial = trials.tryTake();
    this.#deciding = setInterval(() => this.#conclude(), decidedEveryMs);
    this.#conclude();
  }

  stop(): Promise<void> {
    clearInterval(this.#deciding);
    return this.#attempts.stop();
  }

  /** Asks for an update and installs it; again after an attempt that runs. */
  ask(): void {
    this.#attempts.request();
  }

  commands(): Pick<CommandTable, 'agent.update'> {
    return {
      'agent.update': async ({ version }) => {
        const { failed, own } = this.#options.folders;
        if (version === failed?.version) throw new CommandRefused('rejected', `Version ${version} failed on this computer before`);
        if (version !== own) this.ask();
        return {};
      },
    };
  }

  #conclude(): void {
    const { folders, journal, log } = this.#options;
    const laid = journal.note(laidNote) || null;
    if (folders.onTrial || (laid !== null && folders.next === laid)) return;
    this.#endTrial?.();
    try {
      if (laid !== null) this.#reportEnd(laid);
      clearInterval(this.#deciding);
      folders.cleanUp();
      if (laid !== null) this.ask();
    } catch (error) {
      log.warn({ err: error }, 'The end of an update could not be handled');
    }
  }

  /** Reports the end of the update that was laid ready before this start, once. */
  #reportEnd(laid: string): void {
    const { folders, journal } = this.#options;
    const { own, failed } = folders;
    const done = { name: laidNote, value: '' };
    if (laid === own) return this.#report(laid, 'installed', null, done);
    // a power failure before it was laid ready, or an installer that chose another version
    if (laid !== failed?.version) return journal.recordAll([], done);
    // until the cloud has the event it may offer the version again, which is then no news
    journal.recordAll([], { name: refusedNote, value: laid });
    return this.#report(laid, 'rolled-back', failed.reason, done);
  }

  async #attempt(signal: AbortSignal): Promise<number | null> {
    const { folders, log } = this.#options;
    try {
      if (!folders.onTrial) await this.#installOffered(signal);
      this.#failures = 0;
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      log.warn({ err: error }, 'Update not fetched; it is tried again');
      this.#failures += 1;
      const wait = retryMs[Math.min(this.#failures, retryMs.length) - 1]!;
      return wait / 2 + (wait / 2) * Math.random();
    }
  }

  async #installOffered(signal: AbortSignal): Promise<void> {
    const { folders, journal, platform, source } = this.#options;
    // the cloud may answer before it has the report, and acknowledge that before the answer arrives
    const hadReports = !journal.outbox.isWaiting('update');
    const offer = await source.offered({ version: folders.own, platform }, signal);
    if (!offer) return folders.removeDownloads();
    try {
      await this.#install(offer, signal);
    } catch (error) {
      if (!(error instanceof ReleaseRefused)) throw error;
      this.#refused(error, hadReports);
    }
  }

  async #install(offer: SignedRelease, signal: AbortSignal): Promise<void> {
    const { folders, keys, platform, source, whenIdle, restart, trials, log } = this.#options;
    const manifest = verifyRelease(offer, { keys, platform, version: folders.own, failed: folders.failed?.version ?? null });
    if (manifest === null) return;
    const { version } = manifest;
    if (!(await isDownloaded(folders.programOf(version), manifest))) {
      log.info({ version, size: manifest.size }, 'Update is being downloaded');
      folders.install(version, await downloadRelease({ manifest, folder: folders.downloads, source, signal }));
    }
    const endTrial = await trials.take(signal);
    if (endTrial === null) return;
    try {
      this.#layReady(manifest);
    } catch (error) {
      endTrial();
      throw error;
    }
    log.info({ version }, 'Update lies ready; the agent restarts');
    await whenIdle();
    restart();
  }

  /** The journal first: a start that finds the note without `next.txt` forgets it, and the cloud offers the release again. */
  #layReady({ version }: ReleaseManifest): void {
    this.#report(version, 'downloaded', null, { name: laidNote, value: version });
    this.#options.folders.layReady(version);
  }

  /**
   * Reports a refusal again if the cloud offers the version although it has the first one: it waits for a result.
   * @param hadReports whether the cloud had every report when it was asked
   */
  #refused({ version, message }: ReleaseRefused, hadReports: boolean): void {
    const { folders, journal } = this.#options;
    const value = version === folders.failed?.version ? version : `${version}: ${message}`;
    if (journal.note(refusedNote) === value && !hadReports) return;
    this.#report(version, 'refused', message, { name: refusedNote, value });
  }

  #report(version: string, outcome: Outcome, reason: string | null, note: { name: string; value: string }): void {
    const payload = { version, outcome, reason };
    this.#options.journal.recordAll([{ kind: 'update', source: agentDevice, payload }], note);
    const isGood = outcome === 'downloaded' || outcome === 'installed';
    this.#options.log[isGood ? 'info' : 'error'](payload, 'Update of the agent');
  }
}

/** An agent that cannot update itself. */
export const noUpdate = (reason: string): Pick<AgentUpdate, 'start' | 'ask' | 'stop' | 'commands'> => ({
  start: () => undefined,
  ask: () => undefined,
  stop: () => Promise.resolve(),
  commands: () => ({ 'agent.update': () => Promise.reject(new CommandRefused('rejected', reason)) }),
});
