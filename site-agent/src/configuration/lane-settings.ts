import { problemOf } from '@washdesk/site-protocol/site-configuration/configuration-problems';
import { fieldInWords } from '@washdesk/site-protocol/site-configuration/field';
import { laneProblems } from '@washdesk/site-protocol/site-configuration/lane-problems';
import { siteConfiguration } from '@washdesk/site-protocol/site-configuration/site-configuration';
import type { AgentConfig } from '../config.ts';
import { oneSentence } from './without-problems.ts';

/** Returns the settings that stop a lane, as sentences. The agent starts with them: a reader that admits no member closes no gate. */
export const stoppedLanes = (config: AgentConfig): string[] =>
  laneProblems(config).map(
    ({ path, message }) => problemOf({ path, field: fieldInWords(siteConfiguration, config, path), message }).sentence,
  );

/** Returns them in one sentence; null if there is none. `site-agent check` reports all by field and line. */
export const stoppedLanesProblem = (sentences: readonly string[]): string | null => oneSentence('A setting stops a lane: ', sentences);
