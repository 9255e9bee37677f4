import { readerProblem } from '@washdesk/site-protocol/site-configuration/devices/line-text-reader';
import { readerKind } from '../../features/lane/rfid/reader-kind.ts';
import { defineDriver } from '../define-driver.ts';
import { lineTextReaderFields } from './config.ts';

/** A tag reader that writes lines of text to a TCP connection or a serial port (docs/site-devices.md#tag-readers). */
export const lineTextReader = defineDriver({
  kind: readerKind,
  name: 'line-text-reader',
  fields: lineTextReaderFields,
  problem: readerProblem,
  async create(config) {
    const { LineTextReader } = await import('./line-text-reader.ts');
    return new LineTextReader(config);
  },
});
