import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './terminal.ts';

export const samples: SamplesOf<typeof contracts> = {
  listReaders: { query: { location: 'tml_joliet' }, notMeasured: 'Stripe answers' },
  registerReader: { body: { locationId: 'tml_joliet', displayName: 'Register 3', readerCode: 'simulated-wpe' } },
  deleteReader: { params: { id: 'tmr_none' } },
};
