import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './one-time-code.ts';

export const samples: SamplesOf<typeof contracts> = {
  setUpCode: { body: { credentials: { username: 'sam', password: 'correct horse' } } },
  confirmCode: { body: { credentials: { username: 'sam', password: 'correct horse' }, code: '123456' } },
  changeSecret: { body: { credentials: { username: 'sam', password: 'correct horse' }, secret: 'battery staple' } },
  resetCode: { body: { employee: 201 } },
};
