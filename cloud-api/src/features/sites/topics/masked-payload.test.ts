import { describe, expect, it } from 'vitest';
import { maskedPayload } from './masked-payload.ts';

const masked = (topic: string, message: unknown): unknown => JSON.parse(maskedPayload(topic, Buffer.from(JSON.stringify(message))));
const id = '019aa000-0000-7000-8000-000000000012';
const at = '2026-11-21T12:00:00.000Z';

describe('a message of a site, as it is shown', () => {
  it('has the states of agent and devices whole', () => {
    const state = { v: 1, id: 'north', kind: 'gate', name: 'North gate', lane: 1, health: 'offline', reason: 'no power', since: at };
    expect(masked('state/dev/north', state)).toEqual(state);
  });

  it('has no signature, lease or code of a command', () => {
    const body = {
      v: 1,
      id,
      site: 12,
      device: 'sitewatch',
      verb: 'customer-by-code',
      lease: 'random',
      payload: { code: '62989213000012345678' },
    };
    const shown = masked('cmd/sitewatch/customer-by-code', { kid: 'cloud-1', sig: 'c2lnbmF0dXJl', body: JSON.stringify(body) });
    expect(shown).toEqual({ kid: 'cloud-1', sig: '•••', body: { ...body, lease: '•••', payload: { code: '•••78' } } });
    expect(masked('lease', { v: 1, lease: 'random', agent: { host: 'lane-pc' } })).toEqual({
      v: 1,
      lease: '•••',
      agent: { host: 'lane-pc' },
    });
  });

  it.each([
    [
      'a tag',
      'evt/tag/reader',
      { payload: { reader: 'reader', tag: '12345+678901', lane: 1 } },
      { reader: 'reader', tag: '•••01', lane: 1 },
    ],
    ['a plate', 'evt/plate/camera', { payload: { plate: 'ABC123', score: 92 } }, { plate: '•••', score: 92 }],
    ['a customer', 'rsp/cloud-1', { payload: { name: 'Moore, Ada', phone: '8155550199' } }, { name: '•••da', phone: '•••99' }],
  ])('masks %s', (_what, topic, message, payload) => {
    expect(masked(topic, message)).toEqual({ payload });
  });

  it('has why a command was refused, but not its sentence, which may name a customer', () => {
    const reply = { v: 1, id, ok: false, code: 'unavailable', message: 'Card of Ada Moore is lost' };
    expect(masked('rsp/cloud-1', reply)).toEqual({ ...reply, message: '•••st' });
  });

  it('is refused if it is not JSON', () => {
    expect(() => maskedPayload('evt/tag/reader', Buffer.from('12345+678901'))).toThrow(SyntaxError);
  });
});
