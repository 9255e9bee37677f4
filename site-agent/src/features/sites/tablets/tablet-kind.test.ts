import { beforeEach, describe, expect, it } from 'vitest';
import type { CommandContext } from '../../../ports/commands.ts';
import type { Tablet } from '../../../ports/tablet.ts';
import { WriteDeadline } from '../../../ports/write-deadline.ts';
import { tabletCommands } from './tablet-kind.ts';

const signature = '0192f3a0-0000-7000-8000-000000000000';
const at = (device: string): CommandContext => ({ id: 'c1', device, deadline: WriteDeadline.none, signal: new AbortController().signal });

let heard: string[];
let hears: boolean;

const tablet: Tablet = {
  start: () => undefined,
  stop: () => Promise.resolve(),
  hint(id) {
    heard.push(id);
    return Promise.resolve(hears);
  },
  health: () => ({ status: 'ready' }),
  onHealth: () => () => undefined,
};
const { 'tablet.hint': hint } = tabletCommands(new Map([['desk', tablet]]));

beforeEach(() => {
  heard = [];
  hears = true;
});

describe('a hint', () => {
  it.each([[true], [false]])('is sent to its tablet, which receives it or not (%s)', async (told) => {
    hears = told;
    expect(await hint({ signature }, at('desk'))).toEqual({ told });
    expect(heard).toEqual([signature]);
  });

  it('for a tablet that the site does not have is not delivered', async () => {
    expect(await hint({ signature }, at('office'))).toEqual({ told: false });
    expect(heard).toEqual([]);
  });
});
