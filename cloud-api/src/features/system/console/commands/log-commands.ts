import { z } from 'zod';
import { agentDevice } from '@washdesk/site-protocol/commands';
import { ConsoleRefusal } from '../command-line.ts';
import type { ConsoleCommand } from '../console-command.ts';
import { visibleLine } from '../console-text.ts';

const shownByDefault = 50;
const mostLines = 500;

export const logCommands: readonly ConsoleCommand[] = [
  {
    verb: 'logs',
    summary: `Show the newest lines of the agent’s log, ${shownByDefault} or up to ${mostLines}`,
    role: 'Admin',
    options: ['lines'],
    async run({ ask, options: { lines = String(shownByDefault) } }) {
      if (!/^[1-9]\d{0,2}$/u.test(lines) || Number(lines) > mostLines)
        throw new ConsoleRefusal(`--lines needs a number from 1 to ${mostLines}`);
      const log = await ask(agentDevice, 'agent.logs', { lines: Number(lines) });
      return { text: log.lines.map(logLine).join('\n') || 'The log is empty' };
    },
  },
];

const levels: Readonly<Record<number, string>> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

/** Returns a line of JSON as time, level, message and fields; any other line as it is. */
export function logLine(line: string): string {
  const entry = parsed(line);
  if (!entry) return visibleLine(line);
  const { time, level, msg, site: _site, ...fields } = entry;
  const when = typeof time === 'string' ? time.slice(0, 19).replace('T', ' ') : '';
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${fieldText(value)}`);
  return visibleLine([`${when}Z`, (levels[Number(level)] ?? '').padEnd(5), typeof msg === 'string' ? msg : '', ...shown].join(' '));
}

/** The stack of an error is in the support bundle. */
const error = z.object({ type: z.string(), message: z.string(), stack: z.string() });

function fieldText(value: unknown): string {
  if (typeof value === 'string') return value;
  const { data } = error.safeParse(value);
  return data ? `${data.type}: ${data.message}` : JSON.stringify(value);
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
