import { describe, expect, it } from 'vitest';
import { gateTimeoutMessage, initialGateState, gateReducer, type GateEvent, type GateState } from './gate-machine.ts';

const run = (...events: GateEvent[]): GateState => events.reduce(gateReducer, initialGateState);
const pressed: GateEvent = { type: 'pressed', commandId: 'command-1' };
const answered = (result: 'opened' | 'unconfirmed' | 'duplicate' | 'expired' | 'interlocked' | 'rejected' | 'unknown'): GateEvent => ({
  type: 'answered',
  answer: { result, message: `It was ${result}.` },
});

describe('gateReducer', () => {
  it('opens by a press', () => {
    expect(run(pressed)).toEqual({ phase: 'opening', commandId: 'command-1' });
  });

  it.each([
    ['opened', 'go'],
    ['unconfirmed', 'wait'],
    ['duplicate', 'wait'],
    ['expired', 'stop'],
    ['interlocked', 'stop'],
    ['rejected', 'stop'],
  ] as const)('is ready for a new command after %s', (result, tone) => {
    expect(run(pressed, answered(result))).toEqual({ phase: 'ready', outcome: { tone, message: `It was ${result}.` } });
  });

  it('does not alarm for a gate that never reports that it opened', () => {
    const answer = { result: 'unconfirmed', message: 'North was triggered', noReadback: true } as const;
    expect(run(pressed, { type: 'answered', answer })).toEqual({
      phase: 'ready',
      outcome: { tone: 'neutral', message: 'North was triggered' },
    });
  });

  it('keeps the id while the outcome is unknown', () => {
    expect(run(pressed, answered('unknown'))).toEqual({ phase: 'unknown', commandId: 'command-1', message: 'It was unknown.' });
    expect(run(pressed, { type: 'silent' })).toEqual({ phase: 'unknown', commandId: 'command-1', message: gateTimeoutMessage });
  });

  it('is ready again once a check was answered', () => {
    expect(run(pressed, { type: 'silent' }, { type: 'asked' })).toEqual({ phase: 'checking', commandId: 'command-1' });
    expect(run(pressed, { type: 'silent' }, { type: 'asked' }, answered('opened')).phase).toBe('ready');
  });

  it('says why the API turned the request down', () => {
    expect(run(pressed, { type: 'refused', message: 'Not here.' })).toEqual({
      phase: 'ready',
      outcome: { tone: 'stop', message: 'Not here.' },
    });
  });

  it('still does not know the outcome when a check was turned down or lost', () => {
    const checking = run(pressed, { type: 'silent' }, { type: 'asked' });
    expect(gateReducer(checking, { type: 'refused', message: 'Not here.' })).toMatchObject({ phase: 'unknown', commandId: 'command-1' });
    expect(gateReducer(checking, { type: 'silent' })).toMatchObject({ phase: 'unknown', commandId: 'command-1' });
  });

  it('takes no press while the outcome is not known', () => {
    expect(run(pressed, { type: 'silent' }, { type: 'pressed', commandId: 'command-2' })).toMatchObject({ phase: 'unknown' });
  });

  it('ignores a second press, and an answer that comes after the deadline', () => {
    expect(run(pressed, { type: 'pressed', commandId: 'command-2' })).toEqual({ phase: 'opening', commandId: 'command-1' });
    expect(run(pressed, { type: 'silent' }, answered('opened')).phase).toBe('unknown');
  });

  it('clears the words of an outcome but never an unknown one', () => {
    expect(run(pressed, answered('opened'), { type: 'faded' })).toEqual(initialGateState);
    expect(run(pressed, { type: 'silent' }, { type: 'faded' }).phase).toBe('unknown');
  });
});
