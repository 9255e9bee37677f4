import { z } from 'zod';
import { addressFields, addressProblem, deviceFields, networkFields, serialPort } from '../device-fields.ts';

const regularExpression = z.string().transform((text, context) => {
  try {
    return new RegExp(text, 'u');
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : 'not a regular expression');
    return z.NEVER;
  }
});

export const lineTextReaderFields = {
  ...addressFields,
  /** Baud rate and flow control have the defaults of the format. */
  serial: serialPort
    .extend({ baudRate: serialPort.shape.baudRate.unwrap().optional(), flowControl: serialPort.shape.flowControl.unwrap().optional() })
    .optional(),
  /** For a reader that connects to the agent: the agent's port, and the reader's address. Others are refused. */
  listen: z.strictObject({ port: networkFields.port, from: z.union([z.ipv4(), z.ipv6()]) }).optional(),
  /** `encompass`: `#<tag>` lines of TransCore readers. `alien`: text, terse text and notify blocks of Alien readers. */
  format: z.enum(['encompass', 'alien']),
  /** Tags of the company, without blanks and in upper case. Without it, all that looks like a tag. */
  tagPattern: regularExpression.optional(),
  /** Encompass: switches the reader's uniqueness off at the start. Otherwise it sends a tag once in two minutes, so set `reads: 1`. */
  sendAllReads: z.boolean().default(false),
  /** An Encompass reader that sends nothing for this long is asked whether it responds. With `listen`, a silent reader is offline. */
  silentAfterMs: z.int().min(100).max(86_400_000).default(300_000),
};

type Fields = z.output<z.ZodObject<typeof lineTextReaderFields>>;
export type LineTextReaderConfig = Fields & Pick<z.output<z.ZodObject<typeof deviceFields>>, 'id'>;

export function readerProblem({ host, port, serial, listen, format, sendAllReads }: Fields): string | null {
  if (sendAllReads && format !== 'encompass') return "'sendAllReads' is for the format 'encompass'";
  if (listen === undefined) return addressProblem({ host, port, serial: serial && serialPort.parse(serial) });
  if (format !== 'alien') return "'listen' is for the format 'alien'";
  return (host ?? port ?? serial) === undefined ? null : "'listen' excludes 'host', 'port' and 'serial'";
}
