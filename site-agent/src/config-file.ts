import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import type { z } from 'zod';
import { agentConfig, type AgentConfig } from './config.ts';

/** An unusable configuration file. The message lists every problem with its location, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError */
export function readAgentConfig(file: string): AgentConfig {
  const parsed = agentConfig.safeParse(readYaml(file));
  if (parsed.success) return parsed.data;
  throw new ConfigError([`${file} has ${parsed.error.issues.length} problem(s):`, ...parsed.error.issues.map(line)].join('\n'));
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

function line({ path, message }: z.core.$ZodIssue): string {
  return `  ${path.length > 0 ? path.join('.') : '(file)'}: ${message}`;
}
