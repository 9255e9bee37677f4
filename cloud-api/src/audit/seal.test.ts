import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sealHash, sealRows, type AuditText } from './seal.ts';

const row = (more: Partial<AuditText> = {}): AuditText => ({
  id: '0190f000-0000-7000-8000-000000000001',
  at: new Date('2026-11-21T12:00:00Z'),
  actor: '101',
  approver: null,
  site: 12,
  device: null,
  action: 'charge.refunded',
  subject: 'charge:ch_1',
  before: null,
  after: '{"amount": 2999}',
  why: 'Wrong wash',
  request_id: 'r-1',
  personal_hash: null,
  ...more,
});

const changes: Partial<AuditText>[] = [
  { id: '0190f000-0000-7000-8000-000000000002' },
  { at: new Date('2026-11-21T12:00:01Z') },
  { actor: '102' },
  { approver: '103' },
  { site: 27 },
  { device: '0190f000-0000-7000-8000-00000000000d' },
  { action: 'charge.looked-at' },
  { subject: 'charge:ch_2' },
  { personal_hash: Buffer.from('other') },
  { before: '{}' },
  { after: '{"amount": 299}' },
  { why: null },
  { request_id: null },
];

describe('sealHash', () => {
  it.each(changes)('is another one for %o', (change) => {
    expect(sealHash(null, row(change))).not.toEqual(sealHash(null, row()));
  });

  it('is another one after another seal', () => {
    expect(sealHash(sealHash(null, row({ actor: '102' })), row())).not.toEqual(sealHash(null, row()));
  });

  it('does not take text that moves from one column to the next for the same row', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (subject, moved) => {
        const one = sealHash(null, row({ action: `a${moved}`, subject }));
        expect(one).not.toEqual(sealHash(null, row({ action: 'a', subject: moved + subject })));
      }),
    );
  });
});

describe('sealRows', () => {
  it('counts on from the last seal and chains each hash to the one before', () => {
    const rows = changes.map((change) => row(change));
    const whole = sealRows(null, rows);
    const begun = sealRows(null, rows.slice(0, 5));
    expect(whole.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
    expect([...begun, ...sealRows(begun.at(-1)!, rows.slice(5))]).toEqual(whole);
  });
});
