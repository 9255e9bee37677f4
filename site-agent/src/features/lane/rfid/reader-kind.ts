import { readerFields } from '@washdesk/site-protocol/site-configuration/devices/reader';
import { defineDeviceKind } from '../../../ports/device-kind.ts';
import type { TagReader } from '../../../ports/tag-reader.ts';
import { readerCommands } from './reader-commands.ts';

export const readerKind = defineDeviceKind<TagReader>()({
  name: 'reader',
  fields: readerFields,
  laneOf({ antennas }) {
    const [lane, ...others] = new Set(Object.values(antennas));
    return lane !== undefined && others.length === 0 ? lane : null;
  },
  commands: (readers, services) =>
    readerCommands(
      readers.map(({ id, driver, config: { antennas } }) => ({ id, driver, antennas })),
      services,
    ),
});
