import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { readConfigurationText, splitFileName } from '@washdesk/site-protocol/site-configuration/configuration-text';
import {
  configurationOutcomes,
  configurationProblem,
  type ConfigurationProblem,
  type RunningConfiguration,
} from '@washdesk/site-protocol/site-configuration/delivery';
import { ConfigError } from '../config-error.ts';
import { writePrivateFile } from '../identity/write-file.ts';

const version = z.int().positive();

const result = z.object({ version, outcome: z.enum(configurationOutcomes), problems: z.array(configurationProblem) });
export type VersionResult = z.output<typeof result>;

const storedState = z.object({
  /** The version that is proven; null before the first. */
  current: version.nullable(),
  /** The version on trial. At a start it means that the process ended during the trial. */
  trial: version.nullable(),
  /** The newest version that was refused or rolled back. */
  failed: version.nullable(),
  /** A result that is not in the journal yet. */
  unreported: result.nullable(),
  /** What the last start left out of the current version, by name. */
  without: z.array(z.string()).default([]),
});
type State = z.output<typeof storedState>;

/** A version of the site's configuration, as the cloud sent it. */
export interface CloudPart {
  version: number;
  content: unknown;
}

/** A file of the configurations that is missing or damaged. */
export class DamagedConfiguration extends ConfigError {
  /** What is moved aside, so that the agent starts without it. */
  readonly place: string;

  constructor(file: string, place: string, options?: ErrorOptions) {
    const aside = place === file ? 'it' : 'its folder';
    super(`${file} is missing or damaged; at its start the agent moves ${aside} aside, and fetches the configuration again`, options);
    this.place = place;
  }

  moveAside(): void {
    const aside = `${this.place}.damaged`;
    rmSync(aside, { recursive: true, force: true });
    renameSync(this.place, aside);
  }
}

/** The number of the site's configuration on this computer, which runs until the cloud has one. */
export const ofComputer = 0;

const ownFiles = /^(?:\d+\.yaml|.*\.tmp)$/u;
/** Of the problems of one version. */
const mostProblems = 50;

/**
 * The folder `configuration`: a file for each version, and `state.json`. A version's file is complete before the state names it, so a power
 * failure at any step leaves a configuration that runs. Until the first version is proven, `site-configuration.yaml` beside the folder is the
 * current one, if it exists: `site-agent split` writes it.
 */
export class ConfigurationStore {
  readonly #folder: string;
  readonly #ofComputer: string;
  #state: State;

  /** @throws DamagedConfiguration */
  constructor(dataFolder: string) {
    this.#folder = path.join(dataFolder, 'configuration');
    this.#ofComputer = path.join(dataFolder, splitFileName);
    this.#state = this.#read();
  }

  /** Returns the proven version; null if the file on the computer is the whole configuration. @throws DamagedConfiguration */
  current(): CloudPart | null {
    const { current } = this.#state;
    if (current !== null) return this.#part(current, this.#file(current), this.#folder);
    return existsSync(this.#ofComputer) ? this.#part(ofComputer, this.#ofComputer, this.#ofComputer) : null;
  }

  /** Returns the version on trial; null without one. */
  get onTrial(): number | null {
    return this.#state.trial;
  }

  /** The newest version that was applied, refused or rolled back; it is not tried again. */
  get newest(): number | null {
    const { current, failed } = this.#state;
    return current === null && failed === null ? null : Math.max(current ?? 0, failed ?? 0);
  }

  get running(): RunningConfiguration {
    const { current, trial } = this.#state;
    const { newest } = this;
    if (trial !== null) return { version: trial, state: 'trial', newest: trial };
    return current === null ? { version: null, state: 'file', newest } : { version: current, state: 'applied', newest };
  }

  get unreported(): VersionResult | null {
    return this.#state.unreported;
  }

  /** Whether a start that leaves this out uses no less than the last one. */
  isNoWorse(without: readonly string[]): boolean {
    return without.every((name) => this.#state.without.includes(name));
  }

  /** Stores what this start leaves out, for the next version of the agent. */
  noteWithout(without: readonly string[]): void {
    if (!isDeepStrictEqual(without, this.#state.without)) this.#store({ ...this.#state, without: [...without] });
  }

  /** @param text as the cloud shows it: its lines are those of the problems */
  begin(trial: number, text: string): void {
    writePrivateFile(this.#file(trial), text);
    this.#store({ ...this.#state, trial });
  }

  /** Makes the version on trial the current one. */
  keep(): void {
    const { trial } = this.#state;
    if (trial === null) throw new Error('No configuration is on trial');
    const unreported = { version: trial, outcome: 'applied' as const, problems: [] };
    this.#store({ current: trial, trial: null, failed: null, unreported, without: [] });
    this.#removeOthers();
    rmSync(this.#ofComputer, { force: true });
  }

  /** Returns to the current version. */
  rollBack(reason: string): void {
    const { trial } = this.#state;
    if (trial === null) throw new Error('No configuration is on trial');
    this.#fail(trial, 'rolled-back', [{ path: '', sentence: reason }]);
  }

  /** Returns to the current version without a result: the next start tries the version on trial again. */
  abandon(): void {
    this.#store({ ...this.#state, trial: null });
    this.#removeOthers();
  }

  refuse(refused: number, problems: readonly ConfigurationProblem[]): void {
    this.#fail(refused, 'refused', problems);
  }

  /** Stores the site's configuration of this computer, for the time until the cloud has one. */
  writeOfComputer(text: string): string {
    writePrivateFile(this.#ofComputer, text);
    return this.#ofComputer;
  }

  /** The result is in the journal. */
  reported(): void {
    this.#store({ ...this.#state, unreported: null });
  }

  #fail(failed: number, outcome: 'refused' | 'rolled-back', problems: readonly ConfigurationProblem[]): void {
    const unreported = { version: failed, outcome, problems: problems.slice(0, mostProblems) };
    this.#store({ ...this.#state, trial: null, failed, unreported });
    this.#removeOthers();
  }

  #part(found: number, file: string, place: string): CloudPart {
    if (!existsSync(file)) throw new DamagedConfiguration(file, place);
    const { value, errors } = readConfigurationText(readFileSync(file, 'utf8'));
    if (errors.length > 0) throw new DamagedConfiguration(file, place);
    return { version: found, content: value ?? {} };
  }

  #read(): State {
    const file = path.join(this.#folder, 'state.json');
    if (!existsSync(file)) return { current: null, trial: null, failed: null, unreported: null, without: [] };
    try {
      return storedState.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch (error) {
      throw new DamagedConfiguration(file, this.#folder, { cause: error });
    }
  }

  #store(state: State): void {
    writePrivateFile(path.join(this.#folder, 'state.json'), `${JSON.stringify(state, null, 2)}\n`);
    this.#state = state;
  }

  #file(of: number): string {
    return path.join(this.#folder, `${of}.yaml`);
  }

  #removeOthers(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const kept = `${this.#state.current}.yaml`;
    for (const name of readdirSync(this.#folder)) {
      if (ownFiles.test(name) && name !== kept) rmSync(path.join(this.#folder, name), { force: true });
    }
  }
}
