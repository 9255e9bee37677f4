import { readerKind } from '../../features/lane/rfid/reader-kind.ts';
import { defineDriver } from '../define-driver.ts';
import { lineTextReaderFields } from './config.ts';

/** A tag reader that writes lines of text to a TCP connection (docs/site-devices.md#tag-readers). */
export const lineTextReader = defineDriver({
  kind: readerKind,
  name: 'line-text-reader',
  fields: lineTextReaderFields,
  async create(config) {
    const { LineTextReader } = await import('./line-text-reader.ts');
    return new LineTextReader(config);
  },
});
