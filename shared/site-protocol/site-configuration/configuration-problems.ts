import type { z } from 'zod';
import { readConfigurationText } from './configuration-text.ts';
import type { ConfigurationProblem } from './delivery.ts';
import { fieldInWords, valueAt } from './field.ts';
import { addLaneProblems } from './lane-problems.ts';
import { problemMessage } from './problem-message.ts';
import { siteConfiguration } from './site-configuration.ts';

/** What is wrong with one field. */
export interface FieldProblem {
  path: readonly PropertyKey[];
  /** In words; empty for the whole. */
  field: string;
  message: string;
}

/** What is saved may not stop a lane either; an agent starts with such a configuration and reports it. */
const savedConfiguration = siteConfiguration.superRefine(addLaneProblems);

/** Returns all that is wrong with a configuration, as YAML text or as its content; empty if it may be saved. */
export function configurationProblems(given: unknown): ConfigurationProblem[] {
  if (typeof given !== 'string') return fieldProblems(savedConfiguration, given).map((problem) => problemOf(problem));
  const { value, errors, lineOf } = readConfigurationText(given);
  if (errors.length > 0) return errors.map(({ line, message }) => ({ path: '', line, sentence: cut(`Not valid YAML: ${message}`, 400) }));
  return fieldProblems(savedConfiguration, value ?? {}).map((problem) => problemOf(problem, lineOf(problem.path)));
}

export function problemOf({ path, field, message }: FieldProblem, line?: number): ConfigurationProblem {
  const sentence = cut(field === '' ? message : `${field}: ${message}`, 400);
  return { path: cut(path.map(String).join('.'), 200), ...(line !== undefined && { line }), sentence };
}

/** Returns what a schema rejects, each with its field in words. */
export const fieldProblems = (schema: z.ZodType, value: unknown): FieldProblem[] => parseFields(schema, value).problems;

/** Parses a value. @returns null as data if there are problems */
export function parseFields<S extends z.ZodType>(schema: S, value: unknown): { data: z.output<S> | null; problems: FieldProblem[] } {
  const parsed = schema.safeParse(value, { error: problemMessage });
  if (parsed.success) return { data: parsed.data, problems: [] };
  const found = parsed.error.issues.flatMap((issue) => plainIssues(issue, value));
  return { data: null, problems: found.map(({ path, message }) => ({ path, field: fieldInWords(schema, value, path), message })) };
}

/** A name or a value in it may be of any length. */
const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

interface PlainIssue {
  path: PropertyKey[];
  message: string;
}

/** Resolves unions, and names each unknown field by itself. */
function plainIssues(issue: z.core.$ZodIssue, value: unknown, outer: readonly PropertyKey[] = []): PlainIssue[] {
  const path = [...outer, ...issue.path];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], message: issue.message }));
  if (issue.code === 'invalid_key') return issue.issues.map(({ message }) => ({ path, message }));
  if (issue.code === 'invalid_union') {
    // of several forms the one with the fewest problems was meant
    const [nearest] = issue.errors.toSorted((one, other) => one.length - other.length);
    if (nearest?.length && issue.message === 'Invalid input') return nearest.flatMap((inner) => plainIssues(inner, value, path));
    if (issue.inclusive !== false && issue.discriminator !== undefined) {
      const known = issue.options?.map(String).join(', ') ?? '';
      return [{ path, message: valueAt(value, path) === undefined ? 'is missing' : `must be one of ${known}` }];
    }
  }
  return [{ path, message: issue.message }];
}
