import { useState } from 'react';
import { Page } from '../../../components/layout/page.tsx';
import { ModeTabs } from '../../../components/navigation/mode-tabs.tsx';
import { AlertsTable } from './alerts-table.tsx';
import { SetUp } from './set-up.tsx';

const parts = { open: 'Open', past: 'Past', setUp: 'Recipients' } as const;
type Part = keyof typeof parts;

/** /admin/alerts: what needs IT, and who is told (docs/rules/company.md#alerts). */
export function AlertsScreen() {
  const [part, setPart] = useState<Part>('open');
  return (
    <Page title="Alerts" wide>
      <ModeTabs label="Part of alerts" modes={parts} active={part} onChange={setPart}>
        {part === 'setUp' ? <SetUp /> : <AlertsTable key={part} state={part} />}
      </ModeTabs>
    </Page>
  );
}
