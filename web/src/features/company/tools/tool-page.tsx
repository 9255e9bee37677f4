import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Page } from '../../../components/page.tsx';
import { paths } from '../../../lib/paths.ts';

/** A tool of the Admin's menu, with the way back to it. */
export function ToolPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page title={title} actions={<Link to={paths.adminTools}>Back to Admin Tools</Link>}>
      {children}
    </Page>
  );
}
