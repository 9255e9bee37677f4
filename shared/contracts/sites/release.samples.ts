import { randomUUID } from 'node:crypto';
import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './release.ts';

export const samples: SamplesOf<typeof contracts> = {
  startRollout: { body: { version: '1.5.0', canary: [12], most: 3, continueAfterHours: null, reason: 'Fixes the tag reader' } },
  changeRollout: { params: { id: randomUUID() }, body: { action: 'pause', reason: 'Busy Saturday' } },
};
