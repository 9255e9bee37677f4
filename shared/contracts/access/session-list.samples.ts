import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './session-list.ts';

export const samples: SamplesOf<typeof contracts> = {
  listRefreshTokens: {
    bench: {
      '': () => ({}),
      'a name': () => ({ query: { search: 'sam' } }),
    },
  },
  endSessions: { body: { employee: 999_999 } },
};
