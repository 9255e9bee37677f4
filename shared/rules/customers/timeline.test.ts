import { describe, expect, it } from 'vitest';
import {
  actionsOf,
  auditWords,
  chargeTitle,
  gateTitle,
  messageTitle,
  printTitle,
  refundTitle,
  signatureTitle,
  timelineKinds,
  washTitle,
  changesIn,
} from './timeline.ts';

describe('the words of the timeline', () => {
  it('are sentences without an action or a code, and of a kind that can be asked for', () => {
    for (const { kind, title } of Object.values(auditWords)) {
      expect(timelineKinds).toContain(kind);
      expect(title).toMatch(/^[A-Z][A-Za-z ’,-]+$/);
    }
  });

  it('give the reason only where people wrote it for people', () => {
    expect(auditWords['subscription.terminated']?.hasReason).toBe(true);
    expect(auditWords['subscription.not-paid']?.hasReason).toBeUndefined();
  });

  it('put each action under one kind, so that a kind can be left out', () => {
    const all = [...actionsOf('plan'), ...actionsOf('account'), ...actionsOf('dispute')];
    expect(all.toSorted()).toEqual(Object.keys(auditWords).toSorted());
    expect(actionsOf('dispute')).toContain('dispute.opened');
  });

  it('say how it went', () => {
    expect([washTitle('Super Kiss'), washTitle(null)]).toEqual(['Washed: Super Kiss', 'Washed']);
    expect(['opened', 'interlocked', null].map(gateTitle)).toEqual(['Gate opened', 'Gate not opened', 'Gate triggered']);
    expect(['succeeded', 'failed', 'pending'].map(chargeTitle)).toEqual(['Card charged', 'Card declined', 'Charge incomplete']);
    expect(['succeeded', 'canceled', null].map(refundTitle)).toEqual(['Refunded', 'Refund failed', 'Refund in progress']);
    expect(messageTitle({ channel: 'sms', about: 'receipt', state: 'sent' })).toBe('Receipt by text: sent');
    expect(messageTitle({ channel: 'email', about: 'anything', state: 'queued' })).toBe('Message by email: sending');
    expect(['failed', 'queued'].map(printTitle)).toEqual(['Receipt not printed', 'Receipt sent to the printer']);
    expect(['signed', 'pending', 'cancelled'].map(signatureTitle)).toEqual([
      'Agreement signed',
      'Signature requested',
      'Signature request canceled',
    ]);
  });
});

it('names what an audit row changed, with both values, and nothing of what it does not know', () => {
  const before = { phone: '8155550100', 'metadata.isTruck': 'false', status: 'active', email: '' };
  const after = { phone: '8155550199', 'metadata.isTruck': 'true', status: 'canceled', email: '' };
  expect(changesIn(before, after)).toEqual([
    { field: 'phone', what: 'Phone', before: '8155550100', after: '8155550199' },
    { field: 'metadata.isTruck', what: 'Truck', before: 'No', after: 'Yes' },
  ]);
  expect(changesIn(null, after)).toEqual([]);
});
