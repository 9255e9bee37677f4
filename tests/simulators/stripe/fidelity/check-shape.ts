import { withinStep, joinProblems, noProblems, wrongValue, type Problem } from './problem.ts';
import type { ObjectShape, Shape } from './shape.ts';
import { possibleMembers, isLeaf, isObject, MembersByType, type Leaf, type Member } from './union-members.ts';

/** The notation of values: JSON has numbers and null, a form has only strings. */
export interface Notation {
  accepts(leaf: Leaf, value: unknown): boolean;
  /** Formats the path of a part: `items.data.0` in a response, `items[0]` in a form. */
  place(way: readonly string[]): string;
}

/** Compares values with shapes and names every difference: missing fields, unknown fields, invalid values. */
export class ShapeCheck {
  readonly #named: Readonly<Record<string, Shape>>;
  readonly #notation: Notation;
  readonly #members = new Map<Shape, readonly Member[]>();
  readonly #byType = new Map<readonly Member[], MembersByType>();

  constructor(named: Readonly<Record<string, Shape>>, notation: Notation) {
    this.#named = named;
    this.#notation = notation;
  }

  problems(shape: Shape, value: unknown): string[] {
    return this.#inside(shape, value).map(({ way, what }) => `${this.#notation.place(way) || 'the whole'} ${what}`);
  }

  /** Returns the concrete shapes of a shape: its own, or those of a union, with all names resolved. */
  members(shape: Shape): readonly Member[] {
    if (shape.kind !== 'union' && shape.kind !== 'named') return [shape];
    let members = this.#members.get(shape);
    if (!members) {
      members = shape.kind === 'union' ? shape.of.flatMap((each) => this.members(each)) : this.members(this.#resolve(shape.name));
      this.#members.set(shape, members);
    }
    return members;
  }

  #resolve(name: string): Shape {
    const shape = this.#named[name];
    if (!shape) throw new Error(`Shape not found in the description: ${name}`);
    return shape;
  }

  #inside(shape: Shape, value: unknown): readonly Problem[] {
    switch (shape.kind) {
      case 'named':
      case 'union':
        return this.#inUnion(this.members(shape), value);
      case 'list':
        return Array.isArray(value) ? this.#inEach(shape.of, value) : [wrongValue(value, shape)];
      case 'map':
        return isObject(value) ? this.#inEach(shape.of, value) : [wrongValue(value, shape)];
      case 'object':
        return isObject(value) ? this.#inObject(shape, value) : [wrongValue(value, shape)];
      case 'part':
        return isObject(value) ? this.#inPart(shape.of, value) : [wrongValue(value, shape)];
      default:
        return this.#notation.accepts(shape, value) ? noProblems : [wrongValue(value, shape)];
    }
  }

  #inUnion(members: readonly Member[], value: unknown): readonly Problem[] {
    const [only] = members;
    if (only && members.length === 1) return this.#inside(only, value);
    if (typeof value !== 'object' || value === null) {
      const isAccepted = members.some((member) => isLeaf(member) && this.#notation.accepts(member, value));
      return isAccepted ? noProblems : [wrongValue(value, ...members)];
    }
    let nearest: readonly Problem[] | undefined;
    for (const member of possibleMembers(this.#ofType(members, value), value)) {
      const problems = this.#inside(member, value);
      if (problems.length === 0) return noProblems;
      // if there are several possible shapes, the nearest one names the wrong value
      if (!nearest || problems.length < nearest.length) nearest = problems;
    }
    return nearest ?? [wrongValue(value, ...members)];
  }

  /** Returns the members with the value's `type`, if they differ by type: the union of all events has hundreds. */
  #ofType(members: readonly Member[], value: object): readonly Member[] {
    let byType = this.#byType.get(members);
    if (!byType) {
      byType = new MembersByType(members);
      this.#byType.set(members, byType);
    }
    return byType.of(value);
  }

  #inEach(shape: Shape, values: unknown[] | Record<string, unknown>): readonly Problem[] {
    return Object.entries(values).flatMap(([key, value]) => withinStep(key, this.#inside(shape, value)));
  }

  #inObject({ fields }: ObjectShape, value: Record<string, unknown>): readonly Problem[] {
    let problems = noProblems;
    for (const [name, { shape, optional }] of Object.entries(fields)) {
      if (value[name] !== undefined) problems = joinProblems(problems, withinStep(name, this.#inside(shape, value[name])));
      else if (!optional) problems = joinProblems(problems, [{ way: [name], what: 'is missing' }]);
    }
    return joinProblems(
      problems,
      unknownFields(value, (name) => Object.hasOwn(fields, name)),
    );
  }

  #inPart(whole: Shape, value: Record<string, unknown>): readonly Problem[] {
    const objects = this.members(whole).filter((member) => member.kind === 'object');
    return unknownFields(value, (name) => objects.some(({ fields }) => Object.hasOwn(fields, name)));
  }
}

function unknownFields(value: Record<string, unknown>, isKnown: (name: string) => boolean): readonly Problem[] {
  const unknown = Object.keys(value).filter((name) => value[name] !== undefined && !isKnown(name));
  return unknown.map((name) => ({ way: [name], what: 'is unknown' }));
}
