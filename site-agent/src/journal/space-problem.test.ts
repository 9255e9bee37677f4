import { expect, it } from 'vitest';
import { spaceProblem } from './space-problem.ts';

it.each([
  ['an empty journal', 0, null, null],
  ['a little, filling fast', 9, 1, null],
  ['filling within a day', 13, 20.7, 'Events wait for the cloud: the journal is over 10 % full, and at this rate full in 20 hours'],
  ['filling within the hour', 97, 1.2, 'Events wait for the cloud: the journal is over 90 % full, and at this rate full in 1 hour'],
  ['slow, below half', 49, 30, null],
  ['slow, above half', 50, 300, 'Events wait for the cloud: the journal is over 50 % full, and at this rate full in 300 hours'],
  ['nothing added any more', 62, null, 'Events wait for the cloud: the journal is over 60 % full'],
])('%s', (_case, usedBytes, hoursLeft, problem) => {
  expect(spaceProblem({ usedBytes, maxBytes: 100, hoursLeft })).toBe(problem);
});
