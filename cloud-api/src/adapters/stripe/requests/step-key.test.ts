import { expect, it } from 'vitest';
import { operationMetadata } from './step-key.ts';

it('operationMetadata names the operation in what a step creates', () => {
  const step = { operation: '0190', step: 'create', attempt: 1 };
  expect(operationMetadata(step, { site: '12' })).toEqual({ site: '12', operation: '0190' });
});
