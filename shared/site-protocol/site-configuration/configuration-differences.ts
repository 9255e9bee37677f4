import { fieldInWords, valueAt } from './field.ts';
import { isGroup } from './group.ts';
import { siteConfiguration } from './site-configuration.ts';

/** A value that differs between two configurations; undefined where it is missing. A device that only one has is one value. */
export interface ConfigurationDifference {
  /** `devices.north.port`: devices by their id. */
  path: string;
  /** The field in words: `Device north, Port`. */
  field: string;
  before: unknown;
  after: unknown;
}

type Place = string | number;
interface Side {
  root: unknown;
  path: readonly Place[];
}

/** Returns what differs between two configurations as they are written, without regard to the order of fields and devices. */
export function configurationDifferences(before: unknown, after: unknown): ConfigurationDifference[] {
  return compare({ root: before, path: [] }, { root: after, path: [] }, []);
}

function compare(before: Side, after: Side, shown: readonly string[]): ConfigurationDifference[] {
  const [was, is] = [valueOf(before), valueOf(after)];
  if (isGroup(was) && isGroup(is)) {
    const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    return names.flatMap((name) => compare(inside(before, name), inside(after, name), [...shown, name]));
  }
  if (hasIds(was) && hasIds(is)) {
    const ids = [...new Set([...was, ...is].map(({ id }) => id))];
    const placeOf = (list: readonly Identified[], id: string): number => {
      const place = list.findIndex((one) => one.id === id);
      return place < 0 ? list.length : place;
    };
    return ids.flatMap((id) => compare(inside(before, placeOf(was, id)), inside(after, placeOf(is, id)), [...shown, id]));
  }
  if (JSON.stringify(sorted(was)) === JSON.stringify(sorted(is))) return [];
  const { root, path } = is === undefined ? before : after;
  return [{ path: shown.join('.'), field: fieldInWords(siteConfiguration, root, path), before: was, after: is }];
}

const valueOf = ({ root, path }: Side): unknown => valueAt(root, path);
const inside = ({ root, path }: Side, name: Place): Side => ({ root, path: [...path, name] });

interface Identified {
  id: string;
}
const hasIds = (value: unknown): value is Identified[] =>
  Array.isArray(value) &&
  value.every((one) => isGroup(one) && typeof one['id'] === 'string') &&
  new Set(value.map(({ id }: Identified) => id)).size === value.length;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isGroup(value)) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
