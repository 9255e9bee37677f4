import { agentDevice } from '@washdesk/site-protocol/commands';
import { logEntry } from '../../../../common/agent-log.ts';
import { ConsoleRefusal } from '../command-line.ts';
import type { ConsoleCommand } from '../console-command.ts';

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

/** Returns a line of JSON as time, level, message and fields; any other line as it is. */
function logLine(line: string): string {
  const { at, level, message, fields } = logEntry(line);
  if (at === null && level === null) return message;
  const when = at === null ? '' : at.slice(0, 19).replace('T', ' ');
  return [`${when}Z`, (level ?? '').toUpperCase().padEnd(5), message, fields].filter((part) => part !== '').join(' ');
}
