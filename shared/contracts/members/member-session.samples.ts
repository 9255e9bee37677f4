import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './member-session.ts';

export const samples: SamplesOf<typeof contracts> = {
  requestMemberLink: { body: { contact: 'ada@example.com', lang: 'en' } },
  requestMemberCode: { body: { lang: 'en' } },
  openMemberSession: { body: { token: 'A'.repeat(43) } },
};
