import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './site-agent.ts';

const csr = '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n';

export const samples: SamplesOf<typeof contracts> = {
  createAgentCode: { params: { site: '12' } },
  revokeSiteAgent: { params: { site: '12' }, body: { reason: 'The PC was stolen' } },
  enrollAgent: { body: { code: '7KQ4M-X2P9T', csr, host: 'wash-12', version: '1.0.0' } },
  agentToken: {
    body: {
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: 'header.payload.signature',
    },
  },
  renewAgentCertificate: { body: { csr } },
};
