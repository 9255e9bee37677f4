import { configurationProblems } from '@washdesk/site-protocol/site-configuration/configuration-problems';
import { problemSentence } from '../../../lib/api/call-failure.ts';
import type { Group } from './schema-node.ts';

/** Returns the message of each field that is wrong at and below a path, by its path. */
export function problemsBelow(content: Group, path: readonly string[]): ReadonlyMap<string, string> {
  const start = path.join('.');
  const below = configurationProblems(content).filter((problem) => problem.path === start || problem.path.startsWith(`${start}.`));
  return new Map(below.toReversed().map((problem) => [problem.path, messageOf(problem.sentence)]));
}

/** 'Device north, Port: must be at least 1' is 'Port must be at least 1' at its field. */
function messageOf(sentence: string): string {
  const { field = '', words = sentence } = /^(?<field>[^:]*): (?<words>.*)$/su.exec(sentence)?.groups ?? {};
  return problemSentence(field.split(', ').at(-1) ?? '', words);
}
