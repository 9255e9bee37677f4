import { randomUUID } from 'node:crypto';
import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './board.ts';

export const samples: SamplesOf<typeof contracts> = {
  decideLaneRead: { params: { id: randomUUID() }, body: { kind: 'admitted', lane: 1 } },
};
