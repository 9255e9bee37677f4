import { anyDevice, optionsOf, type ConsoleCommand } from './console-command.ts';
import { commandOf } from './console-commands.ts';

/** What completion needs to know of the sites. */
export interface CompletionSource {
  siteNumbers(): Promise<string[]>;
  /** Ids of the selected site's devices of a kind; of all kinds for `device`. */
  deviceIds(kind: string): Promise<string[]>;
}

/** Returns what may replace the last word of an unfinished line; an empty last word allows everything. */
export async function completions(commands: readonly ConsoleCommand[], line: string, source: CompletionSource): Promise<string[]> {
  const words = line.trimStart().split(/\s+/u);
  const started = words.pop() ?? '';
  const found = await candidates(commands, words, source);
  return [...new Set(found)].filter((word) => word.startsWith(started)).toSorted();
}

/** Returns the words that may follow in the names of commands. */
function nextOfVerbs(commands: readonly ConsoleCommand[], words: readonly string[]): string[] {
  const before = words.join(' ').toLowerCase();
  const begun = commands.filter(({ verb }) => before === '' || verb.startsWith(`${before} `));
  return begun.map(({ verb }) => verb.split(' ')[words.length] ?? '').filter(Boolean);
}

async function candidates(commands: readonly ConsoleCommand[], words: readonly string[], source: CompletionSource): Promise<string[]> {
  const next = nextOfVerbs(commands, words);
  const named = commandOf(commands, words);
  if (!named) return next;
  const { command, length } = named;
  if (command.values === 'any') return nextOfVerbs(commands, words.slice(length));
  const options = optionsOf(command)
    .map((option) => `--${option}`)
    .filter((option) => !words.includes(option));
  if (words.at(-1)?.startsWith('--')) return [];
  if (words.length > length) return options;
  if (command.verb === 'use') return source.siteNumbers();
  return [...next, ...(command.device ? await source.deviceIds(command.device) : []), ...options];
}

export const isOfKind = (kind: string, device: { kind: string }): boolean => kind === anyDevice || device.kind === kind;
