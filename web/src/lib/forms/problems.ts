import { z } from 'zod';
import { isCallFailure } from '../api/call-failure.ts';

/** Returns the first problem of each field, in the schema's words. */
export function problemsOf<In>(schema: z.ZodType<unknown, In>, values: In): Partial<Record<keyof In & string, string>> {
  const { error } = schema.safeParse(values);
  const entries = (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const);
  return Object.fromEntries(entries.toReversed()) as Partial<Record<keyof In & string, string>>;
}

/** Validates text by a contract's rule; the contract's words follow the label. */
export const labelledRule = (label: string, rule: z.ZodType) =>
  z.string().superRefine((text, context) => {
    const issue = rule.safeParse(text).error?.issues[0];
    if (issue) context.addIssue(`${label} ${issue.message}`);
  });

/** Whether a contract's schema accepts the value. */
export const isAccepted = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** Returns the fields of the request that the API rejected, with messages. */
export function serverProblems(failure: unknown): { field: string; message: string }[] {
  const problems = isCallFailure(failure) ? (failure.problems ?? []) : [];
  return problems.map(({ path, message }) => ({ field: path.replace(/^body\./, ''), message }));
}
