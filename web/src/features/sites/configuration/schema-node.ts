import { isGroup } from '@washdesk/site-protocol/site-configuration/group';
import { secretSuffix } from '@washdesk/site-protocol/site-configuration/secret-name';
import { siteConfiguration } from '@washdesk/site-protocol/site-configuration/site-configuration';

/** The parts of a JSON schema that the form draws. */
export interface SchemaNode {
  title?: string;
  description?: string;
  type?: string;
  const?: string | number;
  enum?: readonly (string | number)[];
  anyOf?: readonly SchemaNode[];
  oneOf?: readonly SchemaNode[];
  default?: unknown;
  properties?: Readonly<Record<string, SchemaNode>>;
  required?: readonly string[];
  items?: SchemaNode | false;
  prefixItems?: readonly SchemaNode[];
  additionalProperties?: SchemaNode | boolean;
  maxLength?: number;
}

export type Group = Readonly<Record<string, unknown>>;

const { properties: parts = {} } = siteConfiguration.toJSONSchema({ io: 'input' }) as SchemaNode;

/** The parts of a configuration besides the devices, in their order. */
export const partNodes: readonly (readonly [name: string, node: SchemaNode])[] = Object.entries(parts).filter(
  ([name]) => name !== 'devices',
);

const devices = parts['devices']?.items;
/** One node for each driver. */
export const driverNodes: readonly SchemaNode[] = (devices && devices.oneOf) || [];

export const driverOf = (node: SchemaNode): string => String(node.properties?.['driver']?.const);
export const nodeOfDriver = (driver: unknown): SchemaNode | undefined => driverNodes.find((node) => driverOf(node) === driver);

export type FieldKind = 'group' | 'map' | 'tuple' | 'list' | 'choice' | 'number' | 'lines' | 'text';

const longestLine = 1_000;
const isNumber = ({ type }: SchemaNode): boolean => type === 'integer' || type === 'number';

export function kindOf(node: SchemaNode): FieldKind {
  if (node.properties) return 'group';
  if (typeof node.additionalProperties === 'object') return 'map';
  if (node.prefixItems) return 'tuple';
  if (node.type === 'array') return 'list';
  if (optionsOf(node)) return 'choice';
  if (isNumber(node) || node.anyOf?.some(isNumber)) return 'number';
  return (node.maxLength ?? 0) > longestLine ? 'lines' : 'text';
}

/** The values of a choice; null for a field that is typed. */
export function optionsOf({
  type,
  enum: values,
  anyOf,
}: SchemaNode): readonly { value: string | number | boolean; label: string }[] | null {
  if (type === 'boolean')
    return [
      { value: true, label: 'Yes' },
      { value: false, label: 'No' },
    ];
  const constants = anyOf?.every((one) => one.const !== undefined) ? anyOf.map((one) => one.const!) : undefined;
  return (values ?? constants)?.map((value) => ({ value, label: String(value) })) ?? null;
}

export const isNullable = ({ anyOf }: SchemaNode): boolean => anyOf?.some(({ type }) => type === 'null') ?? false;

/** A value as the form and lists show it. */
export function valueInWords(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(valueInWords).join(', ');
  if (isGroup(value))
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${valueInWords(one)}`)
      .join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the values that a group has, with their titles, in the order of the schema: 'Host: 10.0.0.2'. */
export function valuesInWords({ properties = {} }: SchemaNode, value: Group): string[] {
  const names = [...new Set([...Object.keys(properties), ...Object.keys(value)])];
  return names.flatMap((name) => {
    const [inner, one] = [properties[name], value[name]];
    if (one === undefined || (Array.isArray(one) && one.length === 0)) return [];
    const words = inner?.properties && isGroup(one) ? valuesInWords(inner, one).join(', ') : valueInWords(one);
    return [`${inner?.title ?? name}: ${name.endsWith(secretSuffix) ? `secret “${words}”` : words}`];
  });
}
