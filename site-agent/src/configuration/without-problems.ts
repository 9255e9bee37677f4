import type { FieldProblem } from '@washdesk/site-protocol/site-configuration/configuration-problems';
import { siteConfigurationNames } from '@washdesk/site-protocol/site-configuration/site-configuration';

type Content = Record<string, unknown>;

const names: readonly string[] = siteConfigurationNames;

/** Whether a problem is in what the cloud configures, and not in what belongs to the computer. */
export const isOfSite = ({ path: [name] }: FieldProblem): boolean => name === undefined || names.includes(String(name));

/**
 * Returns the content without what has a problem: a device alone, anything else with its name. Without the receiver its cameras go too.
 * The same problems remove nothing more, so a caller that repeats this ends.
 */
export function withoutProblems(content: Content, problems: readonly FieldProblem[]): Content {
  if (problems.some(({ path }) => path.length === 0)) return withoutNames(content, names);
  const { devices } = content;
  if (!Array.isArray(devices)) return withoutNames(content, problems.map(nameOf));
  const wrong = new Set(problems.filter(isOfDevice).map(({ path }) => Number(path[1])));
  const lacksReceiver = !('receiver' in content) && problems.some((problem) => nameOf(problem) === 'receiver');
  const kept = devices.filter((device, place) => !wrong.has(place) && !(lacksReceiver && isCamera(device)));
  const others = problems.filter((problem) => !isOfDevice(problem));
  return withoutNames({ ...content, devices: kept }, others.map(nameOf));
}

export const withoutNames = (content: Content, removed: readonly string[]): Content =>
  Object.fromEntries(Object.entries(content).filter(([name]) => !removed.includes(name)));

/** Returns the names and the ids of devices that are in the first content alone. */
export function missingParts(content: Content, left: Content): string[] {
  const kept = new Set(partsOf(left));
  return partsOf(content).filter((part) => !kept.has(part));
}

const partsOf = ({ devices, ...others }: Content): string[] => [
  ...(Array.isArray(devices) ? devices.map((device, place) => idOf(device) ?? `device ${place + 1}`) : []),
  ...(devices === undefined ? [] : ['devices']),
  ...Object.keys(others),
];
const idOf = (device: unknown): string | null =>
  typeof device === 'object' && device !== null && 'id' in device && typeof device.id === 'string' ? device.id : null;

const nameOf = ({ path: [name] }: FieldProblem): string => String(name);
const isOfDevice = ({ path: [name, place] }: FieldProblem): boolean => name === 'devices' && place !== undefined;
const isCamera = (device: unknown): boolean =>
  typeof device === 'object' && device !== null && 'driver' in device && device.driver === 'plate-camera';

/** Of a problem of the site. */
const longest = 300;

/** Returns what is left out of the site's configuration in one sentence; null if nothing is. `site-agent check` reports all of it. */
export const leftOutProblem = (leftOut: readonly string[]): string | null =>
  oneSentence('A part of the site’s configuration is left out: ', leftOut);

/** Returns the first sentence and how many more there are; null if there is none. */
export function oneSentence(begin: string, [first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return begin + first.slice(0, longest - begin.length - more.length) + more;
}
