import { Page } from '../../../components/page.tsx';
import { ToolMenu } from '../../../components/tool-menu.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import { officeTools } from './office-tools.ts';

/** /office/: the office's tools that this person's roles open (docs/rules/screens.md#office-tools). */
export function OfficeScreen() {
  const roles = useSession()?.user.roles ?? 0;
  return (
    <Page title="Office Tools">
      <ToolMenu tools={officeTools(roles)} />
    </Page>
  );
}
