import { randomUUID } from 'node:crypto';
import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './gate.ts';

export const samples: SamplesOf<typeof contracts> = {
  checkGate: { params: { host: 'north' }, body: { commandId: randomUUID() } },
  openGate: { params: { host: 'north' }, body: { commandId: randomUUID(), reason: 'member waits' } },
};
