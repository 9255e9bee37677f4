import { describe, expect, it } from 'vitest';
import { ofOperation } from './step-key.ts';

describe('ofOperation', () => {
  const step = { operation: '0190', step: 'create', attempt: 1 };

  it('names the operation in what a step creates', () => {
    expect(ofOperation({ ...step, metadataKey: 'operation' }, { site: '12' })).toEqual({ site: '12', operation: '0190' });
  });

  it('repeats what was begun under the old name as the same request', () => {
    expect(ofOperation({ ...step, metadataKey: 'deed' }, { site: '12' })).toEqual({ site: '12', deed: '0190' });
  });
});
