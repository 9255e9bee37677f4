import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './terminal.ts';

export const samples: SamplesOf<typeof contracts> = {
  listReaders: { query: { location: 'tml_Joliet00000012' }, notMeasured: 'Stripe answers' },
  registerReader: { body: { locationId: 'tml_Joliet00000012', displayName: 'Register 3', readerCode: 'simulated-wpe' } },
  deleteReader: { params: { id: 'tmr_none' } },
};
