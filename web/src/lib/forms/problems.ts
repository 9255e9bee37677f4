import { z } from 'zod';
import { isCallFailure } from '../api/call-failure.ts';

/** What is wrong with each field, in the schema's words: the first problem of a field counts. */
export function problemsOf<In>(schema: z.ZodType<unknown, In>, values: In): Partial<Record<keyof In & string, string>> {
  const { error } = schema.safeParse(values);
  const entries = (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const);
  return Object.fromEntries(entries.toReversed()) as Partial<Record<keyof In & string, string>>;
}

/** A text that a contract's field must take; the contract's words follow the label. */
export const labelledRule = (label: string, rule: z.ZodType) =>
  z.string().superRefine((text, context) => {
    const issue = rule.safeParse(text).error?.issues[0];
    if (issue) context.addIssue(`${label} ${issue.message}`);
  });

/** Whether a field of a contract takes the value. */
export const isAccepted = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** What the API refused about the request's fields, by the name of the field. */
export function serverProblems(failure: unknown): { field: string; message: string }[] {
  const problems = isCallFailure(failure) ? (failure.problems ?? []) : [];
  return problems.map(({ path, message }) => ({ field: path.replace(/^body\./, ''), message }));
}
