import { expect, it, vi } from 'vitest';
import type { UsageRecord } from '@washdesk/site-protocol/sitewatch';
import type { Journal } from '../../../journal/journal.ts';
import { noLog } from '../../../testing/support.ts';
import { UsageWriter } from './usage-writer.ts';

const usage = (usageId: string) => ({ usageId }) as UsageRecord;

it('writes a wash that is stored at the moment when it has written the last one', async () => {
  const unwritten = [usage('first')];
  const written: string[] = [];
  const journal = {
    laneUsages: { nextUnwritten: () => unwritten[0] ?? null },
    usageWritten(id: string) {
      unwritten.shift();
      // the next wash, after the writer has looked for one and before it has ended
      if (id === 'first')
        queueMicrotask(() => {
          unwritten.push(usage('second'));
          writer.start();
        });
    },
  } as unknown as Journal;
  const recordUsage = async ({ usageId }: UsageRecord) => {
    written.push(usageId);
    return { saleId: 1, repeated: false };
  };
  const writer = new UsageWriter({ sitewatch: { recordUsage }, journal, log: noLog });
  writer.start();
  await vi.waitFor(() => expect(written).toEqual(['first', 'second']));
  await writer.stop();
});
