import { randomUUID } from 'node:crypto';
import type { SamplesOf } from '../../samples.fixture.ts';
import type * as contracts from './increase-notice.ts';

const oneIncrease = 'one bulk increase by its id, and the large company has none';

export const samples: SamplesOf<typeof contracts> = {
  increaseNotices: { params: { id: randomUUID() }, notMeasured: oneIncrease },
  previewNotice: { params: { id: randomUUID() }, query: { subscription: 'sub_1' }, notMeasured: oneIncrease },
  increaseLetters: { params: { id: randomUUID() }, notMeasured: oneIncrease },
  markLettersPrinted: { params: { id: randomUUID() }, body: { letters: [randomUUID()] } },
};
