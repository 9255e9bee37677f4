import { readFileSync } from 'node:fs';
import path from 'node:path';
import { composeAgent } from './compose.ts';
import { configProblems, identityFolderIn, readAgentConfig } from './config-file.ts';
import { enrollByFile, EnrollmentError } from './identity/enroll.ts';
import { IdentityFolder } from './identity/identity-folder.ts';
import { RecentLog } from './local-page/recent-log.ts';
import { createLog } from './log/create-log.ts';
import { LogFile } from './log/log-file.ts';
import { redactedConfig, withoutSecretsOf } from './redacted-config.ts';
import { hostOf } from './service-host.ts';
import { agentVersion } from './version.ts';

/** The exit code after which the service host starts the agent again. */
const startAgain = 75;
const bytesPerMegabyte = 1_048_576;

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
  const host = hostOf(process.env);
  const { level, folder = host && path.join(path.dirname(file), 'log'), maxMegabytes, files } = config.log;
  const logFile = folder === null ? null : new LogFile({ folder, maxBytes: maxMegabytes * bytesPerMegabyte, files });
  const log = createLog({ level, site: config.site, recent: recentLog, file: logFile });
  if (codeProblem) log.error({ err: codeProblem }, 'Enrollment code not traded; the agent keeps its identity');
  const read = readFileSync(file, 'utf8');
  const checkConfig = () => ({ problems: configProblems(file), changed: readFileSync(file, 'utf8') !== read });
  const stopped = Promise.withResolvers<{ by: string; exitCode: number }>();
  const stop = (by: string, exitCode = 0): void => stopped.resolve({ by, exitCode });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal));
  const stopListening = host?.onStop(() => stop('service host'));
  const agent = await composeAgent(config, agentVersion, log, {
    recentLog,
    lastLines: (count) => (logFile ?? recentLog).last(count).map(withoutSecretsOf(read)),
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
