import { z } from 'zod';
import { addressFields, addressProblem, networkFields, serialPort } from '../device-fields.ts';

/** Returns the regular expression of a text, or what is wrong with it. */
export function readRegularExpression(text: string): RegExp | string {
  try {
    return new RegExp(text, 'u');
  } catch (error) {
    return error instanceof Error ? error.message : 'not a regular expression';
  }
}

export const lineTextReaderFields = {
  ...addressFields,
  serial: serialPort
    .extend({
      baudRate: serialPort.shape.baudRate.unwrap().optional().meta({ title: 'Baud rate', description: 'Default: that of the format' }),
      flowControl: serialPort.shape.flowControl
        .unwrap()
        .optional()
        .meta({ title: 'Flow control', description: 'Default: that of the format' }),
    })
    .optional()
    .meta({ title: 'Serial port', description: 'For a reader that isn’t on the network' }),
  listen: z
    .strictObject({
      port: networkFields.port.meta({ title: 'Port', description: 'The agent’s port that the reader connects to' }),
      from: z.union([z.ipv4(), z.ipv6()], 'use the reader’s IP address').meta({ title: 'From', description: 'The reader’s IP address' }),
    })
    .optional()
    .meta({ title: 'Listen', description: 'For an Alien reader that connects to the agent; others are refused' }),
  format: z.enum(['encompass', 'alien']).meta({
    title: 'Format',
    description: 'encompass: #<tag> lines of TransCore readers. alien: text, terse text and notify blocks of Alien readers',
  }),
  tagPattern: z
    .string()
    .max(200)
    .superRefine((text, context) => {
      const read = readRegularExpression(text);
      if (typeof read === 'string') context.addIssue({ code: 'custom', message: read });
    })
    .optional()
    .meta({
      title: 'Tag pattern',
      description: 'Regular expression of the company’s tags, without blanks and in upper case; without it, all that looks like a tag',
    }),
  sendAllReads: z.boolean().default(false).meta({
    title: 'Send all reads',
    description: 'Encompass: switches the reader’s uniqueness off. Otherwise it sends a tag once in two minutes, and Reads must be 1',
  }),
  silentAfterMs: z.int().min(100).max(86_400_000).default(300_000).meta({
    title: 'Silent after (ms)',
    description: 'An Encompass reader that sends nothing for this long is asked whether it responds; with Listen it is offline',
  }),
};

interface Fields {
  host?: string | undefined;
  port?: number | undefined;
  serial?: object | undefined;
  listen?: object | undefined;
  format: 'encompass' | 'alien';
  sendAllReads: boolean;
}

export function readerProblem({ host, port, serial, listen, format, sendAllReads }: Fields): string | null {
  if (sendAllReads && format !== 'encompass') return "'sendAllReads' is for the format 'encompass'";
  if (listen === undefined) return addressProblem({ host, port, serial });
  if (format !== 'alien') return "'listen' is for the format 'alien'";
  return (host ?? port ?? serial) === undefined ? null : "'listen' excludes 'host', 'port' and 'serial'";
}
