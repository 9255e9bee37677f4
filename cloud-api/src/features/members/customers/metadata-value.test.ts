import { describe, expect, it } from 'vitest';
import { metadataValue } from './metadata-value.ts';

const now = new Date('2026-11-21T15:00:00Z');
const seconds = (days: number): string => String(now.getTime() / 1_000 + days * 86_400);

describe('a metadata key', () => {
  it.each([
    ['nextprice', 'price_SuperKiss_12'],
    ['nextpriceexpires', seconds(31)],
    ['price_change_data', '[{"on":"2026-11-21"}]'],
    ['clonedTo', 'cus_1'],
    ['bademail', 'false'],
    ['scheduleAcknowledged', 'true'],
    ['nextprice', ''],
  ] as const)('%s takes %j', (key, value) => expect(metadataValue(key, value, now)).toEqual({ value }));

  it.each([
    ['nextprice', '29.99'],
    ['nextpriceexpires', 'tomorrow'],
    ['nextpriceexpires', seconds(32)],
    ['price_change_data', 'no list'],
    ['clonedTo', 'Ada'],
    ['bademail', 'perhaps'],
  ] as const)('%s does not take %j', (key, value) => expect(metadataValue(key, value, now)).toHaveProperty('problem'));
});
