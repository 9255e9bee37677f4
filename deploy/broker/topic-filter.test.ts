import { describe, expect, it } from 'vitest';
import { covers, matches } from './topic-filter.ts';

describe('matches', () => {
  it.each([
    ['wash/v1/12/#', 'wash/v1/12/cmd/north/gate.open', true],
    ['wash/v1/12/#', 'wash/v1/12', true],
    ['wash/v1/12/#', 'wash/v1/120/cmd', false],
    ['wash/v1/+/state/#', 'wash/v1/27/state/agent', true],
    ['wash/v1/+/state/#', 'wash/v1/27/evt/gate', false],
    ['wash/v1/+', 'wash/v1/12/cmd', false],
    ['wash/v1/12', 'wash/v1', false],
  ])('%s, %s: %s', (filter, topic, expected) => {
    expect(matches(filter, topic)).toBe(expected);
  });
});

describe('covers', () => {
  it.each([
    ['wash/v1/12/#', 'wash/v1/12/cmd/#', true],
    ['wash/v1/12/#', 'wash/v1/#', false],
    ['wash/v1/12/#', '#', false],
    ['wash/v1/12/#', 'wash/v1/+/cmd/#', false],
    ['wash/v1/#', 'wash/v1/+/evt/#', true],
    ['wash/+/ack', 'wash/+/ack', true],
    ['wash/+/ack', 'wash/#', false],
  ])('%s, %s: %s', (granted, asked, expected) => {
    expect(covers(granted, asked)).toBe(expected);
  });
});
