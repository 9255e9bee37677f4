import { Page } from '../../components/layout/page.tsx';
import { ToolMenu } from '../../components/navigation/tool-menu.tsx';
import { OverviewSection } from '../../features/company/overview/overview-section.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { toolsFor } from './tools-for.ts';

/** /office/: the office tools for the user's roles (docs/rules/screens.md#office-tools). */
export function OfficeMenuScreen() {
  const tools = toolsFor('office', useSession()?.user.roles ?? 0);
  return (
    <Page title="Office Tools">
      {tools.length > 0 && <OverviewSection />}
      {tools.length > 0 ? (
        <ToolMenu tools={tools} />
      ) : (
        <p role="status">Your roles don’t include any office tools. An Admin can add roles.</p>
      )}
    </Page>
  );
}
