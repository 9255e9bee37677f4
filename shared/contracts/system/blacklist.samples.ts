import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './blacklist.ts';

export const samples: SamplesOf<typeof contracts> = {
  blockAddress: { body: { ip: '203.0.113.7', confirmed: true } },
  unblockAddress: { params: { ip: '203.0.113.7' } },
};
