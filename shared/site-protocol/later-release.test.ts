import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commands } from './commands.ts';
import * as envelope from './envelope.ts';
import { durableEvents, liveEvents } from './events.ts';
import { openEnum } from './open-enum.ts';
import * as roster from './roster.ts';
import { alternatives, laterMember, laterMessage } from './testing/later-message.ts';

const schemasOf = (module: object): [string, z.ZodType][] =>
  Object.entries(module).filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType);

const messages: [string, z.ZodType][] = [
  ...schemasOf(envelope),
  ...schemasOf(roster),
  ...schemasOf(durableEvents),
  ...schemasOf(liveEvents),
  ...Object.entries(commands).flatMap(([name, { payload, reply }]): [string, z.ZodType][] => [
    [`${name} payload`, payload],
    [`${name} reply`, reply],
  ]),
];

describe('a message of a later release', () => {
  it.each(messages)('is read as %s without what that release added', (_name, schema) => {
    for (const one of alternatives(schema)) {
      const { sent, read } = laterMessage(one);
      expect(schema.parse(sent)).toEqual(read);
    }
  });
});

describe('an open enum', () => {
  const state = openEnum(['open', 'closed']);

  it('reads a member that is not known as unknown', () => {
    expect(state.parse('open')).toBe('open');
    expect(state.parse(laterMember)).toBe('unknown');
  });

  it.each([1, null, undefined, {}])('refuses %s, which is no text', (value) => {
    expect(state.safeParse(value).success).toBe(false);
  });
});
