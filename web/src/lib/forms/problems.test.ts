import { expect, it } from 'vitest';
import { z } from 'zod';
import { problemsOf, serverProblems } from './problems.ts';

const schema = z
  .object({ amount: z.string().min(1, 'Enter it').regex(/^\d+$/, 'Digits'), note: z.string() })
  .transform(({ amount }) => amount);

it('tells of each field the first problem alone', () => {
  expect(problemsOf(schema, { amount: '', note: '' })).toEqual({ amount: 'Enter it' });
  expect(problemsOf(schema, { amount: '12', note: '' })).toEqual({});
});

it('reads the fields that the API names, and none of any other error', () => {
  const refused = {
    status: 400,
    code: 'invalid_request',
    message: 'm',
    requestId: '',
    problems: [{ path: 'body.Email', message: 'is wrong' }],
  };
  expect(serverProblems(refused)).toEqual([{ field: 'Email', message: 'is wrong' }]);
  expect(serverProblems({ ...refused, problems: undefined })).toEqual([]);
  expect(serverProblems(new Error('lost'))).toEqual([]);
});
