import { Button, Flex } from 'antd';
import type { SiteAgent } from '@washdesk/contracts/access/site-agent';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { badgeColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import type { Tone } from '../../../domain/status/tone.ts';

interface SiteAgentsTableProps {
  agents: readonly SiteAgent[] | undefined;
  /** The text for an empty table. */
  nothing: string;
  failed: boolean;
  mayEnroll: boolean;
  onEnroll: (site: number) => void;
  onRevoke: (agent: SiteAgent) => void;
}

const secondsOf = (time: string): number => Date.parse(time) / 1_000;
const siteOf = ({ site }: SiteAgent): number => site;

export function stateOf({ online, certificate, revoked, codeExpires }: SiteAgent): { tone: Tone; words: string } {
  if (revoked) return { tone: 'stop', words: 'Revoked' };
  if (online) return { tone: 'go', words: 'Online' };
  if (certificate) return { tone: 'wait', words: 'Offline' };
  return codeExpires ? { tone: 'wait', words: 'Waiting for the agent' } : { tone: 'neutral', words: 'Not enrolled' };
}

const reasonOf = ({ revoked }: SiteAgent): string | null => revoked && `${revoked.reason} (${revoked.by})`;
const revocation: Column<SiteAgent> = { title: 'Reason', key: 'reason', value: reasonOf, render: (_none, agent) => reasonOf(agent) ?? '–' };

export function SiteAgentsTable({ agents, nothing, failed, mayEnroll, onEnroll, onRevoke }: SiteAgentsTableProps) {
  const { time } = useSiteColumns();
  const columns: Column<SiteAgent>[] = [
    { title: 'Site', dataIndex: 'name', card: 'title', render: (name: string, { site }) => `${name} (${site})` },
    {
      title: 'Computer',
      key: 'host',
      value: ({ certificate }) => certificate?.host ?? null,
      render: (_none, { certificate }) => certificate?.host ?? '–',
    },
    { title: 'Version', dataIndex: 'version', render: (version: string | null) => version ?? '–' },
    time('Last change', ({ lastSeen }) => (lastSeen === null ? null : secondsOf(lastSeen)), {
      siteOf,
      none: 'Never',
      render: ({ lastSeen }) => lastSeen && <RelativeTime time={lastSeen} />,
    }),
    time('Certificate until', ({ certificate }) => certificate && secondsOf(certificate.expires), { siteOf, dateOnly: true }),
    ...(agents?.some(({ revoked }) => revoked) ? [revocation] : []),
    badgeColumn('State', stateOf),
  ];
  const actions: Column<SiteAgent> = {
    title: 'Actions',
    key: 'actions',
    align: 'right',
    render: (_value, agent) => (
      <Flex gap={8} justify="end" wrap>
        {mayEnroll && (
          <Button aria-label={`Create code for ${agent.name}`} onClick={() => onEnroll(agent.site)}>
            Create Code
          </Button>
        )}
        {(agent.certificate || agent.codeExpires) && (
          <Button danger aria-label={`Revoke ${agent.name}`} onClick={() => onRevoke(agent)}>
            Revoke
          </Button>
        )}
      </Flex>
    ),
  };
  return (
    <DataTable
      filter={false}
      file="site-agents"
      rowKey="site"
      columns={[...columns, actions]}
      rows={agents}
      failed={failed}
      empty={nothing}
    />
  );
}
