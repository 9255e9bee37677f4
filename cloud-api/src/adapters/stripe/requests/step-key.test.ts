import { describe, expect, it } from 'vitest';
import { operationMetadata } from './step-key.ts';

describe('operationMetadata', () => {
  const step = { operation: '0190', step: 'create', attempt: 1 };

  it('names the operation in what a step creates', () => {
    expect(operationMetadata({ ...step, metadataKey: 'operation' }, { site: '12' })).toEqual({ site: '12', operation: '0190' });
  });

  it('repeats what was begun under the old name as the same request', () => {
    expect(operationMetadata({ ...step, metadataKey: 'deed' }, { site: '12' })).toEqual({ site: '12', deed: '0190' });
  });
});
