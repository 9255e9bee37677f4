import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const valueAt = (data: unknown, path: Issue['path']): unknown =>
  path.reduce((value: unknown, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], data);

/** Whether a text is none of a closed list of texts: one that a later release has added. */
const isLaterMember = (issue: Issue, data: unknown): boolean =>
  issue.code === 'invalid_value' &&
  issue.values.every((value) => typeof value === 'string' || value === null) &&
  typeof valueAt(data, issue.path) === 'string';

/**
 * The answer of a cloud that may be of a later release than this tab: members that it added to closed lists pass as they are, so that a
 * screen looks words up by `known` (docs/decisions/0041-reading-later-releases.md).
 */
export function readAnswer<T>(schema: z.ZodType<T>, data: unknown): { data: T } | { issues: Issue[] } {
  const parsed = schema.safeParse(data);
  if (parsed.success) return { data: parsed.data };
  return parsed.error.issues.every((issue) => isLaterMember(issue, data)) ? { data: data as T } : { issues: parsed.error.issues };
}

/** What belongs to a member of a closed list; `otherwise` for a member that this release does not know. */
export const known = <K extends string, V>(values: Readonly<Record<K, V>>, member: K, otherwise: V): V =>
  Object.hasOwn(values, member) ? values[member] : otherwise;
