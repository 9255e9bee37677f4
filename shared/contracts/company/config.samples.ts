import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './config.ts';

export const samples: SamplesOf<typeof contracts> = {
  setConfigOption: { params: { option: 'AllowManualEntry', newValue: 'false' } },
  setAllowManualEntry: { params: { value: 'false' } },
  putFlags: { body: [{ name: 'new-screen', description: 'Shows it', value: true }] },
};
