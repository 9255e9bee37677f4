import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { SiteAgent } from '@washdesk/contracts/access/site-agent';
import { matchesWords } from '@washdesk/rules/text/matches-words';
import { ListFilter } from '../../../components/data/list-filter.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { EnrollDialog } from './enroll-dialog.tsx';
import { RefusedCodes } from './refused-codes.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { useSiteAgentsQuery } from './site-agents-api.ts';
import { SiteAgentsTable } from './site-agents-table.tsx';

/** /admin/sites/enrol: one-time codes for agents, the sites with their agents, and revocation (docs/rules/sites.md#enrollment). */
export function SiteAgentsScreen() {
  const { data, error, refetch } = useSiteAgentsQuery();
  /** The site to enroll; null if none is chosen yet. */
  const [enrolling, setEnrolling] = useState<{ site: number | null } | null>(null);
  const [revoking, setRevoking] = useState<SiteAgent | null>(null);
  const [search, setSearch] = useState('');
  const found = data?.agents.filter(({ site, name, certificate }) => matchesWords(search, [String(site), name, certificate?.host ?? null]));
  const isOff = data?.enabled === false;
  return (
    <Page
      title="Site agents"
      actions={
        <Button type="primary" disabled={!data || isOff} onClick={() => setEnrolling({ site: null })}>
          Enroll a Site
        </Button>
      }
    >
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {isOff && (
        <Alert
          type="info"
          showIcon
          message="Enrollment is off"
          description="This installation has no site CA. Set WASHDESK_SITE_CA_CERTIFICATE, WASHDESK_SITE_CA_KEY and WASHDESK_SITE_BROKER_URL."
        />
      )}
      {data && <RefusedCodes refused={data.refused} agents={data.agents} />}
      <ListFilter label="Find a site" placeholder="Site, number or computer" value={search} onChange={setSearch} />
      <Section flush>
        <SiteAgentsTable
          agents={found}
          nothing={search.trim() === '' ? 'No sites yet' : `No sites match “${search.trim()}”`}
          failed={error !== undefined}
          mayEnroll={!isOff}
          onEnroll={(site) => setEnrolling({ site })}
          onRevoke={setRevoking}
        />
      </Section>
      {enrolling && data && <EnrollDialog {...data} site={enrolling.site} onClose={() => setEnrolling(null)} />}
      {revoking && (
        <RevokeDialog
          agent={revoking}
          onClose={() => setRevoking(null)}
          onDone={() => {
            showToast(`${revoking.name} revoked`);
            setRevoking(null);
          }}
        />
      )}
    </Page>
  );
}
