import ts from '@typescript/typescript6';
import type { Literal, ObjectShape, Shape } from '../shape.ts';

const { TypeFlags } = ts;

/** Converts the compiler's types to shapes. Interfaces and named unions are stored once, by name. */
export class ShapeReader {
  readonly #checker: ts.TypeChecker;
  readonly #named = new Map<string, Shape>();
  readonly #waiting: [name: string, type: ts.Type][] = [];

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** Returns the shape of a type and adds every shape that it references to `named()`. */
  read(type: ts.Type): Shape {
    const shape = this.#shapeOf(type);
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) this.#named.set(next[0], this.#bodyOf(next[1]));
    return shape;
  }

  named(): Record<string, Shape> {
    return Object.fromEntries(this.#named);
  }

  #shapeOf(type: ts.Type): Shape {
    const primitive = this.#primitive(type);
    if (primitive) return primitive;
    if (type.aliasSymbol?.name === 'Partial' && type.aliasTypeArguments?.[0])
      return { kind: 'part', of: this.#shapeOf(type.aliasTypeArguments[0]) };
    const name = this.#nameOf(type);
    if (name === undefined) return this.#bodyOf(type);
    if (!this.#named.has(name)) {
      this.#named.set(name, { kind: 'any' });
      this.#waiting.push([name, type]);
    }
    return { kind: 'named', name };
  }

  #primitive(type: ts.Type): Shape | undefined {
    if (isDecimal(type)) return { kind: 'decimal' };
    if (type.flags & TypeFlags.Boolean) return { kind: 'boolean' };
    const literal = this.#literalOf(type);
    if (literal !== undefined) return { kind: 'one of', values: [literal] };
    if (type.flags & TypeFlags.String || isOtherString(type)) return { kind: 'text' };
    if (type.flags & TypeFlags.Number) return { kind: 'number' };
    if (type.flags & TypeFlags.Null) return { kind: 'null' };
    if (type.flags & (TypeFlags.Any | TypeFlags.Unknown) || isForeign(type)) return { kind: 'any' };
    return undefined;
  }

  #literalOf(type: ts.Type): Literal | undefined {
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
    return type.flags & TypeFlags.BooleanLiteral ? this.#checker.typeToString(type) === 'true' : undefined;
  }

  /** Returns undefined for inline types: object literals, arrays, generic types. */
  #nameOf(type: ts.Type): string | undefined {
    if (type.aliasTypeArguments) return undefined;
    const symbol = type.aliasSymbol ?? (isInterface(type) ? type.symbol : undefined);
    return symbol && this.#checker.getFullyQualifiedName(symbol).replace(/^".*\/(?:resources\/)?(.*)"/, '$1');
  }

  #bodyOf(type: ts.Type): Shape {
    if (type.isUnion()) return this.#unionOf(type);
    if (this.#checker.isArrayType(type)) {
      const [element] = this.#checker.getTypeArguments(type as ts.TypeReference);
      return { kind: 'list', of: element ? this.#shapeOf(element) : { kind: 'any' } };
    }
    const keys = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String);
    return keys ? { kind: 'map', of: this.#shapeOf(keys.type) } : this.#objectOf(type);
  }

  /** Closes an enum that the SDK leaves open for later versions (`'a' | 'b' | OtherString`). */
  #unionOf({ types }: ts.UnionType): Shape {
    const values = types.map((member) => this.#literalOf(member)).filter((value) => value !== undefined);
    const isEnum = values.some((value) => typeof value === 'string' && value !== '');
    const others = types.filter(
      (member) => this.#literalOf(member) === undefined && !isAbsent(member) && !(isEnum && isOtherString(member)),
    );
    const of = others.map((member) => this.#shapeOf(member));
    if (values.length > 0) of.push({ kind: 'one of', values });
    return of.length === 1 && of[0] ? of[0] : { kind: 'union', of };
  }

  #objectOf(type: ts.Type): ObjectShape {
    const fields: ObjectShape['fields'] = {};
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const fieldType = this.#checker.getTypeOfSymbol(property);
      if (isAbsent(fieldType)) continue;
      const shape = this.#shapeOf(fieldType);
      fields[property.name] = property.flags & ts.SymbolFlags.Optional ? { shape, optional: true } : { shape };
    }
    return { kind: 'object', fields };
  }
}

const isInterface = (type: ts.Type): boolean => type.isClassOrInterface() && !type.typeParameters && !type.symbol.name.startsWith('__');

/** Decimal strings, which the SDK converts to objects. */
const isDecimal = (type: ts.Type): boolean => type.aliasSymbol?.name === 'Decimal' || type.symbol?.name === 'DecimalImpl';

/** `string & {}` */
const isOtherString = (type: ts.Type): boolean =>
  type.isIntersection() && type.types.some((member) => Boolean(member.flags & TypeFlags.String));

/** `deleted?: void` means in the SDK that a field is absent. */
const isAbsent = (type: ts.Type): boolean =>
  (type.isUnion() ? type.types : [type]).every((member) => Boolean(member.flags & (TypeFlags.Void | TypeFlags.Undefined)));

/** Whether the type belongs to Node or the language, such as the content of an uploaded file. */
function isForeign(type: ts.Type): boolean {
  if (!(type.flags & TypeFlags.Object) || type.symbol?.name === 'Array') return false;
  const file = type.symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';
  return !file.includes('/stripe/') && !type.aliasSymbol;
}
