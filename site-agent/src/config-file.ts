import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { agentConfig, type AgentConfig } from './config.ts';
import { IdentityFolder } from './identity/identity-folder.ts';

/** An unusable configuration file. The message lists every problem with its location, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError */
export function readAgentConfig(file: string): AgentConfig {
  const parsed = agentConfig.safeParse(withIdentity(readYaml(file)));
  if (parsed.success) return parsed.data;
  const found = parsed.error.issues.flatMap((issue) => lines(issue));
  throw new ConfigError([`${file} has ${found.length} problem(s):`, ...found].join('\n'));
}

const identified = z.looseObject({ identity: z.object({ folder: z.string().min(1) }) });
/** Values of an identity. */
const replaced = ['cloud', 'broker', 'commandKeys'] as const;

/** Returns the folder of the identity; null for a configuration by hand, or one that cannot be read. */
export function identityFolderIn(file: string): string | null {
  return identified.safeParse(readYaml(file)).data?.identity.folder ?? null;
}

/** Adds what the identity of an enrolled agent contains, as a configuration by hand would. @throws ConfigError */
function withIdentity(content: unknown): unknown {
  const { data } = identified.safeParse(content);
  if (!data) return content;
  const twice = replaced.filter((name) => name in data);
  if (twice.length > 0) throw new ConfigError(`Remove ${twice.join(', ')}: the identity folder contains them`);
  const folder = new IdentityFolder(data.identity.folder);
  if (!folder.isEnrolled) {
    throw new ConfigError('This agent isn’t enrolled. Create a code in Washdesk, then run: site-agent enroll <cloud url> <code>');
  }
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

/** Returns what is wrong with the file as it is now, one line per problem; empty if an agent starts with it. */
export function configProblems(file: string): string[] {
  try {
    readAgentConfig(file);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [first = '', ...problems] = error.message.split('\n').map((text) => text.trim());
    return problems.length > 0 ? problems : [first];
  }
}

function readYaml(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`Can’t read the configuration: ${(error as Error).message}`, { cause: error });
  }
  const document = parseDocument(text);
  if (document.errors.length > 0)
    throw new ConfigError([`${file} is not valid YAML:`, ...document.errors.map(({ message }) => `  ${message}`)].join('\n'));
  return document.toJS();
}

function lines(issue: z.core.$ZodIssue, outer: readonly PropertyKey[] = []): string[] {
  const path = [...outer, ...issue.path];
  // of several forms the one with the fewest problems was meant
  const [nearest] = issue.code === 'invalid_union' ? issue.errors.toSorted((one, other) => one.length - other.length) : [];
  if (nearest?.length) return nearest.flatMap((inner) => lines(inner, path));
  return [`  ${path.length > 0 ? path.join('.') : '(file)'}: ${issue.message}`];
}
