import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './service-account.ts';

export const samples: SamplesOf<typeof contracts> = {
  createServiceAccount: { body: { serviceName: 'Night report', servicePermissions: ['Reporter'] } },
  deleteServiceAccount: { params: { client_id: 'service-none' } },
};
