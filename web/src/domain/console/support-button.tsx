import { Button } from 'antd';
import { messageOf } from '../../lib/api/call-failure.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../lib/toasts.ts';
import { useLazySupportBundleQuery } from './console-api.ts';

/** Downloads what support needs of a site (docs/rules/sites.md#support-bundle). */
export function SupportButton({ site }: { site: number }) {
  const [read, { isFetching }] = useLazySupportBundleQuery();
  const download = async (): Promise<void> => {
    const { data, error } = await read({ params: { site: String(site) } });
    if (error) showToast(`Couldn’t download the support bundle. ${messageOf(error)}`);
    if (data)
      saveFile(
        data.name,
        Uint8Array.from(atob(data.zip), (byte) => byte.charCodeAt(0)),
        'application/zip',
      );
  };
  return (
    <Button loading={isFetching} onClick={() => void download()}>
      Download Support Bundle
    </Button>
  );
}
