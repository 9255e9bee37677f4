import { describe, expect, it, vi } from 'vitest';
import type { CommandContext } from '../../../ports/commands.ts';
import type { PosDatabase } from '../../../ports/pos-database.ts';
import { WriteDeadline } from '../../../ports/write-deadline.ts';
import { sitewatchCommands } from './sitewatch.ts';

const { signal } = new AbortController();
const context: CommandContext = { id: 'c1', device: 'sitewatch', deadline: WriteDeadline.none, signal };

describe('sitewatch commands', () => {
  it('hand the question and the deadline to the database', async () => {
    const employee = { number: 7, firstName: 'A', lastName: 'B', active: true };
    const find = vi.fn<PosDatabase['employee']>().mockResolvedValue(employee);
    const commands = sitewatchCommands({ employee: find } as Partial<PosDatabase> as PosDatabase);
    expect(await commands['sitewatch.employee']({ number: 7 }, context)).toEqual({ employee });
    expect(find).toHaveBeenCalledWith(7, signal);
  });

  it('say that there is none where the site has none', async () => {
    await expect(sitewatchCommands(null)['sitewatch.employees']({}, context)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
