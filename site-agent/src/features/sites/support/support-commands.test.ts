import { describe, expect, it, vi } from 'vitest';
import { commands as catalog } from '@washdesk/site-protocol/commands';
import { WriteDeadline } from '../../../ports/write-deadline.ts';
import { TrialLock } from '../../../trial-lock.ts';
import { supportCommands, type SupportCommandsOptions } from './support-commands.ts';

const context = { id: '', device: 'agent', deadline: WriteDeadline.none, signal: new AbortController().signal };

const commandsWith = (change: Partial<SupportCommandsOptions> = {}) =>
  supportCommands({
    version: '1.2.3',
    boot: '019aa000-0000-7000-8000-000000000001',
    journal: {
      outbox: {
        waiting: () => ({ events: 3, oldest: '2026-11-21T11:00:00.000Z' }),
        space: () => ({ usedBytes: 1_000, maxBytes: 2_000, hoursLeft: null }),
      },
      roster: { seq: 7, confirmed: null },
    } as unknown as SupportCommandsOptions['journal'],
    problems: { all: () => [{ code: 'clock', sentence: 'The clock is slow', cause: 'NTP', atGates: true }] },
    cloudTime: { skewMs: () => 120 },
    clock: { now: () => new Date('2026-11-21T12:00:00Z') },
    outage: { connection: { connected: true, since: '2026-11-21T10:00:00.000Z' } },
    lastLines: (count) => Array.from({ length: count }, (_none, index) => `${index} ${'x'.repeat(1_000)}`),
    redactedConfig: () => 'site: 12\n',
    restart: null,
    trials: new TrialLock(),
    configuration: () => undefined,
    configure: null,
    restartDriver: async (device) => device === 'north',
    ...change,
  });

describe('the agent’s commands for IT', () => {
  it('return its state as the catalog describes it', async () => {
    const status = catalog['agent.status'].reply.parse(await commandsWith()['agent.status']({}, context));
    expect(status).toMatchObject({
      version: '1.2.3',
      startedAt: '2026-11-21T12:00:00.000Z',
      clockAheadMs: 120,
      connectedSince: '2026-11-21T10:00:00.000Z',
      waiting: { events: 3, oldest: '2026-11-21T11:00:00.000Z', usedBytes: 1_000 },
      problems: [{ code: 'clock', sentence: 'The clock is slow: NTP' }],
    });
  });

  it('return the newest log lines that fit into one message', async () => {
    const { lines } = await commandsWith()['agent.logs']({ lines: 500 }, context);
    expect(lines.at(-1)).toMatch(/^499 /);
    expect(lines.length).toBeGreaterThan(40);
    expect(lines.join('').length).toBeLessThan(48_001);
    expect((await commandsWith()['agent.logs']({ lines: 2 }, context)).lines.map((line) => line.slice(0, 1))).toEqual(['0', '1']);
  });

  it('restart the process after the reply, and refuse it without a service host', async () => {
    vi.useFakeTimers();
    try {
      const restart = vi.fn();
      await commandsWith({ restart })['agent.restart']({}, context);
      expect(restart).not.toHaveBeenCalled();
      vi.runAllTimers();
      expect(restart).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
    await expect(commandsWith()['agent.restart']({}, context)).rejects.toMatchObject({ code: 'rejected' });
  });

  it('refuse a restart while the disk cannot be written: the agent would not start', async () => {
    const problems = { all: () => [{ code: 'disk', sentence: 'The disk is full', cause: 'ENOSPC', atGates: true }] };
    const [trials, restart] = [new TrialLock(), vi.fn()];
    await expect(commandsWith({ restart, trials, problems })['agent.restart']({}, context)).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(/disk/),
    });
    expect(trials.tryTake()).not.toBeNull();
  });

  it('refuse a restart during a trial, and let no trial begin before the restart', async () => {
    const [trials, restart] = [new TrialLock(), vi.fn()];
    const endTrial = trials.tryTake();
    const { 'agent.restart': run } = commandsWith({ restart, trials });
    await expect(run({}, context)).rejects.toMatchObject({ code: 'rejected', message: expect.stringMatching(/on trial/) });
    endTrial?.();
    await run({}, context);
    expect(trials.tryTake()).toBeNull();
    await vi.waitFor(() => expect(restart).toHaveBeenCalledOnce());
  });

  it('restart a device’s driver, and refuse an unknown one', async () => {
    expect(await commandsWith()['agent.restart-driver']({ device: 'north' }, context)).toEqual({});
    await expect(commandsWith()['agent.restart-driver']({ device: 'attic' }, context)).rejects.toMatchObject({ code: 'unknown_device' });
  });
});
