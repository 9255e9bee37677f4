import { Button } from 'antd';
import type { Release, SiteWithAgent } from '@washdesk/contracts/sites/release';
import type { ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { badgeColumn, countColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import type { Tone } from '../../../domain/status/tone.ts';
import { known } from '../../../lib/api/newer-cloud.ts';

interface ReleasesTableProps {
  releases: readonly Release[] | undefined;
  /** The sites with their versions; the first of each version are named. */
  sites: readonly SiteWithAgent[];
  failed: boolean;
  empty: string;
  /** Whether a rollout of the release can start now. */
  mayStart: (release: Release) => boolean;
  onStart: (version: string) => void;
}

const platforms: Record<Release['files'][number]['platform'], string> = { 'linux-x64': 'Linux', 'win32-x64': 'Windows' };
const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1_000_000))} MB`;

const stateOf = ({ files, problems }: Release): { tone: Tone; words: string } => {
  if (problems.length > 0) return { tone: 'stop', words: 'Damaged' };
  return files.length > 0 ? { tone: 'go', words: 'Ready' } : { tone: 'neutral', words: 'No file' };
};

const mostNamed = 5;

function placesOf(sites: readonly SiteWithAgent[], version: string): string {
  const names = sites.filter((site) => site.version === version).map(({ name, site }) => `${name} (${site})`);
  if (names.length === 0) return 'No site';
  const more = names.length - mostNamed;
  return more > 0 ? `${names.slice(0, mostNamed).join(', ')} and ${more} more` : names.join(', ');
}

const problem: ScreenColumn<Release> = {
  title: 'Problem',
  key: 'problem',
  wraps: true,
  render: (_none, { problems }) => problems.join('. ') || '–',
};

/** The releases of the folder and other versions that sites run. */
export function ReleasesTable({ releases, sites, failed, empty, mayStart, onStart }: ReleasesTableProps) {
  const { time } = useSiteColumns();
  const columns: ScreenColumn<Release>[] = [
    { title: 'Version', dataIndex: 'version', card: 'title' },
    {
      title: 'Files',
      key: 'files',
      card: 'plain',
      render: (_none, { files }) =>
        files.map(({ platform, size }) => `${known(platforms, platform, platform)} ${megabytes(size)}`).join(', ') || '–',
    },
    time('Created', ({ created }) => (created === null ? null : Date.parse(created) / 1_000), { dateOnly: true }),
    countColumn('Sites', (release) => release.sites, { key: 'sites' }),
    { title: 'Runs at', key: 'at', card: 'plain', wraps: true, render: (_none, { version }) => placesOf(sites, version) },
    ...(releases?.some(({ problems }) => problems.length > 0) ? [problem] : []),
    badgeColumn('State', stateOf),
    {
      title: 'Actions',
      key: 'actions',
      align: 'right',
      render: (_none, release) =>
        mayStart(release) && (
          <Button aria-label={`Roll out ${release.version}`} onClick={() => onStart(release.version)}>
            Roll Out
          </Button>
        ),
    },
  ];
  return <DataTable label="Releases" file={null} rowKey="version" columns={columns} rows={releases} failed={failed} empty={empty} />;
}
