import { readFileSync } from 'node:fs';
import { pino, type LevelWithSilent, type Logger } from 'pino';
import { z } from 'zod';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { composeAgent } from './compose.ts';
import { ConfigError, configProblems, readAgentConfig } from './config-file.ts';
import { JournalInUse, JournalUnusable } from './journal/open-database.ts';
import { RecentLog } from './local-page/recent-log.ts';

const manifest = z.object({ version: z.string() });

/** Returns the version in package.json. */
function agentVersion(): string {
  return manifest.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version;
}

/**
 * Returns a logger that writes one JSON line per event to stdout. Anything that looks like a card number is removed
 * (docs/site-devices.md#card-numbers).
 */
function createLog(level: LevelWithSilent, site: number, recent: RecentLog): Logger {
  const streamWrite = (line: string): string => {
    const redacted = redactCardNumbers(line);
    recent.add(redacted);
    return redacted;
  };
  return pino({ level, base: { site }, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite } });
}

/** Runs the agent of one wash site until it is stopped: `node site-agent/src/main.ts <config.yaml>`. */
async function main(file: string | undefined): Promise<void> {
  if (!file) throw new ConfigError('Usage: node site-agent/src/main.ts <config.yaml>');
  const config = readAgentConfig(file);
  const recentLog = new RecentLog();
  const log = createLog(config.log.level, config.site, recentLog);
  const read = readFileSync(file, 'utf8');
  const checkConfig = () => ({ problems: configProblems(file), changed: readFileSync(file, 'utf8') !== read });
  const agent = await composeAgent(config, agentVersion(), log, { recentLog, checkConfig });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ signal }, 'Agent stopping');
      void agent.stop();
    });
  }
  agent.start();
  // the process that started the agent waits for this line; everything else is a log line
  process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
}

main(process.argv[2]).catch((error: unknown) => {
  // an error that a person must fix is printed as its message, without a stack
  const mendable = error instanceof ConfigError || error instanceof JournalInUse || error instanceof JournalUnusable;
  process.stderr.write(`${mendable ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
});
