import { z } from 'zod';
import { cloudFaultCodes } from '@washdesk/rules/company/cloud-faults';
import { endpoint, exactRole } from '../endpoint.ts';
import { isoTime } from '../values.ts';

const fault = z.object({
  code: z.enum(cloudFaultCodes),
  level: z.enum(['stop', 'wait']),
  sentence: z.string(),
  step: z.string(),
  since: isoTime.nullable(),
});
export type CloudFaultShown = z.infer<typeof fault>;

/** By the measurements that each server of the cloud stores every few seconds. */
export const getCloudHealth = endpoint({
  id: 'getCloudHealth',
  method: 'GET',
  path: '/cloud',
  access: exactRole('Admin'),
  summary: 'What is wrong with the cloud, with the next step',
  response: z.object({
    faults: z.array(fault),
    /** The servers that run; one that has not measured for a minute is left out. */
    servers: z.array(z.object({ name: z.string(), measured: isoTime, databaseMs: z.int() })),
  }),
});
