import { readerKind } from '../../features/lane/rfid/reader-kind.ts';
import { defineDriver } from '../define-driver.ts';
import { r700ReaderFields } from './config.ts';

/** An Impinj R700 or R720 by its REST interface (docs/site-devices.md#tag-readers). */
export const r700Reader = defineDriver({
  kind: readerKind,
  name: 'r700-reader',
  fields: r700ReaderFields,
  async create(config) {
    const { R700Reader } = await import('./r700-reader.ts');
    return new R700Reader(config);
  },
});
