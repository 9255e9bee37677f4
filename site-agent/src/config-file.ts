import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { parseFields, problemOf, type FieldProblem } from '@washdesk/site-protocol/site-configuration/configuration-problems';
import {
  configurationText,
  readConfigurationText,
  splitFileName,
  type ConfigurationText,
} from '@washdesk/site-protocol/site-configuration/configuration-text';
import type { ConfigurationProblem } from '@washdesk/site-protocol/site-configuration/delivery';
import { isGroup } from '@washdesk/site-protocol/site-configuration/group';
import { laneProblems } from '@washdesk/site-protocol/site-configuration/lane-problems';
import { siteConfigurationNames, type SiteConfiguration } from '@washdesk/site-protocol/site-configuration/site-configuration';
import { ConfigError } from './config-error.ts';
import { agentConfig, type AgentConfig } from './config.ts';
import { ConfigurationStore, DamagedConfiguration, ofComputer, type CloudPart } from './configuration/configuration-store.ts';
import { mergeConfiguration } from './configuration/merge-configuration.ts';
import { SecretsFolder } from './configuration/secrets-folder.ts';
import { isOfSite, missingParts, withoutNames, withoutProblems } from './configuration/without-problems.ts';
import { CodeFile } from './identity/code-file.ts';
import { IdentityFolder } from './identity/identity-folder.ts';

/** @param part the version of the cloud; default: the proven one. @throws ConfigError */
export function readAgentConfig(file: string, part: CloudPart | null = currentPart(file)): AgentConfig {
  const text = readYaml(file);
  const { data, problems, partText } = examine(text, part);
  if (data !== null && problems.length === 0) return data;
  throw new ConfigError([`${file} has ${problems.length} problem(s):`, ...problems.map(lineIn(text, part, partText))].join('\n'));
}

/** Returns what is wrong with a version of the cloud at this computer, with the lines of its text. */
export function partProblems(file: string, part: CloudPart): ConfigurationProblem[] {
  const { problems, partText } = examine(readYaml(file), part);
  return problems.map((problem) => problemOf(problem, isOfPart(problem, part) ? partText?.lineOf(problem.path) : undefined));
}

/** What an agent starts with. */
export interface StartConfig {
  config: AgentConfig;
  /** What of the site's configuration is left out because this computer can't use it, as sentences. */
  leftOut: readonly string[];
}

interface UsableConfig extends StartConfig {
  /** The same by name, to be compared with what another version of the agent leaves out. */
  without: readonly string[];
}

/**
 * Returns what an agent can start with: devices and parts of the site's configuration that are wrong are left out, so that a site whose
 * secret is missing, or whose agent has become stricter, keeps its other devices.
 * @throws ConfigError if what belongs to the computer is wrong
 */
export function readStartConfig(file: string, part: CloudPart | null): UsableConfig {
  const { value } = readYaml(file);
  const dataFolder = dataFolderOf(value);
  const own = withIdentity(value);
  if (part === null || dataFolder === null || !isGroup(own)) return { config: readAgentConfig(file, part), leftOut: [], without: [] };
  const secrets = new SecretsFolder(dataFolder);
  const leftOut = new Set<string>();
  const whole = { own, part: isGroup(part.content) ? part.content : {} };
  let sides = whole;
  for (;;) {
    const merged = mergeConfiguration(sides.own, { ...part, content: sides.part }, secrets);
    const { data, problems } = parseFields(agentConfig, merged.content);
    if (data !== null && merged.problems.length === 0) return { config: data, leftOut: [...leftOut], without: withoutIn(whole, sides) };
    const isOfSiteAlone = problems.every(isOfSite) && siteConfigurationNames.some((name) => name in sides.own || name in sides.part);
    if (!isOfSiteAlone) return { config: readAgentConfig(file, part), leftOut: [], without: [] };
    // with a wrong part the file was examined alone
    const found = merged.problems.length > 0 ? merged.problems : problems;
    for (const problem of found) leftOut.add(problemOf(problem).sentence);
    sides = remaining(sides, found);
  }
}

interface Sides {
  own: Record<string, unknown>;
  part: Record<string, unknown>;
}

const withoutIn = (whole: Sides, left: Sides): string[] => [
  ...missingParts(whole.own, left.own).map((name) => `file: ${name}`),
  ...missingParts(whole.part, left.part).map((name) => `cloud: ${name}`),
];

/** A name in both is taken from the file. If nothing could be removed, nothing of the site's configuration remains. */
function remaining({ own, part }: Sides, problems: readonly FieldProblem[]): Sides {
  const ofFile = problems.filter(({ path: [name] }) => !(String(name) in part));
  const left = { own: withoutProblems(own, ofFile), part: withoutProblems(part, problems) };
  if (!isDeepStrictEqual(left, { own, part })) return left;
  return { own: withoutNames(own, siteConfigurationNames), part: {} };
}

const currentPart = (file: string): CloudPart | null => openStore(file)?.current() ?? null;

/** Returns the store of the cloud's configuration; null if the file is the whole configuration. @throws ConfigError */
export function openStore(file: string): ConfigurationStore | null {
  const folder = dataFolderIn(file);
  return folder === null ? null : new ConfigurationStore(folder);
}

/**
 * Returns the store for a start: damaged files are moved aside, so that they stop no agent.
 * @throws ConfigError
 */
export function openUsableStore(file: string): { store: ConfigurationStore | null; damage: string | null } {
  try {
    const store = openStore(file);
    store?.current();
    return { store, damage: null };
  } catch (error) {
    if (!(error instanceof DamagedConfiguration)) throw error;
    error.moveAside();
    return { store: openUsableStore(file).store, damage: error.message };
  }
}

const identified = z.looseObject({ identity: z.object({ folder: z.string().min(1) }) });
const withData = z.looseObject({ data: z.union([z.string().min(1), z.object({ folder: z.string().min(1) })]) });
/** Values of an identity. */
const replaced = ['cloud', 'broker', 'commandKeys'] as const;

/** Returns the folder of the identity; null for a configuration by hand, or one that cannot be read. */
export function identityFolderIn(file: string): string | null {
  return identified.safeParse(readYaml(file).value).data?.identity.folder ?? null;
}

/** Returns the folder of the cloud's configuration and of the secrets; null if the file is the whole configuration. */
export const dataFolderIn = (file: string): string | null => dataFolderOf(readYaml(file).value);

function dataFolderOf(value: unknown): string | null {
  const { data } = withData.safeParse(value).data ?? {};
  if (data !== undefined) return typeof data === 'string' ? data : data.folder;
  const identity = identified.safeParse(value).data?.identity.folder;
  return identity === undefined ? null : path.dirname(identity);
}

interface Examined {
  /** Null if there are problems of the fields. */
  data: AgentConfig | null;
  problems: FieldProblem[];
  partText: ConfigurationText | null;
}

function examine({ value }: ConfigurationText, part: CloudPart | null): Examined {
  const own = withIdentity(value);
  const dataFolder = dataFolderOf(value);
  if (part === null || dataFolder === null || typeof own !== 'object' || own === null)
    return { ...parseFields(agentConfig, own), partText: null };
  const partText = readConfigurationText(configurationText(part.content as SiteConfiguration));
  const merged = mergeConfiguration(own as Record<string, unknown>, part, new SecretsFolder(dataFolder));
  // with a wrong part the file is examined alone: what would be missing from it is not a problem of its own
  const { data, problems } = parseFields(agentConfig, merged.content);
  return { data, problems: [...merged.problems, ...problems], partText };
}

/** Adds what the identity of an enrolled agent contains, as a configuration by hand would. @throws ConfigError */
function withIdentity(content: unknown): unknown {
  const { data } = identified.safeParse(content);
  if (!data) return content;
  const twice = replaced.filter((name) => name in data);
  if (twice.length > 0) throw new ConfigError(`Remove ${twice.join(', ')}: the identity folder contains them`);
  const folder = new IdentityFolder(data.identity.folder);
  if (!folder.isEnrolled) throw new ConfigError(new CodeFile(folder.folder).sentence);
  folder.adoptNextKey();
  const { cloudUrl, site, name, timeZone, brokerUrl, commandKeys } = folder.cloud();
  if (data['site'] !== undefined && data['site'] !== site) {
    throw new ConfigError(`site: remove it, or correct it; this computer is enrolled for site ${site}`);
  }
  const files = { certificateFile: folder.file('certificate.pem'), keyFile: folder.file('key.pem') };
  const tls = { ...files, ...(folder.caFile !== null && { caFile: folder.caFile }) };
  // the broker identifies a site by its certificate and ignores the password
  const broker = { url: brokerUrl, username: `site-${site}`, password: 'unused', tls };
  return { name, timeZone, ...data, site, cloud: { url: cloudUrl, ...files }, broker, commandKeys };
}

/**
 * Returns what is wrong with the file and the cloud's part as they are now, one line per problem, with the settings that stop a lane; empty
 * if nothing is.
 */
export function configProblems(file: string): string[] {
  try {
    const part = currentPart(file);
    const stopped = laneProblems(readAgentConfig(file, part)).map((problem) => ({ ...problem, field: '' }));
    const partText = part && readConfigurationText(configurationText(part.content as SiteConfiguration));
    return stopped.map(lineIn(readYaml(file), part, partText)).map((line) => line.trim());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [first = '', ...problems] = error.message.split('\n').map((text) => text.trim());
    return problems.length > 0 ? problems : [first];
  }
}

/** @throws ConfigError */
function readYaml(file: string): ConfigurationText {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`Can’t read the configuration: ${(error as Error).message}`, { cause: error });
  }
  const read = readConfigurationText(text);
  if (read.errors.length === 0) return read;
  const errors = read.errors.map(({ line, message }) => `  line ${line}: ${message}`);
  throw new ConfigError([`${file} is not valid YAML:`, ...errors].join('\n'));
}

const isOfPart = ({ path: [name] }: FieldProblem, { content }: CloudPart): boolean =>
  typeof content === 'object' && content !== null && name !== undefined && name in content;

const lineIn =
  (text: ConfigurationText, part: CloudPart | null, partText: ConfigurationText | null) =>
  (problem: FieldProblem): string => {
    const name = problem.path.length > 0 ? problem.path.map(String).join('.') : '(file)';
    if (part && partText && isOfPart(problem, part)) {
      const where = part.version === ofComputer ? splitFileName : `configuration ${part.version} of the cloud`;
      return `  ${where}, line ${partText.lineOf(problem.path)}, ${name}: ${problem.message}`;
    }
    return `  line ${text.lineOf(problem.path)}, ${name}: ${problem.message}`;
  };
