import type { Shape } from './shape.ts';

const composed = ['list', 'map', 'object', 'part', 'union', 'named'] as const;

export type Leaf = Exclude<Shape, { kind: (typeof composed)[number] }>;

/** What a union consists of, in the end. */
export type Member = Exclude<Shape, { kind: 'union' | 'named' }>;

export function isLeaf(shape: Shape): shape is Leaf {
  return !composed.some((kind) => kind === shape.kind);
}

/** The members of a union that an object or array may mean; all composed ones where it is none of them. */
export function possibleMembers(members: readonly Member[], value: object): readonly Member[] {
  const possible = members.filter((member) => !isLeaf(member) || member.kind === 'any');
  const meant = possible.filter((member) => !contradicts(member, value));
  return meant.length > 0 ? meant : possible;
}

/** A union's members, found by the one `type` that each of them has. */
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

  /** All of them where some member has no type of its own, or none has this one. */
  of(value: object): readonly Member[] {
    if (this.#ofType.has(undefined) || !isObject(value)) return this.#all;
    return this.#ofType.get(value['type']) ?? this.#all;
  }
}

/** The value that a member's field must have, if there is only one. */
function onlyValueOf(member: Member, name: string): string | number | boolean | undefined {
  const field = member.kind === 'object' ? member.fields[name]?.shape : undefined;
  return field?.kind === 'one of' && field.values.length === 1 ? field.values[0] : undefined;
}

/** A field that tells what an object is (`type`, `object`, `deleted`) says something else. */
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
