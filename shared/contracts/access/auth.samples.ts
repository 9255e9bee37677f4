import { randomUUID } from 'node:crypto';
import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './auth.ts';

export const samples: SamplesOf<typeof contracts> = {
  loginEmployee: { body: { employee: 101, pin: '1234', asCashier: true } },
  loginUser: { body: { username: 'sam', password: 'correct horse' } },
  loginServiceAccount: { body: { client_id: 'agent-12', client_secret: 'a secret' } },
  refreshToken: { body: { refreshToken: 'not-a-token' } },
  revokeRefreshToken: { params: { id: randomUUID() } },
  enterPin: { body: { pin: '471147' } },
  unlockPin: { body: { employee: 201 } },
  chooseLocation: { body: { locationId: 'tml_Joliet00000012', terminal: 'Washcashier1' } },
};
