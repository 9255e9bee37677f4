import { describe, expect, it, vi } from 'vitest';
import type { CommandContext } from '../../../ports/commands.ts';
import type { PosDatabase } from '../../../ports/pos-database.ts';
import { WriteDeadline } from '../../../ports/write-deadline.ts';
import { sitewatchWrites } from './sitewatch-writes.ts';

const { signal } = new AbortController();
const context: CommandContext = { id: 'c1', device: 'sitewatch', deadline: WriteDeadline.none, signal };

function commandsOn(result: unknown, repeated: boolean) {
  const write = vi.fn().mockResolvedValue({ result, repeated });
  return { write, commands: sitewatchWrites({ write } as Partial<PosDatabase> as PosDatabase) };
}

describe('sitewatch writes', () => {
  it("have the command's id as the action's own", async () => {
    const { write, commands } = commandsOn({ found: true }, false);
    expect(await commands['sitewatch.clear-comment']({ objid: 50 }, context)).toEqual({ found: true });
    expect(write).toHaveBeenCalledWith('sitewatch.clear-comment', 'c1', { objid: 50 }, signal);
  });

  it('say of a deduction that it was done before', async () => {
    const { commands } = commandsOn({ result: 'deducted', cards: [], repeated: false }, true);
    expect(await commands['sitewatch.deduct-gift-card']({ code: 'GIFT1', amount: 100 }, context)).toEqual({
      result: 'deducted',
      cards: [],
      repeated: true,
    });
  });

  it('say that there is none where the site has none', async () => {
    await expect(sitewatchWrites(null)['sitewatch.clear-comment']({ objid: 50 }, context)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
