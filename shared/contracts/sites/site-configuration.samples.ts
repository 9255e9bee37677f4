import type { SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './site-configuration.ts';

const params = { site: '12' };
const content = {
  devices: [{ id: 'north', name: 'North', driver: 'modbus-gate', lane: 1, host: '10.0.0.5', port: 502, coil: 0 }],
};
const unsaved = 'the company of the benchmark has no saved version';

export const samples: SamplesOf<typeof contracts> = {
  checkSiteConfiguration: { body: { content } },
  getSiteConfiguration: { params, bench: () => ({ params }) },
  siteConfigurationHistory: { params, bench: () => ({ params }) },
  siteConfigurationVersion: { params: { ...params, version: '1' }, notMeasured: unsaved },
  siteConfigurationDifference: { params, query: { from: '1', to: '2' }, notMeasured: unsaved },
  siteConfigurationOfFile: { params, notMeasured: 'asks the agent, which the benchmark lacks' },
  saveSiteConfiguration: { params, body: { basedOn: 0, content, reason: 'First configuration' } },
  restoreSiteConfiguration: { params, body: { version: 1, basedOn: 2, reason: 'The new gate failed' } },
  agentConfiguration: { query: { have: '1' }, notMeasured: 'for the account of an agent alone' },
};
