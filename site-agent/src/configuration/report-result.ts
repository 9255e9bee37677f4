import type { Logger } from 'pino';
import { agentDevice } from '@washdesk/site-protocol/commands';
import type { Journal } from '../journal/journal.ts';
import type { VersionResult } from './configuration-store.ts';

/** The result of the last version. */
export interface ReportedConfiguration {
  readonly unreported: VersionResult | null;
  reported(): void;
}

const noteName = 'configuration-result';

/** Stores the result of the last version as an event for the cloud, once: also if the process ends before `reported` is on disk. */
export function reportResult(configuration: ReportedConfiguration, journal: Pick<Journal, 'note' | 'recordAll'>, log: Logger): void {
  const result = configuration.unreported;
  if (!result) return;
  const value = `${result.version} ${result.outcome}`;
  try {
    if (journal.note(noteName) !== value) {
      journal.recordAll([{ kind: 'configuration', source: agentDevice, payload: result }], { name: noteName, value });
    }
    configuration.reported();
  } catch (error) {
    log.warn({ err: error }, 'Result of the configuration not stored; the next start stores it');
  }
}
