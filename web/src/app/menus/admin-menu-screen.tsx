import { Page } from '../../components/layout/page.tsx';
import { ToolMenu } from '../../components/navigation/tool-menu.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { toolsFor } from './tools-for.ts';

/** The menu of /admin/ and /admin/tools (docs/rules/screens.md#admin-menu). */
export function AdminMenuScreen() {
  return (
    <Page title="Admin Tools">
      <ToolMenu tools={toolsFor('admin', useSession()?.user.roles ?? 0)} />
    </Page>
  );
}
