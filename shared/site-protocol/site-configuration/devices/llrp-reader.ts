import { z } from 'zod';
import { networkFields } from '../device-fields.ts';
import { deviceTls } from '../device-tls.ts';

export const llrpReaderFields = {
  ...networkFields,
  port: networkFields.port.meta({ title: 'Port', description: '5084, or 5085 with TLS' }),
  tls: deviceTls.optional(),
  keepaliveMs: z.int().min(500).max(60_000).default(5_000).meta({
    title: 'Keepalive (ms)',
    description: 'The reader sends a keepalive this often; after 2.5 of them without a message it is reconnected',
  }),
  session: z
    .int()
    .min(0)
    .max(3)
    .default(1)
    .meta({ title: 'Session', description: 'Gen2 session: how long a read tag stays silent, if the search mode has a single target' }),
  dualTarget: z.boolean().optional().meta({
    title: 'Dual target',
    description: 'Impinj’s search mode. Dual target, the default there, reads a standing tag continuously; single target once per session',
  }),
  transmitPower: z.number().min(0).max(36).optional().meta({
    title: 'Transmit power (dBm)',
    description: 'The reader takes its next lower level. Default: the reader’s own, usually its highest',
  }),
  takenRetryMs: z
    .int()
    .min(500)
    .max(60_000)
    .default(10_000)
    .meta({ title: 'Retry if taken (ms)', description: 'How often a reader that another program holds is tried again' }),
};
