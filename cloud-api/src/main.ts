import { startCloudApi, type CloudApi } from './compose.ts';
import { ConfigurationError, readConfig, type Config } from './config.ts';
import { openLog } from './http/log.ts';

function configurationOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(error.message);
    return process.exit(78);
  }
}

const config = configurationOrExit();
const log = openLog(config.WASHDESK_LOG_LEVEL);

let cloud: CloudApi | null = null;
let stopping = false;

async function stop(signal: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ signal }, 'Stopping');
  await cloud?.stop();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal));
process.on('unhandledRejection', (error) => log.error({ err: error }, 'Unhandled promise rejection'));

cloud = await startCloudApi(config, log);
log.info({ port: cloud.port, url: config.WASHDESK_PUBLIC_URL }, 'Listening');
