import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './choice.ts';

export const samples: SamplesOf<typeof contracts> = {
  addPromo: { body: { description: 'Two months for one' } },
  changePromo: { params: { id: '1' }, body: { description: 'Two months for one', active: true } },
  addReason: { body: { reasontext: 'Moved to the moon', kinds: ['terminate'] } },
  changeReason: { params: { reasonvalue: 'moved' }, body: { reasontext: 'Moved away', kinds: ['terminate'], active: true } },
};
