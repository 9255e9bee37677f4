import { expect, it } from 'vitest';
import { certificateProblem } from './certificate-problem.ts';

it.each([
  ['2026-12-10T12:00:01Z', null],
  ['2026-12-10T12:00:00Z', 'The broker’s certificate expires on 2026-12-10; replace it before'],
  ['2026-11-26T12:00:00Z', 'The broker’s certificate expired on 2026-11-26; replace it'],
])('names a certificate that is valid to %s: %s', (validTo, sentence) => {
  expect(certificateProblem('The broker’s certificate', new Date(validTo), new Date('2026-11-26T12:00:00Z'))).toBe(sentence);
});
