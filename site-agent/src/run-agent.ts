import { readFileSync } from 'node:fs';
import { pino, type LevelWithSilent, type Logger } from 'pino';
import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import { composeAgent } from './compose.ts';
import { configProblems, identityFolderIn, readAgentConfig } from './config-file.ts';
import { enrollByFile, EnrollmentError } from './identity/enroll.ts';
import { IdentityFolder } from './identity/identity-folder.ts';
import { RecentLog } from './local-page/recent-log.ts';
import { redactedConfig } from './redacted-config.ts';
import { hostOf } from './service-host.ts';
import { agentVersion } from './version.ts';

/** The exit code after which the service host starts the agent again. */
const startAgain = 75;

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

/**
 * Trades the installer's code before the agent starts.
 * @returns why it was not traded, if the agent has an identity to start with
 */
async function tradeCode(file: string): Promise<EnrollmentError | null> {
  const identity = identityFolderIn(file);
  if (identity === null) return null;
  try {
    await enrollByFile(identity, agentVersion);
    return null;
  } catch (error) {
    if (error instanceof EnrollmentError && new IdentityFolder(identity).isEnrolled) return error;
    throw error;
  }
}

/** Runs the agent of one wash site until it is stopped. */
export async function runAgent(file: string): Promise<number> {
  const codeProblem = await tradeCode(file);
  const config = readAgentConfig(file);
  const recentLog = new RecentLog();
  const log = createLog(config.log.level, config.site, recentLog);
  if (codeProblem) log.error({ err: codeProblem }, 'Enrollment code not traded; the agent keeps its identity');
  const read = readFileSync(file, 'utf8');
  const checkConfig = () => ({ problems: configProblems(file), changed: readFileSync(file, 'utf8') !== read });
  const stopped = Promise.withResolvers<{ by: string; exitCode: number }>();
  const stop = (by: string, exitCode = 0): void => stopped.resolve({ by, exitCode });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal));
  const host = hostOf(process.env);
  const stopListening = host?.onStop(() => stop('service host'));
  const agent = await composeAgent(config, agentVersion, log, {
    recentLog,
    checkConfig,
    redactedConfig: () => redactedConfig(readFileSync(file, 'utf8')),
    restart: host && (() => stop('command', startAgain)),
  });
  agent.onConnected(() => host?.healthy());
  agent.start();
  // the process that started the agent waits for this line; everything else is a log line
  process.stdout.write(`${JSON.stringify({ ready: true })}\n`);

  const { by, exitCode } = await stopped.promise;
  log.info({ by }, 'Agent stopping');
  await agent.stop();
  stopListening?.();
  return exitCode;
}
