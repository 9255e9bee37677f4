import type { Shape } from './shape.ts';

/** A difference and its path, outermost part first. */
export interface Problem {
  way: string[];
  what: string;
}

export const noProblems: readonly Problem[] = [];

/** Joins two lists without allocating an array in the usual case that both are empty. */
export function joinProblems(some: readonly Problem[], more: readonly Problem[]): readonly Problem[] {
  if (some.length === 0) return more;
  return more.length === 0 ? some : [...some, ...more];
}

export function withinStep(step: string, problems: readonly Problem[]): readonly Problem[] {
  return problems.length === 0 ? noProblems : problems.map(({ way, what }) => ({ way: [step, ...way], what }));
}

export function wrongValue(value: unknown, ...expected: readonly Shape[]): Problem {
  const given = value === undefined ? 'undefined' : JSON.stringify(value);
  const short = given.length > 60 ? `${given.slice(0, 60)}…` : given;
  return { way: [], what: `is ${short}, not ${expected.map(said).join(' or ')}` };
}

function said(shape: Shape): string {
  if (shape.kind === 'list') return 'an array';
  if (shape.kind === 'map' || shape.kind === 'part' || shape.kind === 'object') return 'an object';
  if (shape.kind !== 'one of') return shape.kind;
  const [first] = shape.values;
  const rest = shape.values.length > 8 ? ` … (${shape.values.length} values)` : '';
  return shape.values.length === 1 ? JSON.stringify(first) : `one of ${shape.values.slice(0, 8).join(', ')}${rest}`;
}
