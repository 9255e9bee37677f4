import { pino, type LevelWithSilent, type Logger } from 'pino';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { currentCommand } from '../actions/command-scope.ts';
import { LineLimit } from './line-limit.ts';
import type { LogFile } from './log-file.ts';
import { loggedError } from './logged-error.ts';

interface Options {
  level: LevelWithSilent;
  site: number;
  /** Receives each line too. */
  recent: { add(line: string): void };
  /** Replaces stdout; null for stdout. */
  file: LogFile | null;
}

const linesPerSecond = 200;
/** A stack or a message of a device may be of any length. */
const longestLine = 16_384;

/**
 * Returns a logger that writes one JSON line per event, with the command that is being executed. Anything that looks like a card number is removed
 * (docs/site-devices.md#card-numbers).
 */
export function createLog({ level, site, recent, file }: Options): Logger {
  const limit = new LineLimit(linesPerSecond);
  const streamWrite = (line: string): string => {
    const { allowed, dropped } = limit.take();
    if (!allowed) return '';
    const redacted = redactCardNumbers(line.length > longestLine ? cut(line) : line);
    const written = dropped > 0 ? droppedLine(site, dropped) + redacted : redacted;
    recent.add(redacted);
    if (!file) return written;
    file.write(written);
    return '';
  };
  return pino({
    level,
    base: { site },
    serializers: { err: loggedError },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...currentCommand() }),
    hooks: { streamWrite },
  });
}

const warn = 40;
const droppedLine = (site: number, dropped: number): string =>
  `{"level":${warn}${pino.stdTimeFunctions.isoTime()},"site":${site},"dropped":${dropped},"msg":"Log lines dropped, too many per second"}\n`;

const cut = (line: string): string =>
  `${JSON.stringify({ level: warn, msg: 'Line too long', beginning: line.slice(0, longestLine / 4) })}\n`;
