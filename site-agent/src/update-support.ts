import { releasePlatform, type ReleasePlatform } from '@washdesk/site-protocol/release-manifest';
import type { ReleaseKeys } from './features/sites/update/verify-release.ts';
import { packaged } from './packaged.ts';
import type { ServiceHost } from './service-host.ts';
import type { TrialLock } from './trial-lock.ts';

/** What an agent needs to update itself, or why it can't. */
export type UpdateSupport =
  | { folder: string; keys: ReleaseKeys; platform: ReleasePlatform; restart: () => void; trials: TrialLock }
  | { unsupported: string };

/** @param restart ends the process, for the service host to start the new version */
export function updateSupport(host: Pick<ServiceHost, 'folder'> | null, restart: (() => void) | null, trials: TrialLock): UpdateSupport {
  if (!host || !restart) return { unsupported: 'No service host would start the new version' };
  if (!packaged) return { unsupported: 'This agent runs from source' };
  const system = `${process.platform}-${process.arch}`;
  const platform = releasePlatform.safeParse(system).data;
  if (!platform) return { unsupported: `There are no releases for ${system}` };
  const keys = packaged.releaseKeys;
  if (Object.keys(keys).length === 0) return { unsupported: 'This agent was built without release keys. Run a later installer there' };
  return { folder: host.folder, keys, platform, restart, trials };
}
