import { useLazyConfigurationOfFileQuery } from './configuration-api.ts';
import type { Group } from './schema-node.ts';

/** What a site runs, as a starting point. The notes say what is left to do. */
export type OnSiteRead = (content: Group, notes: readonly string[]) => void;

/** Reads the configuration that the agent of a site runs. */
export function useReadSite(site: number, onRead: OnSiteRead) {
  const [ask, { error, isFetching }] = useLazyConfigurationOfFileQuery();
  const read = async (): Promise<void> => {
    const { data } = await ask({ params: { site: String(site) } });
    if (data) onRead(data.content, data.notes);
  };
  return { read: () => void read(), error: isFetching ? undefined : error, isFetching };
}
