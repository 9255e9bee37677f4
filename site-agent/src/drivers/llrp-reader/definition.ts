import { readerKind } from '../../features/lane/rfid/reader-kind.ts';
import { defineDriver } from '../define-driver.ts';
import { llrpReaderFields } from './config.ts';

/** A tag reader that speaks LLRP: Impinj, Zebra and others (docs/site-devices.md#llrp-llrp-reader). */
export const llrpReader = defineDriver({
  kind: readerKind,
  name: 'llrp-reader',
  fields: llrpReaderFields,
  async create(config) {
    const { LlrpReader } = await import('./llrp-reader.ts');
    return new LlrpReader(config);
  },
});
