import { Page } from '../../components/layout/page.tsx';
import { ToolMenu } from '../../components/navigation/tool-menu.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { menuLinks } from './menu-links.ts';

/** The menu of /admin/ and /admin/tools (docs/rules/screens.md#admin-menu). */
export function AdminMenuScreen() {
  return (
    <Page title="Admin Tools">
      <ToolMenu tools={menuLinks('admin', useSession()?.user.roles ?? 0)} />
    </Page>
  );
}
