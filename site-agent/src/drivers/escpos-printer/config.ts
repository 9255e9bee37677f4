import { z } from 'zod';
import { addressFields, serialPort } from '../device-fields.ts';

export const escposPrinterFields = {
  ...addressFields,
  /** With XON/XOFF, set at the printer too, logos are left out: their bytes could stop the flow. */
  serial: serialPort.extend({ flowControl: serialPort.shape.flowControl.default('xon-xoff') }).optional(),
  /** Characters per line: 42 or 48 on 80 mm paper, 32 on 58 mm. */
  columns: z.int().min(24).max(96).default(42),
  /** The printer's code page. Characters that it lacks are printed as the nearest letters. */
  encoding: z.enum(['cp437', 'cp858', 'cp1252', 'multilingual']).default('cp437'),
  /** Names of the Sitewatch terminals whose receipts this printer prints. */
  terminals: z.array(z.string().trim().min(1)).default([]),
  /** Status polling interval while the printer is idle. */
  statusEveryMs: z.int().min(100).max(600_000).default(5_000),
  /** Without a response within this time, a job's outcome is unknown. */
  jobTimeoutMs: z.int().min(500).max(120_000).default(15_000),
};

export type EscposPrinterConfig = z.output<z.ZodObject<typeof escposPrinterFields>>;
