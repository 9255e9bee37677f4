import type { ConsoleAction } from '@washdesk/contracts/system/console';
import { ConsoleRefusal } from './command-line.ts';
import { deviceCommands } from './commands/device-commands.ts';
import { laneCommands, type GateOpener } from './commands/lane-commands.ts';
import { logCommands } from './commands/log-commands.ts';
import { siteCommands, type UpdateOffers } from './commands/site-commands.ts';
import { usageOf, type ConsoleCommand, type SiteDirectory } from './console-command.ts';
import { facts } from './console-text.ts';

interface Options {
  directory: SiteDirectory;
  gates: GateOpener;
  updates: UpdateOffers;
  now: () => Date;
}

/** The table of all commands (docs/rules/sites.md#console). */
export function consoleCommands({ directory, gates, updates, now }: Options): readonly ConsoleCommand[] {
  const help: ConsoleCommand = {
    verb: 'help',
    summary: 'List the commands, or explain one',
    role: 'Admin',
    values: 'any',
    async run({ values }) {
      const asked = values.join(' ');
      const meant = commands.filter(({ verb }) => asked === '' || verb === asked || verb.startsWith(`${asked} `));
      if (meant.length === 0) throw new ConsoleRefusal(`Unknown command ${asked}. Type help for a list`);
      // the list fits a narrow screen: its first column is the verb alone
      if (asked === '') return { text: `${facts(meant.map(({ verb, summary }) => [verb, summary]))}\n\n${furtherHelp}` };
      return { text: facts(meant.map((command) => [usageOf(command), command.summary])) };
    },
  };
  const commands = [
    help,
    ...siteCommands(directory, now, updates),
    ...deviceCommands(directory, now),
    ...logCommands,
    ...laneCommands(gates),
  ];
  return commands;
}

const furtherHelp = 'help <command> shows what a command needs, such as help gate open';

/** Returns the commands that have a button. */
export const actionsOf = (commands: readonly ConsoleCommand[]): ConsoleAction[] =>
  commands.flatMap(({ verb, button, summary, device = null, audit }) =>
    button === undefined ? [] : [{ verb, button, summary, device, needsReason: audit !== undefined }],
  );

/** Returns the command with which the words begin, and how many words name it; null if there is none. */
export function commandOf(
  commands: readonly ConsoleCommand[],
  words: readonly string[],
): { command: ConsoleCommand; length: number } | null {
  for (const length of [2, 1]) {
    const verb = words.slice(0, length).join(' ').toLowerCase();
    const command = commands.find((one) => one.verb === verb && verb.split(' ').length === length);
    if (command) return { command, length };
  }
  return null;
}
