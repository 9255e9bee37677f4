import { CloudClient } from '../cloud/cloud-client.ts';
import { ConfigurationPull } from '../cloud/configuration-pull.ts';
import { ReleaseClient } from '../cloud/release-client.ts';
import { RosterSync } from '../cloud/roster-sync.ts';
import { AgentUpdate, noUpdate, type AgentUpdateOptions } from '../features/sites/update/agent-update.ts';
import { VersionFolders } from '../features/sites/update/version-folders.ts';
import type { HostProcess } from '../host-process.ts';
import { IdentityFolder } from '../identity/identity-folder.ts';
import { certificateOf, keepIdentity } from '../keep-identity.ts';
import type { UpdateSupport } from '../update-support.ts';
import type { BrokerParts } from './broker.ts';
import type { Core } from './core.ts';

type Host = Pick<HostProcess, 'configuration' | 'update'>;

/** What the agent fetches by HTTPS: the members, its configuration, its certificate and its releases. */
export function composeCloud(core: Core, { broker, presence }: BrokerParts, host: Host, whenIdle: () => Promise<void>) {
  const { config, journal, clock, problems, log } = core;
  const { configuration } = host;
  const cloud = new CloudClient(config.cloud);
  const roster = new RosterSync({
    cloud,
    roster: journal.roster,
    clock,
    onMoved: () => presence.showAgent(),
    policy: config.lanes,
    onProblems: (found) => {
      for (const [code, sentence] of Object.entries(found)) problems.set(code, sentence);
    },
    log,
  });
  broker.onConnected(() => roster.pull());
  const configurationPull = configuration && new ConfigurationPull({ cloud, configuration, log });
  if (configurationPull) broker.onConnected(() => configurationPull.pull());

  const siteCertificate = certificateOf(config.broker.tls?.cert);
  const commandKeys = new Map(Object.entries(config.commandKeys));
  const identity = config.identity && new IdentityFolder(config.identity.folder);
  const renewal = identity && keepIdentity({ identity, cloud, broker, clock, problems, siteCertificate, commandKeys, log });

  const update = createUpdate(host.update, { source: new ReleaseClient(cloud), journal, whenIdle, log });
  broker.onConnected(() => update.ask());
  return { roster, configurationPull, siteCertificate, commandKeys, renewal, update };
}

function createUpdate(update: UpdateSupport, parts: Pick<AgentUpdateOptions, 'source' | 'journal' | 'whenIdle' | 'log'>) {
  if ('unsupported' in update) return noUpdate(update.unsupported);
  const { folder, ...support } = update;
  return new AgentUpdate({ folders: new VersionFolders(folder), ...support, ...parts });
}
