import { z } from 'zod';
import { addressFields, serialPort } from '../device-fields.ts';

export const escposPrinterFields = {
  ...addressFields,
  serial: serialPort
    .extend({
      flowControl: serialPort.shape.flowControl.unwrap().default('xon-xoff').meta({
        title: 'Flow control',
        description: 'With xon-xoff, set at the printer too, logos are left out: their bytes could stop the flow',
      }),
    })
    .optional()
    .meta({ title: 'Serial port', description: 'For a printer that isn’t on the network' }),
  columns: z
    .int()
    .min(24)
    .max(96)
    .default(42)
    .meta({ title: 'Columns', description: 'Characters per line: 42 or 48 on 80 mm paper, 32 on 58 mm' }),
  encoding: z
    .enum(['cp437', 'cp858', 'cp1252', 'multilingual'])
    .default('cp437')
    .meta({ title: 'Encoding', description: 'The printer’s code page; characters that it lacks are printed as the nearest letters' }),
  terminals: z
    .array(z.string().trim().min(1).max(30).meta({ title: 'Terminal', description: 'Name in Sitewatch' }))
    .default([])
    .meta({ title: 'Terminals', description: 'Names of the Sitewatch terminals whose receipts this printer prints' }),
  statusEveryMs: z
    .int()
    .min(100)
    .max(600_000)
    .default(5_000)
    .meta({ title: 'Status interval (ms)', description: 'Status polling while the printer is idle' }),
  jobTimeoutMs: z
    .int()
    .min(500)
    .max(120_000)
    .default(15_000)
    .meta({ title: 'Job timeout (ms)', description: 'Without a response within this time, a job’s outcome is unknown' }),
};
