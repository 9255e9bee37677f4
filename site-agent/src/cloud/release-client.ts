import { updateOffer, type ReleasePlatform, type SignedRelease } from '@washdesk/site-protocol/release-manifest';
import type { ReleaseFile, ReleaseSource } from '../ports/release-source.ts';
import type { CloudClient } from './cloud-client.ts';

/** The releases that the cloud offers this site. */
export class ReleaseClient implements ReleaseSource {
  readonly #cloud: Pick<CloudClient, 'get' | 'file'>;

  constructor(cloud: Pick<CloudClient, 'get' | 'file'>) {
    this.#cloud = cloud;
  }

  async offered(installed: { version: string; platform: ReleasePlatform }, signal: AbortSignal): Promise<SignedRelease | null> {
    return (await this.#cloud.get(`/api/agent/update?${new URLSearchParams(installed).toString()}`, updateOffer, signal)).update;
  }

  file({ version, platform }: { version: string; platform: ReleasePlatform }, from: number, signal: AbortSignal): Promise<ReleaseFile> {
    return this.#cloud.file(`/api/agent/releases/${version}/${platform}`, from, signal);
  }
}
