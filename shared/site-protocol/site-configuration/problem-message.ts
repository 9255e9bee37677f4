import type { z } from 'zod';

const kinds: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
};

type Issue = z.core.$ZodRawIssue;

/** Returns what is wrong with a field, in words; undefined leaves it to zod. */
export function problemMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return sizeMessage(issue.origin, 'at least', Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return sizeMessage(issue.origin, 'at most', Number(issue.maximum), issue.inclusive !== false);
    case 'invalid_value':
      if (issue.input === undefined) return 'is missing';
      return issue.values.length === 1 ? `must be ${String(issue.values[0])}` : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return 'unknown field; remove it or correct its name';
    default:
      return undefined;
  }
}

function sizeMessage(origin: string, bound: string, limit: number, inclusive: boolean): string {
  if (origin === 'string') return limit === 1 && bound === 'at least' ? 'must not be empty' : `must have ${bound} ${limit} characters`;
  if (origin === 'array') return `must have ${bound} ${limit} entries`;
  if (inclusive) return `must be ${bound} ${limit}`;
  return `must be ${bound === 'at least' ? 'more' : 'less'} than ${limit}`;
}
