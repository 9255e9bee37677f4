import { describe, expect, it } from 'vitest';
import { jobCause, jobCauses } from './job-causes.ts';

describe('the cause of an open job', () => {
  it.each([
    ['converge.sitewatch', 'Can’t reach the Sitewatch of Joliet', 'unreachable'],
    ['sitewatch.record-usage', 'Site 12 is offline', 'unreachable'],
    ['converge.sitewatch', 'Sitewatch of Joliet didn’t respond in time', 'no-answer'],
    ['converge.sitewatch', 'Sitewatch of Joliet: Sitewatch is unavailable: it refuses connections', 'sitewatch-unavailable'],
    ['converge.sitewatch', 'Sitewatch of Joliet: the column is too short', 'sitewatch'],
    ['converge.sitewatch', 'The plan Super Kiss has no product class', 'no-class'],
    ['converge.sitewatch', 'AB~7 isn’t a valid plate or tag in Sitewatch', 'invalid-code'],
    ['sitewatch.replace-code', 'ABC123 belongs to another customer at Joliet', 'taken-code'],
    ['converge.loyalty', 'Unknown customer', 'removed'],
    ['message.send', 'The mailbox doesn’t exist (550)', 'message'],
    ['message.send', 'What is stored of this job cannot be read: text: Required', 'release'],
    ['plan.begun', 'Another change to this customer is in progress', 'waiting'],
    ['reader-payment.settle', 'Stripe doesn’t respond', 'stripe'],
    ['alert', 'Anything at all', 'review'],
    ['sale.check', 'The amounts differ', 'sale'],
    ['converge.loyalty', 'Something went wrong on our end', 'fault'],
    ['converge.loyalty', null, 'deadline'],
    ['converge.loyalty', 'Never seen before', 'other'],
  ] as const)('%s, %s: %s', (what, reason, cause) => {
    expect(jobCause({ what, reason })).toBe(cause);
  });

  it('has words and a next step each', () => {
    for (const { words, action } of Object.values(jobCauses)) {
      expect(words).not.toMatch(/[.]$/u);
      expect(action).toMatch(/[.]$/u);
    }
  });
});
