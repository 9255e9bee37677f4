import { z } from 'zod';
import type { readerKind } from '../../features/lane/rfid/reader-kind.ts';
import { networkFields, type deviceFields } from '../device-fields.ts';
import { deviceTls } from '../device-tls.ts';

export const llrpReaderFields = {
  ...networkFields,
  /** Usually with port 5085. */
  tls: deviceTls.optional(),
  /** The reader sends a keepalive this often. After 2.5 of them without a message it is reconnected. */
  keepaliveMs: z.int().min(500).max(60_000).default(5_000),
  /** Gen2 session: how long a read tag stays silent, if the search mode has a single target. */
  session: z.int().min(0).max(3).default(1),
  /** Impinj's search mode. Dual target, the default there, reads a standing tag continuously; single target once per session. */
  dualTarget: z.boolean().optional(),
  /** In dBm; the reader takes its next lower level. Default: the reader's own, usually its highest. */
  transmitPower: z.number().min(0).max(36).optional(),
  /** How often a reader that another program holds is tried again. */
  takenRetryMs: z.int().min(500).max(60_000).default(10_000),
};

type Fields = typeof llrpReaderFields & Pick<typeof deviceFields, 'id'> & Pick<typeof readerKind.fields, 'antennas'>;
export type LlrpReaderConfig = z.output<z.ZodObject<Fields>>;
