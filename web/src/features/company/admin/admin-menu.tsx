import { Page } from '../../../components/page.tsx';
import { ToolMenu, type Tool } from '../../../components/tool-menu.tsx';
import { isBuilt, paths } from '../../../lib/paths.ts';

const tools: readonly Tool[] = [
  { label: 'Devices', what: 'Enrol registers, tablets and lane boards; take them out of service', to: paths.adminDevices },
  { label: 'Staff', what: 'Add people, their roles, PINs and passwords; let somebody in again', to: paths.adminStaff },
  { label: 'Sessions', what: 'Who is signed in; sign somebody out', to: paths.adminSessions },
  { label: 'Service accounts', what: 'Programs that may sign in', to: paths.adminServiceAccounts },
  { label: 'Feature flags', what: 'Switch parts of the product on and off', to: paths.adminFlags },
  { label: 'Settings', what: 'Terminals, plans, limits, receipts, promotions and reasons', to: paths.adminSettings },
  { label: 'System message', what: 'Put a notice in place of the app, and lift it', to: paths.adminMessage },
  { label: 'Card readers', what: 'Register and delete readers', to: paths.adminReaders },
  { label: 'Provider configuration', what: 'Options of the card payments', to: paths.adminConfig },
  { label: 'Blacklist', what: 'Addresses that are shut out', to: paths.adminBlacklist },
  { label: 'Client metrics', what: 'Browsers and their answer times', to: paths.adminClientMetrics },
  { label: 'Audit', what: 'Who changed what, with before and after; whether it is as it was written', to: paths.adminAudit },
  { label: 'Error list', what: 'What went wrong on the server', to: paths.adminErrorList },
  { label: 'Cache keys', what: 'Look at and clear the cache', to: paths.adminRedis },
  { label: 'Command console', what: 'Talk to the sites', to: paths.adminConsole },
  { label: 'Keystrokes', what: 'Send keys to the register', to: paths.adminKeystrokes },
  { label: 'Terminal tools', what: "The register's own tools", to: paths.adminTerminal },
  { label: 'Barcode creator', what: "Employees' badges", to: paths.adminBarcode },
  { label: 'More than two codes', what: 'Customers with many plates and tags', to: paths.adminReports },
  { label: 'Top sellers', what: 'Products by name', to: paths.adminTopSellers },
  { label: 'Price-select test', what: 'Try the choice of a plan', to: paths.adminPriceSelect },
  { label: 'Query parameters', what: 'What the register handed over', to: paths.adminQuery },
];

/** The menu of /admin/ and /admin/tools (docs/rules/screens.md#admin-menu). */
export function AdminMenu() {
  return (
    <Page title="Admin Tools">
      <ToolMenu tools={tools.filter(({ to }) => isBuilt(to))} />
    </Page>
  );
}
