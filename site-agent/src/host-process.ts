import type { RunningConfiguration } from '@washdesk/site-protocol/site-configuration/delivery';
import type { CloudPart } from './configuration/configuration-store.ts';
import type { ReportedConfiguration } from './configuration/report-result.ts';
import { noProcess, type AgentProcess } from './local-page/create-local-page.ts';
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

export const noHost: HostProcess = {
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
