import { z } from 'zod';
import { logLevels, type SiteLogLine } from '@washdesk/contracts/sites/support';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { visibleLine } from './visible-text.ts';

/** Between the numbers of pino's levels. */
const step = 10;

/** Returns a line of an agent's log for people: of visible characters, and without card numbers. */
export function logEntry(line: string): SiteLogLine {
  const entry = parsed(line);
  if (!entry) return { at: null, level: null, message: shown(line), fields: '' };
  const { time, level, msg, site: _site, ...fields } = entry;
  return {
    at: typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? new Date(time).toISOString() : null,
    level: logLevels[Number(level) / step - 1] ?? null,
    message: typeof msg === 'string' ? shown(msg) : '',
    fields: shown(
      Object.entries(fields)
        .map(([name, value]) => `${name}=${fieldText(value)}`)
        .join(' '),
    ),
  };
}

const shown = (text: string): string => visibleLine(redactCardNumbers(text));

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
