import type { Shape } from './shape.ts';

const composed = ['list', 'map', 'object', 'part', 'union', 'named'] as const;

export type Leaf = Exclude<Shape, { kind: (typeof composed)[number] }>;

export type Member = Exclude<Shape, { kind: 'union' | 'named' }>;

export function isLeaf(shape: Shape): shape is Leaf {
  return !composed.some((kind) => kind === shape.kind);
}

/** Returns the union members that can match an object or array, or all composite ones if none can. */
export function possibleMembers(members: readonly Member[], value: object): readonly Member[] {
  const possible = members.filter((member) => !isLeaf(member) || member.kind === 'any');
  const meant = possible.filter((member) => !contradicts(member, value));
  return meant.length > 0 ? meant : possible;
}

/** Looks up a union's members by their unique `type`. */
export class MembersByType {
  readonly #all: readonly Member[];
  readonly #ofType = new Map<unknown, Member[]>();

  constructor(members: readonly Member[]) {
    this.#all = members;
    for (const member of members) {
      const type = onlyValueOf(member, 'type');
      this.#ofType.set(type, [...(this.#ofType.get(type) ?? []), member]);
    }
  }

  /** Returns all members if some member has no type of its own, or if none has this one. */
  of(value: object): readonly Member[] {
    if (this.#ofType.has(undefined) || !isObject(value)) return this.#all;
    return this.#ofType.get(value['type']) ?? this.#all;
  }
}

/** Returns the only possible value of a member's field, if there is just one. */
function onlyValueOf(member: Member, name: string): string | number | boolean | undefined {
  const field = member.kind === 'object' ? member.fields[name]?.shape : undefined;
  return field?.kind === 'one of' && field.values.length === 1 ? field.values[0] : undefined;
}

/** Whether a field that identifies an object (`type`, `object`, `deleted`) has another value. */
function contradicts(member: Member, value: object): boolean {
  if (member.kind === 'list') return !Array.isArray(value);
  if (member.kind !== 'object' || !isObject(value)) return Array.isArray(value) && member.kind !== 'any';
  return ['type', 'object', 'deleted'].some((name) => {
    const only = onlyValueOf(member, name);
    return only !== undefined && only !== value[name];
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
