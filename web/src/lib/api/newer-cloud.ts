import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const valueAt = (data: unknown, path: Issue['path']): unknown =>
  path.reduce((value: unknown, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], data);

/** Whether a text is missing from a closed list of texts because a later release added it. */
const isLaterMember = (issue: Issue, data: unknown): boolean =>
  issue.code === 'invalid_value' &&
  issue.values.every((value) => typeof value === 'string' || value === null) &&
  typeof valueAt(data, issue.path) === 'string';

/**
 * Reads a response of a cloud that may be a later release than this tab. New members of closed lists pass unchanged, so that a screen looks
 * texts up with `known` (docs/decisions/0041-reading-later-releases.md).
 */
export function readAnswer<T>(schema: z.ZodType<T>, data: unknown): { data: T } | { issues: Issue[] } {
  const parsed = schema.safeParse(data);
  if (parsed.success) return { data: parsed.data };
  return parsed.error.issues.every((issue) => isLaterMember(issue, data)) ? { data: data as T } : { issues: parsed.error.issues };
}

/** Returns the value for a member of a closed list; `otherwise` for a member unknown to this release. */
export const known = <K extends string, V>(values: Readonly<Record<K, V>>, member: K, otherwise: V): V =>
  Object.hasOwn(values, member) ? values[member] : otherwise;
