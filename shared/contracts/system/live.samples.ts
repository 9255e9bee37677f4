import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './live.ts';

export const samples: SamplesOf<typeof contracts> = {
  liveTicket: { body: { topic: 'gate', filter: { host: 'north' } } },
};
