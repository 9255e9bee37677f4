import ts from 'typescript';

/**
 * Compares a JSON value with a TypeScript type and names every difference: a field that misses, is unknown, or has a value
 * the type does not list. Stricter than the compiler: the SDK leaves its enums open, here only the listed values pass.
 */
export function checkShape(checker: ts.TypeChecker, type: ts.Type, value: unknown, at = '$'): string[] {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
  const members = (type.isUnion() ? type.types : [type]).filter((member) => !(member.flags & ts.TypeFlags.Undefined));
  if (typeof value === 'object' && value !== null) return checkObject(checker, members, value, at);
  return members.some((member) => admitsPrimitive(checker, member, value))
    ? []
    : [`${at}: ${JSON.stringify(value)} is not ${checker.typeToString(type)}`];
}

/** An open enum's remainder is written `string & {}`: it admits nothing here. */
function admitsPrimitive(checker: ts.TypeChecker, member: ts.Type, value: unknown): boolean {
  if (value === null) return Boolean(member.flags & ts.TypeFlags.Null);
  switch (typeof value) {
    case 'string':
      return Boolean(member.flags & ts.TypeFlags.String) || (member.isStringLiteral() && member.value === value) || isDecimal(member);
    case 'number':
      return Boolean(member.flags & ts.TypeFlags.Number) || (member.isNumberLiteral() && member.value === value);
    case 'boolean':
      return Boolean(member.flags & ts.TypeFlags.BooleanLiteral) && checker.typeToString(member) === String(value);
    default:
      return false;
  }
}

/** The SDK turns decimal texts into objects of its own; on the wire they are texts. */
function isDecimal(type: ts.Type): boolean {
  return type.symbol?.name === 'Decimal' || type.aliasSymbol?.name === 'Decimal';
}

function checkObject(checker: ts.TypeChecker, members: readonly ts.Type[], value: object, at: string): string[] {
  const candidates = members.filter((member) => member.flags & ts.TypeFlags.Object && !isDecimal(member));
  if (Array.isArray(value)) {
    const array = candidates.find((member) => checker.isArrayType(member));
    const element = array && checker.getTypeArguments(array as ts.TypeReference)[0];
    return element
      ? value.flatMap((each, index) => checkShape(checker, element, each, `${at}[${index}]`))
      : [`${at}: an array is not expected`];
  }
  const objects = candidates.filter((member) => !checker.isArrayType(member));
  const results = objects.map((member) => checkFields(checker, member, value as Record<string, unknown>, at));
  if (results.length === 0) return [`${at}: an object is not expected`];
  // Of several possible types the nearest one tells what is wrong.
  return results.reduce((nearest, result) => (result.length < nearest.length ? result : nearest));
}

function checkFields(checker: ts.TypeChecker, type: ts.Type, value: Record<string, unknown>, at: string): string[] {
  const problems: string[] = [];
  const known = new Set<string>();
  for (const property of checker.getPropertiesOfType(type)) {
    const propertyType = checker.getTypeOfSymbol(property);
    if (isNever(propertyType)) continue;
    known.add(property.name);
    if (Object.hasOwn(value, property.name))
      problems.push(...checkShape(checker, propertyType, value[property.name], `${at}.${property.name}`));
    else if (!(property.flags & ts.SymbolFlags.Optional)) problems.push(`${at}.${property.name} is missing`);
  }
  const free = checker.getIndexInfoOfType(type, ts.IndexKind.String);
  for (const [name, inner] of Object.entries(value)) {
    if (known.has(name)) continue;
    if (free) problems.push(...checkShape(checker, free.type, inner, `${at}.${name}`));
    else problems.push(`${at}.${name} is unknown`);
  }
  return problems;
}

/** `deleted?: void` is how the SDK says that a field is not there. */
function isNever(type: ts.Type): boolean {
  const members = type.isUnion() ? type.types : [type];
  return members.every((member) => member.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined));
}
