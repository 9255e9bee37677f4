import { randomUUID } from 'node:crypto';
import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './device.ts';

export const samples: SamplesOf<typeof contracts> = {
  createEnrolment: { body: { kind: 'register', name: 'Register 2', site: 12, terminal: 'Washcashier2' } },
  enrol: { body: { token: 'AAAAAAAAAAAAAAAAAAAAAA' } },
  enrolmentPreview: { body: { token: 'AAAAAAAAAAAAAAAAAAAAAA' } },
  setDeviceNetworks: { params: { id: randomUUID() }, body: { networks: ['203.0.113.0/24'] } },
  revokeDevice: { params: { id: randomUUID() } },
};
