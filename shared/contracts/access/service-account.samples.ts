import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './service-account.ts';

export const samples: SamplesOf<typeof contracts> = {
  createServiceAccount: {
    body: {
      serviceName: 'Night report',
      servicePermissions: ['Reporter'],
      expires: '2026-12-31T23:59:59.000Z',
      addresses: ['203.0.113.7'],
    },
  },
  takeOverServiceAccount: { params: { client_id: 'service-none' } },
  deleteServiceAccount: { params: { client_id: 'service-none' } },
};
