import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cloudPartTitle, splitFileName } from '@washdesk/site-protocol/site-configuration/configuration-text';
import { secretName } from '@washdesk/site-protocol/site-configuration/secret-name';
import { ConfigError } from './config-error.ts';
import { configProblems, dataFolderIn, openStore } from './config-file.ts';
import { ofComputer } from './configuration/configuration-store.ts';
import { readSecret } from './configuration/read-secret.ts';
import { SecretsFolder } from './configuration/secrets-folder.ts';
import { splitFile } from './configuration/split-file.ts';
import { DataFolderInUse } from './data-folder-lock.ts';
import { enroll, EnrollmentError } from './identity/enroll.ts';
import { IdentityFolder } from './identity/identity-folder.ts';
import { JournalInUse, JournalUnusable } from './journal/open-database.ts';
import { runAgent } from './run-agent.ts';
import { agentVersion } from './version.ts';

interface Command {
  /** Arguments: `<required>`, then `[optional]`. */
  takes: readonly string[];
  does: string;
  /** Resolves with the exit code. */
  run: (...args: string[]) => Promise<number> | number;
}

const commands: Record<string, Command> = {
  run: { takes: ['<config.yaml>'], does: 'runs the agent until it is stopped; "run" may be omitted', run: runAgent },
  check: { takes: ['<config.yaml>'], does: 'reports all problems of a configuration and starts nothing', run: checkConfig },
  enroll: {
    takes: ['<cloud url>', '<code>', '[data folder]'],
    does: 'enrolls this computer for a site by a one-time code',
    run: enrollComputer,
  },
  secret: {
    takes: ['<name>', '[data folder]'],
    does: 'stores a secret that the configuration of the cloud names, read from the terminal or from standard input',
    run: storeSecret,
  },
  split: {
    takes: ['<config.yaml>'],
    does: 'moves what the cloud can configure out of the file, for the first configuration of the cloud',
    run: splitConfig,
  },
  version: { takes: [], does: 'prints the version', run: () => print(agentVersion) },
};

/** Exit codes of an enrollment, for the Windows installer: it leaves a code that may work later to the agent. */
const codeStaysValid = 3;
const codeRefused = 4;

/** Runs a subcommand of the site agent and resolves with the exit code: 2 for wrong arguments. */
export async function cli(args: readonly string[]): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    if (values.help) return print(usage());
    const [first = '', ...others] = positionals;
    const [command, given] = Object.hasOwn(commands, first) ? [commands[first]!, others] : [commands['run']!, positionals];
    const required = command.takes.filter((name) => name.startsWith('<')).length;
    if (given.length < required || given.length > command.takes.length) return fail(usage(), 2);
    return await command.run(...given);
  } catch (error) {
    return fail(messageOf(error), isUsageError(error) ? 2 : 1);
  }
}

/** The Debian package names its own. */
const defaultFolder = (): string => process.env['WASHDESK_DATA_FOLDER'] ?? '.';

async function enrollComputer(cloudUrl: string, code: string, dataFolder = defaultFolder()): Promise<number> {
  const identity = new IdentityFolder(path.join(dataFolder, 'identity'));
  try {
    const site = await enroll(identity, { cloudUrl, code, version: agentVersion });
    return print(`Enrolled for site ${site}. Restart the agent`);
  } catch (error) {
    if (!(error instanceof EnrollmentError)) throw error;
    return fail(error.message, error.isRefusal ? codeRefused : codeStaysValid);
  }
}

async function storeSecret(name: string, dataFolder = defaultFolder()): Promise<number> {
  if (!secretName.safeParse(name).success) return fail('A secret’s name has small letters, digits and -', 2);
  if (!existsSync(path.join(dataFolder, 'agent.yaml')) && !existsSync(path.join(dataFolder, 'identity'))) {
    return fail(`${path.resolve(dataFolder)} isn’t the data folder of an agent; name the folder after the secret`, 2);
  }
  const value = await readSecret(name);
  if (value === '') return fail('Nothing was entered; the secret is unchanged');
  new SecretsFolder(dataFolder).write(name, value);
  return print(`Secret '${name}' stored. The agent reads it at its next start or with the next configuration`);
}

function splitConfig(file: string): number {
  const dataFolder = dataFolderIn(file);
  if (dataFolder === null) return fail(`Add data: <folder> to ${file}; the cloud’s configuration and the secrets are stored there`);
  const secrets = splitFile(file, dataFolder);
  const stored = secrets.length === 0 ? '' : ` Stored secrets: ${secrets.join(', ')}.`;
  return print(`The site’s part is in site-configuration.yaml of ${dataFolder}.${stored} Restart the agent, then start from its file`);
}

function checkConfig(file: string): number {
  const problems = configProblems(file);
  if (problems.length > 0) return fail(problems.join('\n'));
  const version = openStore(file)?.current()?.version;
  if (version === undefined) return print('No problems found');
  return print(`No problems found, with ${version === ofComputer ? splitFileName : cloudPartTitle(version)}`);
}

function usage(): string {
  const lines = Object.entries(commands).map(([name, { takes, does }]) => [[name, ...takes].join(' '), does] as const);
  const width = Math.max(...lines.map(([call]) => call.length));
  return ['Usage: site-agent <command>', ...lines.map(([call, does]) => `  ${call.padEnd(width)}  ${does}`)].join('\n');
}

function print(text: string): number {
  process.stdout.write(lineFor(process.stdout, text));
  return 0;
}

function fail(text: string, code = 1): number {
  process.stderr.write(lineFor(process.stderr, text));
  return code;
}

/** On Windows a program that reads the output, as the installer does, expects the system's character set. */
const lineFor = ({ isTTY }: { isTTY: boolean }, text: string): string =>
  `${process.platform === 'win32' && !isTTY ? text.replaceAll('’', "'") : text}\n`;

const isUsageError = (error: unknown): boolean =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/** An error that a person must fix is printed as its message, without a stack. */
function messageOf(error: unknown): string {
  const fixable = [ConfigError, DataFolderInUse, EnrollmentError, JournalInUse, JournalUnusable].some((kind) => error instanceof kind);
  if (!(error instanceof Error)) return String(error);
  return fixable || isUsageError(error) ? error.message : (error.stack ?? error.message);
}
