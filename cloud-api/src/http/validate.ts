import type { z } from 'zod';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import type { Problem } from '@washdesk/contracts/errors';
import { Failure } from '../common/failure.ts';
import type { Input } from './route.ts';

const problemsOf = (part: string, error: z.ZodError): Problem[] =>
  error.issues.map((issue) => ({ path: [part, ...issue.path.map(String)].join('.'), message: issue.message }));

interface Part {
  name: 'params' | 'query' | 'body';
  schema: z.ZodType | undefined;
  value: unknown;
}

/**
 * Parses every part before it fails, so that the caller sees all problems at once.
 * @param within the path of the parts, for a call described inside another one
 * @throws Failure 400
 */
export function parseParts(parts: readonly Part[], within = ''): Pick<Input<Endpoint>, Part['name']> {
  const problems: Problem[] = [];
  const parsed: Record<Part['name'], unknown> = { params: undefined, query: undefined, body: undefined };
  for (const { name, schema, value } of parts) {
    const result = schema?.safeParse(value);
    if (result?.success) parsed[name] = result.data;
    else if (result) problems.push(...problemsOf(within + name, result.error));
  }
  const [first] = problems;
  if (first) throw new Failure(400, 'invalid_request', `${first.path}: ${first.message}`, { problems });
  return parsed as Pick<Input<Endpoint>, Part['name']>;
}
