import type { Shape } from './shape.ts';

const composed = ['list', 'map', 'object', 'part', 'union', 'named'] as const;

export type Leaf = Exclude<Shape, { kind: (typeof composed)[number] }>;

/** What a union consists of, in the end. */
export type Member = Exclude<Shape, { kind: 'union' | 'named' }>;

export function isLeaf(shape: Shape): shape is Leaf {
  return !composed.some((kind) => kind === shape.kind);
}

/** Those of a union's members that an object or array may mean; all composed ones where it is none of them. */
export function alike(members: readonly Member[], value: object): readonly Member[] {
  const possible = members.filter((member) => !isLeaf(member) || member.kind === 'any');
  const meant = possible.filter((member) => !contradicts(member, value));
  return meant.length > 0 ? meant : possible;
}

/** A field that tells what an object is (`type`, `object`, `deleted`) says something else. */
function contradicts(member: Member, value: object): boolean {
  if (member.kind === 'list') return !Array.isArray(value);
  if (member.kind !== 'object' || !isObject(value)) return Array.isArray(value) && member.kind !== 'any';
  return ['type', 'object', 'deleted'].some((name) => {
    const field = member.fields[name]?.shape;
    return field?.kind === 'one of' && field.values.length === 1 && field.values[0] !== value[name];
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
